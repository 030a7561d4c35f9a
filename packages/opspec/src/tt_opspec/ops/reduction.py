"""Reductions: facts only, the map, the combination and the finish are the functor's."""

from tt_opspec.dtypes import ALL
from tt_opspec.families import reduction

sum_all = reduction(
    "sum(Tensor self, *, ScalarType? dtype=None) -> Tensor",
    accepts=ALL,
    functor="sums.h:Sum",
    numpy="sum",
    doc="""
    The sum of all elements of `input`, as a tensor of no dimensions.

    The result's dtype is `dtype`, to which the elements are cast first; without it, that of `input`, and
    int64 for bool and integers. An empty `input` sums to 0.

        >>> tt.sum(tt.tensor([[1, 2], [3, 4]]))
        tensor(10)
    """,
)

sum_dim = reduction(
    "sum.dim_IntList(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor",
    accepts=ALL,
    functor="sums.h:Sum",
    numpy="sum",
    doc="""
    The sums of `input` over the dimensions in `dim`, one or several; None or an empty tuple stands for all.

    The result has the shape of `input` without these dimensions, or with size 1 there if `keepdim`. Its dtype
    is `dtype`, to which the elements are cast first; without it, that of `input`, and int64 for bool and
    integers.

    Raises IndexError for a dimension that `input` does not have, RuntimeError for one that is named twice.

        >>> tt.sum(tt.tensor([[1, 2], [3, 4]]), dim=1)
        tensor([3, 7])
    """,
)
