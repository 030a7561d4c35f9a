"""Pointwise ops of two tensors: facts only, the element is computed by the functor named here."""

from tt_opspec.dtypes import ALL, NUMBERS
from tt_opspec.families import binary

add = binary(
    "add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor",
    accepts=ALL,
    functor="arithmetic.h:Add",
    slot="nb_add",
    numpy="add",
    doc="""
    `input + alpha * other`, element by element.

    The shapes are broadcast and the dtypes promoted; either operand may be a Python number. With bool on both
    sides the sum is `logical_or`.

    Raises RuntimeError when the shapes cannot be broadcast, or when `alpha` is floating and the result is
    not, or `alpha` is complex and the result is not.

        >>> tt.add(tt.tensor([1.0, 2.0]), tt.tensor([10.0, 20.0]), alpha=2)
        tensor([21., 42.])
    """,
)

sub = binary(
    "sub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor",
    accepts=NUMBERS,
    functor="arithmetic.h:Sub",
    slot="nb_subtract",
    numpy="subtract",
    doc="""
    `input - alpha * other`, element by element.

    The shapes are broadcast and the dtypes promoted; either operand may be a Python number. Unsigned integers
    wrap around.

    Raises RuntimeError when the shapes cannot be broadcast, for a bool operand (`logical_xor` or
    `logical_not` is meant), or when `alpha` is of a higher kind (floating, complex) than the result.

        >>> tt.sub(tt.tensor([5.0, 3.0]), 1)
        tensor([4., 2.])
    """,
)

mul = binary(
    "mul.Tensor(Tensor self, Tensor other) -> Tensor",
    accepts=ALL,
    functor="arithmetic.h:Mul",
    exact_numbers=True,
    slot="nb_multiply",
    numpy="multiply",
    doc="""
    `input * other`, element by element.

    The shapes are broadcast and the dtypes promoted; either operand may be a Python number, which is not
    rounded to float16 or bfloat16 first. With bool on both sides the product is `logical_and`.

    Raises RuntimeError when the shapes cannot be broadcast.

        >>> tt.mul(tt.tensor([1.0, 2.0]), tt.tensor([[3.0], [4.0]]))
        tensor([[3., 6.],
                [4., 8.]])
    """,
)
