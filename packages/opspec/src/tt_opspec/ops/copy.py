"""Copies, casts and moves between devices, filling, and reading one element back to Python."""

from tt_opspec.dtypes import NUMBERS
from tt_opspec.families import composite, irregular

copy_ = irregular(
    "copy_(Tensor(a!) self, Tensor src, bool non_blocking=False) -> Tensor(a!)",
    function=False,
    numbers=True,
    numpy="copyto",
    slot="assign_tensor",
    doc="""
    Writes the elements of `src` into `self`, cast to its dtype and moved to its device; returns `self`.

    `src` is broadcast to the shape of `self`; it may be a Python number. With `non_blocking` a copy between host
    and device may still be under way on return.

    Raises RuntimeError when `src` cannot be broadcast.

        >>> tt.zeros(2, dtype=tt.int64).copy_(tt.tensor([1.5, 2.5]))
        tensor([1, 2])
    """,
)

clone = irregular(
    "clone(Tensor self, *, MemoryFormat? memory_format=None) -> Tensor",
    numpy="copy",
    slot="clone",
    doc="""
    A copy of `input` with memory of its own; gradients flow through it.

    Strides are kept when `input` is dense and without overlap, unless `memory_format` asks for another order.

        >>> x = tt.ones(2)
        >>> x.clone().fill_(5), x
        (tensor([5., 5.]), tensor([1., 1.]))
    """,
)

contiguous = composite(
    "contiguous(Tensor(a) self, *, MemoryFormat memory_format=contiguous_format) -> Tensor(a)",
    function=False,
    numpy="ascontiguousarray",
    doc="""
    `self` if its elements lie in memory one after the other, else a copy where they do.

        >>> tt.zeros(2, 3).t().contiguous().stride()
        (2, 1)
    """,
)

positive = composite(
    "positive(Tensor(a) self) -> Tensor(a)",
    accepts=NUMBERS,
    slot="nb_positive",
    numpy="positive",
    doc="""
    `input` itself, as Python's `+x` of a number.

    Raises RuntimeError for bool.

        >>> tt.positive(tt.tensor([1, -2]))
        tensor([ 1, -2])
    """,
)

reshape = composite(
    "reshape(Tensor(a) self, int[] shape) -> Tensor(a)",
    varargs=True,
    numpy="reshape",
    doc="""
    `input` in another shape, its elements in the same order: a view where the strides allow it, else a copy.

    One size may be -1 and follows from the others. `shape` may be given to the method as separate ints.

    Raises RuntimeError when the number of elements differs.

        >>> tt.reshape(tt.tensor([[1, 2], [3, 4]]), (-1,))
        tensor([1, 2, 3, 4])
    """,
)

to_device = composite(
    "to.device(Tensor(a) self, Device? device=None, ScalarType? dtype=None, bool non_blocking=False, "
    "bool copy=False) -> Tensor(a)",
    function=False,
    doc="""
    `self` on `device` and in `dtype`: `self` itself if it is there already, unless `copy`.

    What is not given stays as it is. With `non_blocking` a copy between host and device may still be under
    way on return.

        >>> tt.ones(2).to("cpu", tt.float64).dtype
        tt.float64
    """,
)

to_dtype = composite(
    "to.dtype(Tensor(a) self, ScalarType dtype, bool non_blocking=False, bool copy=False) -> Tensor(a)",
    function=False,
    doc="""
    `self` in `dtype`: `self` itself if it has it already, unless `copy`.

        >>> tt.tensor([1.7, -1.7]).to(tt.int64)
        tensor([ 1, -1])
    """,
)

to_other = composite(
    "to.other(Tensor(a) self, Tensor other, bool non_blocking=False, bool copy=False) -> Tensor(a)",
    function=False,
    doc="""
    `self` on the device and in the dtype of `other`: `self` itself if both are the same, unless `copy`.

        >>> tt.ones(2).to(tt.zeros(1, dtype=tt.int8)).dtype
        tt.int8
    """,
)

to_copy = irregular(
    "_to_copy(Tensor self, *, ScalarType? dtype=None, Device? device=None, "
    "bool non_blocking=False) -> Tensor",
    function=False,
    method=False,
    doc="""
    A copy of `self` in `dtype` on `device`, always; the differentiable op under `Tensor.to`.

        >>> tt.ops._to_copy(tt.ones(2), dtype=tt.int64)
        tensor([1, 1])
    """,
)

fill_ = irregular(
    "fill_.Scalar(Tensor(a!) self, Scalar value) -> Tensor(a!)",
    slot="assign_number",
    doc="""
    Writes `value` to every element of `input` and returns it.

    Raises RuntimeError when `value` is complex and the dtype is not.

        >>> tt.zeros(2).fill_(3)
        tensor([3., 3.])
    """,
)

zero_ = irregular(
    "zero_(Tensor(a!) self) -> Tensor(a!)",
    doc="""
    Writes 0 to every element of `input` and returns it.

        >>> tt.ones(2).zero_()
        tensor([0., 0.])
    """,
)

item = irregular(
    "item(Tensor self) -> Scalar",
    function=False,
    numpy="ndarray.item",
    slot="item",
    doc="""
    The only element of `self` as a Python bool, int, float or complex.

    Waits for the device that computes it. Raises RuntimeError when there is not exactly one element.

        >>> tt.tensor([2.5]).item()
        2.5
    """,
)
