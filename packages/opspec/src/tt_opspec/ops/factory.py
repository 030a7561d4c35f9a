"""Factories: new tensors from a shape, or of the shape of another tensor."""

from tt_opspec.dtypes import FLOATING, INTEGRAL
from tt_opspec.families import factory

empty = factory(
    "empty(int[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, "
    "bool requires_grad=False) -> Tensor",
    varargs=True,
    numpy="empty",
    doc="""
    A tensor of shape `size` whose elements are whatever the memory held.

    `dtype` defaults to the default dtype, `device` to the default device. `size` may be given as separate
    ints.

    Raises RuntimeError for a negative size.

        >>> tt.empty(2, 3).shape
        tt.Size([2, 3])
    """,
)

zeros = factory(
    "zeros(int[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, "
    "bool requires_grad=False) -> Tensor",
    varargs=True,
    numpy="zeros",
    doc="""
    A tensor of shape `size` filled with 0.

    `dtype` defaults to the default dtype, `device` to the default device. `size` may be given as separate
    ints.

    Raises RuntimeError for a negative size.

        >>> tt.zeros(2, 3)
        tensor([[0., 0., 0.],
                [0., 0., 0.]])
    """,
)

ones = factory(
    "ones(int[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, "
    "bool requires_grad=False) -> Tensor",
    varargs=True,
    numpy="ones",
    doc="""
    A tensor of shape `size` filled with 1.

    `dtype` defaults to the default dtype, `device` to the default device. `size` may be given as separate
    ints.

    Raises RuntimeError for a negative size.

        >>> tt.ones(3)
        tensor([1., 1., 1.])
    """,
)

full = factory(
    "full(int[] size, Scalar fill_value, *, ScalarType? dtype=None, Layout? layout=None, "
    "Device? device=None, bool requires_grad=False) -> Tensor",
    numpy="full",
    doc="""
    A tensor of shape `size` filled with `fill_value`.

    Without `dtype`, it follows from `fill_value`: bool, int64, the default dtype, or the complex dtype that
    goes with it. `size` is a sequence of ints.

    Raises RuntimeError for a negative size.

        >>> tt.full((2, 2), 7)
        tensor([[7, 7],
                [7, 7]])
    """,
)

empty_like = factory(
    "empty_like(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, "
    "bool requires_grad=False) -> Tensor",
    out=False,
    numpy="empty_like",
    doc="""
    A tensor of the shape of `input` whose elements are whatever the memory held.

    `dtype`, `layout` and `device` default to those of `input`. The dimensions lie in memory in the order they
    have in `input` when that is dense and without overlap.

        >>> tt.empty_like(tt.zeros(2, 3)).shape
        tt.Size([2, 3])
    """,
)

zeros_like = factory(
    "zeros_like(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, "
    "bool requires_grad=False) -> Tensor",
    out=False,
    numpy="zeros_like",
    doc="""
    A tensor of the shape of `input` filled with 0.

    `dtype`, `layout` and `device` default to those of `input`.

        >>> tt.zeros_like(tt.tensor([1, 2]))
        tensor([0, 0])
    """,
)

ones_like = factory(
    "ones_like(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, "
    "bool requires_grad=False) -> Tensor",
    out=False,
    numpy="ones_like",
    doc="""
    A tensor of the shape of `input` filled with 1.

    `dtype`, `layout` and `device` default to those of `input`.

        >>> tt.ones_like(tt.tensor([1, 2]))
        tensor([1, 1])
    """,
)

arange = factory(
    "arange(Scalar end, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, "
    "bool requires_grad=False) -> Tensor",
    kernel="ranges",
    accepts=INTEGRAL | FLOATING,
    numpy="arange",
    doc="""
    The numbers 0, 1, 2 and so on below `end`.

    Without `dtype`, the result is int64 for an int and of the default dtype for a float.

    Raises RuntimeError for a negative, infinite or complex `end`.

        >>> tt.arange(4)
        tensor([0, 1, 2, 3])
    """,
)

arange_start = factory(
    "arange.start(Scalar start, Scalar end, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, "
    "bool requires_grad=False) -> Tensor",
    kernel="ranges",
    accepts=INTEGRAL | FLOATING,
    numpy="arange",
    doc="""
    The numbers from `start` on in steps of 1, below `end`.

    Without `dtype`, the result is int64 for ints and of the default dtype if there is a float.

    Raises RuntimeError when `end` is less than `start`.

        >>> tt.arange(2, 5)
        tensor([2, 3, 4])
    """,
)

arange_step = factory(
    "arange.start_step(Scalar start, Scalar end, Scalar step=1, *, ScalarType? dtype=None, Layout? layout=None, "
    "Device? device=None, bool requires_grad=False) -> Tensor",
    kernel="ranges",
    accepts=INTEGRAL | FLOATING,
    numpy="arange",
    doc="""
    The numbers `start + i * step` up to `end`, which is not among them.

    Without `dtype`, the result is int64 for ints and of the default dtype if there is a float. Floats are computed
    in float64; whether one that should equal `end` is among them depends on its rounding.

    Raises RuntimeError for a `step` of 0, or of the wrong sign.

        >>> tt.arange(1, 2, 0.25)
        tensor([1.0000, 1.2500, 1.5000, 1.7500])
    """,
)

eye = factory(
    "eye(int n, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, "
    "bool requires_grad=False) -> Tensor",
    numpy="eye",
    doc="""
    An `n` by `n` matrix with ones on the diagonal and zeros elsewhere.

    `dtype` defaults to the default dtype.

    Raises RuntimeError for a negative `n`.

        >>> tt.eye(2)
        tensor([[1., 0.],
                [0., 1.]])
    """,
)

eye_m = factory(
    "eye.m(int n, int m, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, "
    "bool requires_grad=False) -> Tensor",
    numpy="eye",
    doc="""
    An `n` by `m` matrix with ones on the diagonal and zeros elsewhere.

    `dtype` defaults to the default dtype.

    Raises RuntimeError for a negative `n` or `m`.

        >>> tt.eye(2, 3)
        tensor([[1., 0., 0.],
                [0., 1., 0.]])
    """,
)
