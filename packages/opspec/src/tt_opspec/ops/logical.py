"""Truth and bits of tensors: facts only, the element is computed by the functor named here."""

from tt_opspec.dtypes import ALL, BOOL, INTEGRAL
from tt_opspec.families import binary, unary

logical_and = binary(
    "logical_and(Tensor self, Tensor other) -> Tensor",
    accepts=ALL,
    promotes="to_bool",
    functor="logical.h:LogicalAnd",
    numpy="logical_and",
    doc="""
    Whether both elements are true: a bool tensor.

    What is not 0 is true, NaN included. The shapes are broadcast and the dtypes promoted;
    either operand may be a Python number. `logical_and_` writes 0 and 1 in the dtype of the tensor.

    Raises RuntimeError when the shapes cannot be broadcast.

        >>> tt.logical_and(tt.tensor([0, 0, 3]), tt.tensor([0, 1, 2]))
        tensor([False, False,  True])
    """,
)

logical_or = binary(
    "logical_or(Tensor self, Tensor other) -> Tensor",
    accepts=ALL,
    promotes="to_bool",
    functor="logical.h:LogicalOr",
    numpy="logical_or",
    doc="""
    Whether at least one of the two elements is true: a bool tensor.

    What is not 0 is true, NaN included. The shapes are broadcast and the dtypes promoted;
    either operand may be a Python number. `logical_or_` writes 0 and 1 in the dtype of the tensor.

    Raises RuntimeError when the shapes cannot be broadcast.

        >>> tt.logical_or(tt.tensor([0, 0, 3]), tt.tensor([0, 1, 2]))
        tensor([False,  True,  True])
    """,
)

logical_xor = binary(
    "logical_xor(Tensor self, Tensor other) -> Tensor",
    accepts=ALL,
    promotes="to_bool",
    functor="logical.h:LogicalXor",
    numpy="logical_xor",
    doc="""
    Whether exactly one of the two elements is true: a bool tensor.

    What is not 0 is true, NaN included. The shapes are broadcast and the dtypes promoted;
    either operand may be a Python number. `logical_xor_` writes 0 and 1 in the dtype of the tensor.

    Raises RuntimeError when the shapes cannot be broadcast.

        >>> tt.logical_xor(tt.tensor([0, 0, 3]), tt.tensor([0, 1, 2]))
        tensor([False,  True, False])
    """,
)

logical_not = unary(
    "logical_not(Tensor self) -> Tensor",
    accepts=ALL,
    promotes="to_bool",
    functor="logical.h:LogicalNot",
    numpy="logical_not",
    doc="""
    Whether each element of `input` is 0: a bool tensor of its shape.

    `logical_not_` writes 0 and 1 in the dtype of the tensor.

    Raises RuntimeError when `out` is no tensor of the device of `input`.

        >>> tt.logical_not(tt.tensor([0.0, 2.0]))
        tensor([ True, False])
    """,
)

bitwise_and = binary(
    "bitwise_and.Tensor(Tensor self, Tensor other) -> Tensor",
    accepts=BOOL | INTEGRAL,
    functor="bitwise.h:BitwiseAnd",
    slot="nb_and",
    numpy="bitwise_and",
    doc="""
    The bits that are set in both `input` and `other`; for bool the logical operation.

    The shapes are broadcast and the dtypes promoted; either operand may be a Python number.

    Raises RuntimeError when the shapes cannot be broadcast, NotImplementedError for floating and complex
    dtypes.

        >>> tt.bitwise_and(tt.tensor([5, 2]), 3)
        tensor([1, 2])
    """,
)

bitwise_or = binary(
    "bitwise_or.Tensor(Tensor self, Tensor other) -> Tensor",
    accepts=BOOL | INTEGRAL,
    functor="bitwise.h:BitwiseOr",
    slot="nb_or",
    numpy="bitwise_or",
    doc="""
    The bits that are set in `input` or `other`; for bool the logical operation.

    The shapes are broadcast and the dtypes promoted; either operand may be a Python number.

    Raises RuntimeError when the shapes cannot be broadcast, NotImplementedError for floating and complex
    dtypes.

        >>> tt.bitwise_or(tt.tensor([5, 2]), 3)
        tensor([7, 3])
    """,
)

bitwise_xor = binary(
    "bitwise_xor.Tensor(Tensor self, Tensor other) -> Tensor",
    accepts=BOOL | INTEGRAL,
    functor="bitwise.h:BitwiseXor",
    slot="nb_xor",
    numpy="bitwise_xor",
    doc="""
    The bits that are set in one of `input` and `other`; for bool the logical operation.

    The shapes are broadcast and the dtypes promoted; either operand may be a Python number.

    Raises RuntimeError when the shapes cannot be broadcast, NotImplementedError for floating and complex
    dtypes.

        >>> tt.bitwise_xor(tt.tensor([5, 2]), 3)
        tensor([6, 1])
    """,
)

bitwise_not = unary(
    "bitwise_not(Tensor self) -> Tensor",
    accepts=BOOL | INTEGRAL,
    functor="bitwise.h:BitwiseNot",
    slot="nb_invert",
    numpy="invert",
    doc="""
    The complement of the bits of `input`; for bool the logical one.

    The result has the shape and dtype of `input`.

    Raises NotImplementedError for floating and complex dtypes.

        >>> tt.bitwise_not(tt.tensor([0, 5]))
        tensor([-1, -6])
    """,
)

bitwise_left_shift = binary(
    "bitwise_left_shift.Tensor(Tensor self, Tensor other) -> Tensor",
    accepts=INTEGRAL,
    functor="bitwise.h:BitwiseLeftShift",
    slot="nb_lshift",
    numpy="left_shift",
    doc="""
    `input * 2**other` by shifting bits to the left; bits beyond the dtype are lost.

    The shapes are broadcast and the dtypes promoted; either operand may be a Python number.
    A count that is negative, or not less than the number of bits, shifts all of them out.

    Raises RuntimeError when the shapes cannot be broadcast, NotImplementedError for bool, floating and
    complex dtypes.

        >>> tt.bitwise_left_shift(tt.tensor([1, 2]), 2)
        tensor([4, 8])
    """,
)

bitwise_right_shift = binary(
    "bitwise_right_shift.Tensor(Tensor self, Tensor other) -> Tensor",
    accepts=INTEGRAL,
    functor="bitwise.h:BitwiseRightShift",
    slot="nb_rshift",
    numpy="right_shift",
    doc="""
    `floor(input / 2**other)` by shifting bits to the right; the sign of `input` is shifted in.

    The shapes are broadcast and the dtypes promoted; either operand may be a Python number.
    A count that is negative, or not less than the number of bits, shifts all of them out.

    Raises RuntimeError when the shapes cannot be broadcast, NotImplementedError for bool, floating and
    complex dtypes.

        >>> tt.bitwise_right_shift(tt.tensor([1, 2]), 2)
        tensor([0, 0])
    """,
)
