"""Reductions: facts only, the map, the combination and the finish are the functor's."""

from tt_opspec.dtypes import ALL, FLOATING, INEXACT, INTEGRAL, REAL
from tt_opspec.families import composite, irregular, reduction

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

mean_all = reduction(
    "mean(Tensor self, *, ScalarType? dtype=None) -> Tensor",
    accepts=INEXACT,
    functor="sums.h:Mean",
    numpy="mean",
    doc="""
    The mean of all elements of `input`, as a tensor of no dimensions.

    The result's dtype is `dtype`, to which the elements are cast first, else that of `input`. The short floats
    are added as float32. An empty `input` has the mean NaN.

    Raises RuntimeError for a dtype that is neither floating nor complex.

        >>> tt.mean(tt.tensor([[1.0, 2.0], [3.0, 4.0]]))
        tensor(2.5000)
    """,
)

mean_dim = reduction(
    "mean.dim(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor",
    accepts=INEXACT,
    functor="sums.h:Mean",
    numpy="mean",
    doc="""
    The means of `input` over the dimensions in `dim`, one or several; None or an empty tuple stands for all.

    The result has the shape of `input` without these dimensions, or with size 1 there if `keepdim`. Its dtype
    is `dtype`, to which the elements are cast first, else that of `input`.

    Raises RuntimeError for a dtype that is neither floating nor complex, IndexError for a dimension that `input`
    does not have.

        >>> tt.mean(tt.tensor([[1.0, 2.0], [3.0, 4.0]]), dim=0)
        tensor([2., 3.])
    """,
)

max_all = reduction(
    "max(Tensor self) -> Tensor",
    accepts=REAL,
    functor="max_min.h:Max",
    numpy="max",
    doc="""
    The greatest element of `input`, as a tensor of no dimensions; NaN if there is one.

    The result has the dtype of `input`. The gradient is spread evenly over all elements that have the value.

    Raises RuntimeError for an empty `input`, NotImplementedError for complex dtypes.

        >>> tt.max(tt.tensor([[1, 2], [3, 4]]))
        tensor(4)
    """,
)

max_other = composite(
    "max.other(Tensor self, Tensor other) -> Tensor",
    accepts=REAL,
    out=True,
    numpy="maximum",
    doc="""
    The larger of `input` and `other`, element by element: what `maximum` is.

    The shapes are broadcast and the dtypes promoted; NaN where one of the elements is. Of equal elements each gets
    half of the gradient.

    Raises RuntimeError when the shapes cannot be broadcast, NotImplementedError for complex dtypes.

        >>> tt.max(tt.tensor([1.0, 3.0]), tt.tensor(2.0))
        tensor([2., 3.])
    """,
)

max_dim = irregular(
    "max.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)",
    kernel="extrema",
    accepts=REAL,
    out=True,
    doc="""
    The greatest elements of `input` along dimension `dim`, and where they are: a named tuple of values and indices.

    Both have the shape of `input` without `dim`, or with size 1 there if `keepdim`; indices are int64. NaN counts as
    greatest; of equal elements the first is taken, and it alone gets the gradient. `out=` is a pair of tensors.

    Raises IndexError for a dimension that `input` does not have or that has no elements.

        >>> tt.max(tt.tensor([[1, 2], [3, 4]]), dim=0)
        tt.return_types.max(
        values=tensor([3, 4]),
        indices=tensor([1, 1]))
    """,
)

min_all = reduction(
    "min(Tensor self) -> Tensor",
    accepts=REAL,
    functor="max_min.h:Min",
    numpy="min",
    doc="""
    The least element of `input`, as a tensor of no dimensions; NaN if there is one.

    The result has the dtype of `input`. The gradient is spread evenly over all elements that have the value.

    Raises RuntimeError for an empty `input`, NotImplementedError for complex dtypes.

        >>> tt.min(tt.tensor([[1, 2], [3, 4]]))
        tensor(1)
    """,
)

