"""Factories that are methods: fresh tensors of a given size, with the dtype and device of a tensor that is there."""

from tt_opspec.families import factory

new_empty = factory(
    "new_empty(Tensor self, int[] size, *, ScalarType? dtype=None, Layout? layout=None, "
    "Device? device=None, bool requires_grad=False) -> Tensor",
    function=False,
    method=True,
    out=False,
    varargs=True,
    doc="""
    A tensor of shape `size` whose elements are whatever the memory held.

    `dtype` and `device` default to those of this tensor. `size` may be given as separate ints.

    Raises RuntimeError for a negative size.

        >>> tt.ones(2, dtype=tt.float64).new_empty(2, 3).dtype
        tt.float64
    """,
)

new_zeros = factory(
    "new_zeros(Tensor self, int[] size, *, ScalarType? dtype=None, Layout? layout=None, "
    "Device? device=None, bool requires_grad=False) -> Tensor",
    function=False,
    method=True,
    out=False,
    varargs=True,
    doc="""
    A tensor of shape `size` filled with 0.

    `dtype` and `device` default to those of this tensor. `size` may be given as separate ints.

    Raises RuntimeError for a negative size.

        >>> tt.ones(2, dtype=tt.int64).new_zeros(3)
        tensor([0, 0, 0])
    """,
)

new_ones = factory(
    "new_ones(Tensor self, int[] size, *, ScalarType? dtype=None, Layout? layout=None, "
    "Device? device=None, bool requires_grad=False) -> Tensor",
    function=False,
    method=True,
    out=False,
    varargs=True,
    doc="""
    A tensor of shape `size` filled with 1.

    `dtype` and `device` default to those of this tensor. `size` may be given as separate ints.

    Raises RuntimeError for a negative size.

        >>> tt.zeros(2, dtype=tt.int64).new_ones(3)
        tensor([1, 1, 1])
    """,
)

new_full = factory(
    "new_full(Tensor self, int[] size, Scalar fill_value, *, ScalarType? dtype=None, Layout? layout=None, "
    "Device? device=None, bool requires_grad=False) -> Tensor",
    function=False,
    method=True,
    out=False,
    doc="""
    A tensor of shape `size` filled with `fill_value`.

    `dtype` and `device` default to those of this tensor. `size` is a sequence of ints.

    Raises RuntimeError for a negative size, and for a value that does not fit the dtype.

        >>> tt.ones(2, dtype=tt.int64).new_full((3,), 7)
        tensor([7, 7, 7])
    """,
)
