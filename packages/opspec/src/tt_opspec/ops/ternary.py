"""Pointwise ops of three tensors: facts only, the element is computed by the functor named here."""

from tt_opspec.dtypes import ALL
from tt_opspec.families import ternary

where = ternary(
    "where.self(Tensor condition, Tensor self, Tensor other) -> Tensor",
    accepts=ALL,
    functor="conditional.h:Where",
    numpy="where",
    method=False,  # `self` is not the first argument
    inplace=False,
    doc="""
    The element of `input` where `condition` is true, else that of `other`.

    The three shapes are broadcast. `condition` is bool and takes no part in promotion; `input` and `other`
    are promoted and may be Python numbers.

    A uint8 `condition`, true where it is not 0, is deprecated: it warns.

    Raises RuntimeError when the shapes cannot be broadcast or `condition` has another dtype.

        >>> tt.where(tt.tensor([True, False]), tt.tensor([1.0, 2.0]), 0)
        tensor([1., 0.])
    """,
)