min_other = composite(
    "min.other(Tensor self, Tensor other) -> Tensor",
    accepts=REAL,
    out=True,
    numpy="minimum",
    doc="""
    The smaller of `input` and `other`, element by element: what `minimum` is.

    The shapes are broadcast and the dtypes promoted; NaN where one of the elements is. Of equal elements each gets
    half of the gradient.

    Raises RuntimeError when the shapes cannot be broadcast, NotImplementedError for complex dtypes.

        >>> tt.min(tt.tensor([1.0, 3.0]), tt.tensor(2.0))
        tensor([1., 2.])
    """,
)

min_dim = irregular(
    "min.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)",
    kernel="extrema",
    accepts=REAL,
    out=True,
    doc="""
    The least elements of `input` along dimension `dim`, and where they are: a named tuple of values and indices.

    Both have the shape of `input` without `dim`, or with size 1 there if `keepdim`; indices are int64. NaN counts as
    least; of equal elements the first is taken, and it alone gets the gradient. `out=` is a pair of tensors.

    Raises IndexError for a dimension that `input` does not have or that has no elements.

        >>> tt.min(tt.tensor([[1, 2], [3, 4]]), dim=0)
        tt.return_types.min(
        values=tensor([1, 2]),
        indices=tensor([0, 0]))
    """,
)

amax = reduction(
    "amax(Tensor self, int[1] dim=[], bool keepdim=False) -> Tensor",
    accepts=REAL,
    functor="max_min.h:Max",
    numpy="amax",
    doc="""
    The greatest elements of `input` over the dimensions in `dim`, one or several; all of them if it is empty.

    The result has the dtype of `input` and its shape without these dimensions, or with size 1 there if `keepdim`.
    NaN counts as greatest. The gradient is spread evenly over the elements that have the value.

    Raises RuntimeError for an empty `input` without `dim`, IndexError for a dimension that `input` does not have or
    that has no elements.

        >>> tt.amax(tt.tensor([[1, 2], [3, 4]]), dim=1)
        tensor([2, 4])
    """,
)

amin = reduction(
    "amin(Tensor self, int[1] dim=[], bool keepdim=False) -> Tensor",
    accepts=REAL,
    functor="max_min.h:Min",
    numpy="amin",
    doc="""
    The least elements of `input` over the dimensions in `dim`, one or several; all of them if it is empty.

    The result has the dtype of `input` and its shape without these dimensions, or with size 1 there if `keepdim`.
    NaN counts as least. The gradient is spread evenly over the elements that have the value.

    Raises RuntimeError for an empty `input` without `dim`, IndexError for a dimension that `input` does not have or
    that has no elements.

        >>> tt.amin(tt.tensor([[1, 2], [3, 4]]), dim=1)
        tensor([1, 3])
    """,
)

argmax = irregular(
    "argmax(Tensor self, int? dim=None, bool keepdim=False) -> Tensor",
    kernel="extrema",
    accepts=INTEGRAL | FLOATING,
    out=True,
    numpy="argmax",
    doc="""
    Where along dimension `dim` the greatest element of `input` is, as int64; without `dim` among all elements.

    The result has the shape of `input` without `dim`, or with size 1 there if `keepdim`. NaN counts as greatest; of
    equal elements the first is taken.

    Raises IndexError for a dimension that `input` does not have or that has no elements, and for an empty `input`
    without `dim`; NotImplementedError for bool and complex dtypes.

        >>> tt.argmax(tt.tensor([[1, 2], [3, 4]]))
        tensor(3)
    """,
)

