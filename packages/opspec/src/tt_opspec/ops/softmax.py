"""Softmax and its logarithm: facts only, each has a kernel of its own."""

from tt_opspec.dtypes import FLOATING
from tt_opspec.families import irregular

softmax = irregular(
    "softmax.int(Tensor self, int dim, ScalarType? dtype=None) -> Tensor",
    kernel="softmax",
    accepts=FLOATING,
    out=True,
    doc="""
    Exponentials along dimension `dim` of `input`, scaled so that they add up to 1.

    The result has the shape of `input`, lies contiguous in memory, and has the dtype `dtype`, to which `input` is cast
    first, else that of `input`. What holds NaN or inf along `dim`, or nothing but -inf, becomes NaN.

    Raises NotImplementedError for dtypes that are not floating, IndexError for a dimension that `input` does not have.

        >>> tt.softmax(tt.tensor([0.0, 0.0, -float("inf")]), dim=0)
        tensor([0.5000, 0.5000, 0.0000])
    """,
)

log_softmax = irregular(
    "log_softmax.int(Tensor self, int dim, ScalarType? dtype=None) -> Tensor",
    kernel="softmax",
    accepts=FLOATING,
    out=True,
    doc="""
    The logarithm of `softmax` along dimension `dim` of `input`, exact where `softmax` itself underflows.

    The result has the shape of `input`, lies contiguous in memory, and has the dtype `dtype`, to which `input` is cast
    first, else that of `input`.

    Raises NotImplementedError for dtypes that are not floating, IndexError for a dimension that `input` does not have.

        >>> tt.log_softmax(tt.tensor([0.0, 0.0]), dim=0)
        tensor([-0.6931, -0.6931])
    """,
)
