"""Products of matrices: each has a kernel file of its own."""

from tt_opspec.dtypes import NUMBERS
from tt_opspec.families import irregular

matmul = irregular(
    "matmul(Tensor self, Tensor other) -> Tensor",
    kernel="matmul",
    accepts=NUMBERS,
    slot="nb_matrix_multiply",
    numpy="matmul",
    out=True,
    doc="""
    The matrix product of `input` and `other`.

    A vector on the left is a row, on the right a column, and that dimension is dropped from the result; two
    vectors give their dot product. Further dimensions in front are a batch and are broadcast.

    Raises RuntimeError when an operand has no dimensions, the inner sizes differ, the batches cannot be
    broadcast or the dtypes are not the same.

        >>> tt.matmul(tt.tensor([[1.0, 2.0], [3.0, 4.0]]), tt.tensor([1.0, 1.0]))
        tensor([3., 7.])
    """,
)
