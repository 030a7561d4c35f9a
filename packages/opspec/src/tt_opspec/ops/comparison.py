"""Comparisons of two tensors: facts only, the element is computed by the functor named here."""

from tt_opspec.dtypes import ALL, REAL
from tt_opspec.families import binary

eq = binary(
    "eq.Tensor(Tensor self, Tensor other) -> Tensor",
    accepts=ALL,
    promotes="to_bool",
    functor="comparison.h:Eq",
    slot="tp_eq",
    numpy="equal",
    doc="""
    Whether `input == other`, element by element: a bool tensor.

    The shapes are broadcast and the dtypes promoted; either operand may be a Python number.
    A comparison with NaN is false. `eq_` writes 0 and 1 in the dtype of the tensor.

    Raises RuntimeError when the shapes cannot be broadcast.

        >>> tt.eq(tt.tensor([1.0, 2.0, 3.0]), 2)
        tensor([False,  True, False])
    """,
)

ne = binary(
    "ne.Tensor(Tensor self, Tensor other) -> Tensor",
    accepts=ALL,
    promotes="to_bool",
    functor="comparison.h:Ne",
    slot="tp_ne",
    numpy="not_equal",
    doc="""
    Whether `input != other`, element by element: a bool tensor.

    The shapes are broadcast and the dtypes promoted; either operand may be a Python number.
    NaN differs from every number, itself included. `ne_` writes 0 and 1 in the dtype of the tensor.

    Raises RuntimeError when the shapes cannot be broadcast.

        >>> tt.ne(tt.tensor([1.0, 2.0, 3.0]), 2)
        tensor([ True, False,  True])
    """,
)

lt = binary(
    "lt.Tensor(Tensor self, Tensor other) -> Tensor",
    accepts=REAL,
    promotes="to_bool",
    functor="comparison.h:Lt",
    slot="tp_lt",
    numpy="less",
    doc="""
    Whether `input < other`, element by element: a bool tensor.

    The shapes are broadcast and the dtypes promoted; either operand may be a Python number. A comparison
    with NaN is false. Complex numbers have no order. `lt_` writes 0 and 1 in the dtype of the tensor.

    Raises RuntimeError when the shapes cannot be broadcast, NotImplementedError for complex dtypes.

        >>> tt.lt(tt.tensor([1.0, 2.0, 3.0]), 2)
        tensor([ True, False, False])
    """,
)

le = binary(
    "le.Tensor(Tensor self, Tensor other) -> Tensor",
    accepts=REAL,
    promotes="to_bool",
    functor="comparison.h:Le",
    slot="tp_le",
    numpy="less_equal",
    doc="""
    Whether `input <= other`, element by element: a bool tensor.

    The shapes are broadcast and the dtypes promoted; either operand may be a Python number. A comparison
    with NaN is false. Complex numbers have no order. `le_` writes 0 and 1 in the dtype of the tensor.

    Raises RuntimeError when the shapes cannot be broadcast, NotImplementedError for complex dtypes.

        >>> tt.le(tt.tensor([1.0, 2.0, 3.0]), 2)
        tensor([ True,  True, False])
    """,
)

gt = binary(
    "gt.Tensor(Tensor self, Tensor other) -> Tensor",
    accepts=REAL,
    promotes="to_bool",
    functor="comparison.h:Gt",
    slot="tp_gt",
    numpy="greater",
    doc="""
    Whether `input > other`, element by element: a bool tensor.

    The shapes are broadcast and the dtypes promoted; either operand may be a Python number. A comparison
    with NaN is false. Complex numbers have no order. `gt_` writes 0 and 1 in the dtype of the tensor.

    Raises RuntimeError when the shapes cannot be broadcast, NotImplementedError for complex dtypes.

        >>> tt.gt(tt.tensor([1.0, 2.0, 3.0]), 2)
        tensor([False, False,  True])
    """,
)

ge = binary(
    "ge.Tensor(Tensor self, Tensor other) -> Tensor",
    accepts=REAL,
    promotes="to_bool",
    functor="comparison.h:Ge",
    slot="tp_ge",
    numpy="greater_equal",
    doc="""
    Whether `input >= other`, element by element: a bool tensor.

    The shapes are broadcast and the dtypes promoted; either operand may be a Python number. A comparison
    with NaN is false. Complex numbers have no order. `ge_` writes 0 and 1 in the dtype of the tensor.

    Raises RuntimeError when the shapes cannot be broadcast, NotImplementedError for complex dtypes.

        >>> tt.ge(tt.tensor([1.0, 2.0, 3.0]), 2)
        tensor([False,  True,  True])
    """,
)
