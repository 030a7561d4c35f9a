"""Quotients, powers and extrema of two tensors: facts only, the functor named here computes the element."""

from tt_opspec.dtypes import ALL, FLOATING, INTEGRAL, NUMBERS, REAL
from tt_opspec.families import binary, composite

div = binary(
    "div.Tensor(Tensor self, Tensor other) -> Tensor",
    accepts=ALL,
    promotes="int_to_float",
    functor="division.h:Div",
    exact_numbers=True,
    slot="nb_true_divide",
    numpy="true_divide",
    doc="""
    `input / other`, element by element.

    The shapes are broadcast and the dtypes promoted; either operand may be a Python number, which is not
    rounded to float16 or bfloat16 first. Bool and integers are divided in the default floating dtype. A division
    by 0 gives infinity, or NaN for 0 / 0.

    Raises RuntimeError when the shapes cannot be broadcast, or when the result cannot be cast to the
    dtype of `out` or of the tensor that is divided in place.

        >>> tt.div(tt.tensor([1.0, 3.0]), 2)
        tensor([0.5000, 1.5000])
    """,
)

div_mode = composite(
    "div.Tensor_mode(Tensor self, Tensor other, *, str? rounding_mode) -> Tensor",
    accepts=INTEGRAL | FLOATING,
    inplace=True,
    out=True,
    numbers=True,
    doc="""
    `input / other`, rounded as `rounding_mode` says.

    `None` is the true quotient, of every dtype. "trunc" rounds it towards 0 and "floor" towards -inf, in the dtype
    in which the operands meet; the derivative of both is 0.

    Raises RuntimeError for another mode, and when integers are divided by 0; NotImplementedError when bool or
    complex numbers are rounded.

        >>> tt.div(tt.tensor([-7, 7]), 2, rounding_mode="trunc")
        tensor([-3,  3])
    """,
)

div_trunc = binary(
    "div_trunc(Tensor self, Tensor other) -> Tensor",
    accepts=INTEGRAL | FLOATING,
    functor="division.h:DivTrunc",
    exact_numbers=True,
    function=False,
    method=False,
    doc="""
    The quotient `input / other` rounded towards 0: what `div` with a rounding mode is.

    The shapes are broadcast and the dtypes promoted; either operand may be a Python number.

    Raises RuntimeError when the shapes cannot be broadcast, and when integers are divided by 0.

        >>> tt.ops.div_trunc(tt.tensor([-7, 7]), 2)
        tensor([-3,  3])
    """,
)

div_floor = binary(
    "div_floor(Tensor self, Tensor other) -> Tensor",
    accepts=INTEGRAL | FLOATING,
    functor="division.h:FloorDivide",
    exact_numbers=True,
    function=False,
    method=False,
    doc="""
    The quotient `input / other` rounded towards -inf: what `div` with a rounding mode is.

    The shapes are broadcast and the dtypes promoted; either operand may be a Python number.

    Raises RuntimeError when the shapes cannot be broadcast, and when integers are divided by 0.

        >>> tt.ops.div_floor(tt.tensor([-7, 7]), 2)
        tensor([-4,  3])
    """,
)

floor_divide = binary(
    "floor_divide(Tensor self, Tensor other) -> Tensor",
    accepts=INTEGRAL | FLOATING,
    functor="division.h:FloorDivide",
    exact_numbers=True,
    slot="nb_floor_divide",
    numpy="floor_divide",
    doc="""
    The quotient `input / other` rounded towards -inf, as Python's `//` does.

    The shapes are broadcast and the dtypes promoted; either operand may be a Python number.
    The derivative is 0.

    Raises RuntimeError when the shapes cannot be broadcast, and when integers are divided by 0;
    NotImplementedError for bool and complex dtypes.

        >>> tt.floor_divide(tt.tensor([-7, 7]), 2)
        tensor([-4,  3])
    """,
)

remainder = binary(
    "remainder.Tensor(Tensor self, Tensor other) -> Tensor",
    accepts=INTEGRAL | FLOATING,
    functor="division.h:Remainder",
    slot="nb_remainder",
    numpy="remainder",
    doc="""
    What `input // other` leaves: `input - other * floor(input / other)`, with the sign of `other`.

    The shapes are broadcast and the dtypes promoted; either operand may be a Python number.
    The remainder of a division by 0.0 is NaN.

    Raises RuntimeError when the shapes cannot be broadcast, and when integers are divided by 0;
    NotImplementedError for bool and complex dtypes.

        >>> tt.remainder(tt.tensor([-7, 7]), 4)
        tensor([1, 3])
    """,
)

pow = binary(
    "pow.Tensor_Tensor(Tensor self, Tensor exponent) -> Tensor",
    accepts=NUMBERS,
    functor="power.h:Pow",
    slot="nb_power",
    numpy="power",
    doc="""
    `input` to the power of `exponent`, element by element.

    The shapes are broadcast and the dtypes promoted; either operand may be a Python number. Powers of
    integers wrap around; their negative powers are rounded to 0, but for those of 1 and -1. The number
    0.5 as exponent is a square root: NaN for -inf.

    Raises RuntimeError when the shapes cannot be broadcast, and for a negative integer as exponent of
    integers; NotImplementedError for bool.

        >>> tt.pow(tt.tensor([2.0, 3.0]), tt.tensor([3.0, -1.0]))
        tensor([8.0000, 0.3333])
    """,
)

maximum = binary(
    "maximum(Tensor self, Tensor other) -> Tensor",
    accepts=REAL,
    functor="extrema.h:Maximum",
    numpy="maximum",
    inplace=False,
    doc="""
    The larger of `input` and `other`, element by element; NaN where one of them is.

    The shapes are broadcast and the dtypes promoted; either operand may be a Python number.
    Of equal elements each gets half of the gradient.

    Raises RuntimeError when the shapes cannot be broadcast, NotImplementedError for complex dtypes.

        >>> tt.maximum(tt.tensor([1.0, 3.0]), 2)
        tensor([2., 3.])
    """,
)

minimum = binary(
    "minimum(Tensor self, Tensor other) -> Tensor",
    accepts=REAL,
    functor="extrema.h:Minimum",
    numpy="minimum",
    inplace=False,
    doc="""
    The smaller of `input` and `other`, element by element; NaN where one of them is.

    The shapes are broadcast and the dtypes promoted; either operand may be a Python number.
    Of equal elements each gets half of the gradient.

    Raises RuntimeError when the shapes cannot be broadcast, NotImplementedError for complex dtypes.

        >>> tt.minimum(tt.tensor([1.0, 3.0]), 2)
        tensor([1., 2.])
    """,
)
