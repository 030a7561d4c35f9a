"""Pointwise ops of one tensor: facts only, the element is computed by the functor named here."""

from tt_opspec.dtypes import ALL, NUMBERS
from tt_opspec.families import unary

neg = unary(
    "neg(Tensor self) -> Tensor",
    accepts=NUMBERS,
    functor="arithmetic.h:Neg",
    slot="nb_negative",
    numpy="negative",
    doc="""
    The negative of each element of `input`.

    The result has the shape and dtype of `input`; unsigned integers wrap around.

    Raises RuntimeError for bool, where `logical_not` is meant.

        >>> tt.neg(tt.tensor([1.0, -2.0]))
        tensor([-1.,  2.])
    """,
)

exp = unary(
    "exp(Tensor self) -> Tensor",
    accepts=ALL,
    promotes="int_to_float",
    functor="exponential.h:Exp",
    numpy="exp",
    doc="""
    e to the power of each element of `input`.

    The result has the shape of `input`. Floating and complex dtypes are kept, bool and integers give the
    default floating dtype. Overflow gives inf, exp(-inf) is 0, NaN stays NaN.

        >>> tt.exp(tt.tensor([0.0, 1.0]))
        tensor([1.0000, 2.7183])
    """,
)

conj_physical = unary(
    "conj_physical(Tensor self) -> Tensor",
    accepts=ALL,
    functor="complex.h:ConjPhysical",
    numpy="conjugate",
    doc="""
    The complex conjugate of each element of `input`, written to memory.

    The result has the shape and dtype of `input`; real dtypes come back as an equal copy.

        >>> tt.conj_physical(tt.tensor([1 + 2j, 3 - 4j]))
        tensor([1.-2.j, 3.+4.j])
    """,
)