argmin = irregular(
    "argmin(Tensor self, int? dim=None, bool keepdim=False) -> Tensor",
    kernel="extrema",
    accepts=INTEGRAL | FLOATING,
    out=True,
    numpy="argmin",
    doc="""
    Where along dimension `dim` the least element of `input` is, as int64; without `dim` among all elements.

    The result has the shape of `input` without `dim`, or with size 1 there if `keepdim`. NaN counts as least; of
    equal elements the first is taken.

    Raises IndexError for a dimension that `input` does not have or that has no elements, and for an empty `input`
    without `dim`; NotImplementedError for bool and complex dtypes.

        >>> tt.argmin(tt.tensor([[1, 2], [3, 4]]))
        tensor(0)
    """,
)

any_all = reduction(
    "any(Tensor self) -> Tensor",
    accepts=ALL,
    functor="truth.h:Any",
    slot="any",
    numpy="any",
    doc="""
    Whether any element of `input` is other than zero, as a tensor of no dimensions.

    The result is bool, and uint8 for uint8. NaN is other than zero. Of an empty `input` it is False.

        >>> tt.any(tt.tensor([0, 1]))
        tensor(True)
    """,
)

any_dim = reduction(
    "any.dim(Tensor self, int dim, bool keepdim=False) -> Tensor",
    accepts=ALL,
    functor="truth.h:Any",
    numpy="any",
    doc="""
    Whether any element of `input` along dimension `dim` is other than zero.

    The result has the shape of `input` without `dim`, or with size 1 there if `keepdim`. It is bool, and uint8 for
    uint8.

    Raises IndexError for a dimension that `input` does not have.

        >>> tt.any(tt.tensor([[0, 0], [0, 1]]), dim=1)
        tensor([False,  True])
    """,
)

any_dims = reduction(
    "any.dims(Tensor self, int[]? dim=None, bool keepdim=False) -> Tensor",
    accepts=ALL,
    functor="truth.h:Any",
    numpy="any",
    doc="""
    Whether any element of `input` over the dimensions in `dim` is other than zero; None stands for all of them.

    An empty tuple stands for no dimension, so that each element is looked at by itself.

    The result has the shape of `input` without these dimensions, or with size 1 there if `keepdim`. It is bool, and
    uint8 for uint8.

    Raises IndexError for a dimension that `input` does not have, RuntimeError for one that is named twice.

        >>> tt.any(tt.tensor([[0, 0], [0, 1]]), dim=(0, 1))
        tensor(True)
    """,
)

all_all = reduction(
    "all(Tensor self) -> Tensor",
    accepts=ALL,
    functor="truth.h:All",
    numpy="all",
    doc="""
    Whether every element of `input` is other than zero, as a tensor of no dimensions.

    The result is bool, and uint8 for uint8. NaN is other than zero. Of an empty `input` it is True.

        >>> tt.all(tt.tensor([0, 1]))
        tensor(False)
    """,
)

all_dim = reduction(
    "all.dim(Tensor self, int dim, bool keepdim=False) -> Tensor",
    accepts=ALL,
    functor="truth.h:All",
    numpy="all",
    doc="""
    Whether every element of `input` along dimension `dim` is other than zero.

    The result has the shape of `input` without `dim`, or with size 1 there if `keepdim`. It is bool, and uint8 for
    uint8.

    Raises IndexError for a dimension that `input` does not have.

        >>> tt.all(tt.tensor([[0, 0], [0, 1]]), dim=1)
        tensor([False, False])
    """,
)

all_dims = reduction(
    "all.dims(Tensor self, int[]? dim=None, bool keepdim=False) -> Tensor",
    accepts=ALL,
    functor="truth.h:All",
    numpy="all",
    doc="""
    Whether every element of `input` over the dimensions in `dim` is other than zero; None stands for all of them.

    An empty tuple stands for no dimension, so that each element is looked at by itself.

    The result has the shape of `input` without these dimensions, or with size 1 there if `keepdim`. It is bool, and
    uint8 for uint8.

    Raises IndexError for a dimension that `input` does not have, RuntimeError for one that is named twice.

        >>> tt.all(tt.tensor([[0, 0], [0, 1]]), dim=(0, 1))
        tensor(False)
    """,
)
