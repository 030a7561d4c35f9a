"""Elementary functions of one tensor: facts only, the element is computed by the functor named here."""

from tt_opspec.dtypes import ALL, FLOATING, INTEGRAL, NUMBERS
from tt_opspec.families import unary

log = unary(
    "log(Tensor self) -> Tensor",
    accepts=ALL,
    promotes="int_to_float",
    functor="elementary.h:Log",
    numpy="log",
    doc="""
    The natural logarithm of each element of `input`.

    The result has the shape of `input`. Floating and complex dtypes are kept, bool and integers give the
    default floating dtype. log(0) is -inf, that of a negative number NaN.

    Raises RuntimeError when the result cannot be cast to the dtype of `out`.

        >>> tt.log(tt.tensor([1.0, 10.0]))
        tensor([0.0000, 2.3026])
    """,
)

sqrt = unary(
    "sqrt(Tensor self) -> Tensor",
    accepts=ALL,
    promotes="int_to_float",
    functor="elementary.h:Sqrt",
    numpy="sqrt",
    doc="""
    The square root of each element of `input`.

    The result has the shape of `input`. Floating and complex dtypes are kept, bool and integers give the
    default floating dtype. That of a negative number is NaN, and sqrt(-0) is -0.

    Raises RuntimeError when the result cannot be cast to the dtype of `out`.

        >>> tt.sqrt(tt.tensor([4.0, 2.0]))
        tensor([2.0000, 1.4142])
    """,
)

tanh = unary(
    "tanh(Tensor self) -> Tensor",
    accepts=ALL,
    promotes="int_to_float",
    functor="elementary.h:Tanh",
    numpy="tanh",
    doc="""
    The hyperbolic tangent of each element of `input`.

    The result has the shape of `input`. Floating and complex dtypes are kept, bool and integers give the
    default floating dtype. The results lie between -1 and 1.

    Raises RuntimeError when the result cannot be cast to the dtype of `out`.

        >>> tt.tanh(tt.tensor([0.0, 1.0]))
        tensor([0.0000, 0.7616])
    """,
)

sigmoid = unary(
    "sigmoid(Tensor self) -> Tensor",
    accepts=ALL,
    promotes="int_to_float",
    functor="elementary.h:Sigmoid",
    doc="""
    The logistic function `1 / (1 + exp(-input))` of each element.

    The result has the shape of `input`. Floating and complex dtypes are kept, bool and integers give the
    default floating dtype. The results lie between 0 and 1.

    Raises RuntimeError when the result cannot be cast to the dtype of `out`.

        >>> tt.sigmoid(tt.tensor([0.0, 1.0]))
        tensor([0.5000, 0.7311])
    """,
)

abs = unary(
    "abs(Tensor self) -> Tensor",
    accepts=NUMBERS,
    promotes="complex_to_real",
    functor="extrema.h:Abs",
    slot="nb_absolute",
    numpy="abs",
    doc="""
    The absolute value of each element of `input`.

    The result has the shape and dtype of `input`, or the dtype of its parts where that is complex. The
    smallest integer of a dtype stays itself.

    Raises NotImplementedError for bool, RuntimeError for complex numbers in place or into an `out` of
    another complex dtype.

        >>> tt.abs(tt.tensor([-1.5, 2.0]))
        tensor([1.5000, 2.0000])
    """,
)

relu = unary(
    "relu(Tensor self) -> Tensor",
    accepts=INTEGRAL | FLOATING,
    functor="extrema.h:Relu",
    doc="""
    The larger of each element of `input` and 0; NaN stays NaN.

    The result has the shape and dtype of `input`.

    Raises NotImplementedError for bool and complex dtypes.

        >>> tt.relu(tt.tensor([-1.0, 2.0]))
        tensor([0., 2.])
    """,
)
