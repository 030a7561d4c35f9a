"""Ops that derivative formulas call: the adjoints of views and of broadcasting."""

from tt_opspec.families import composite, irregular

select_backward = irregular(
    "select_backward(Tensor grad_output, int[] input_sizes, int dim, int index) -> Tensor",
    function=False,
    method=False,
    doc="""
    The gradient of `select`: zeros of shape `input_sizes`, and `grad_output` at `index` of dimension `dim`.

        >>> tt.ops.select_backward(tt.tensor(1.0), (3,), 0, 1)
        tensor([0., 1., 0.])
    """,
)

slice_backward = irregular(
    "slice_backward(Tensor grad_output, int[] input_sizes, int dim, int start, int end, int step) -> Tensor",
    function=False,
    method=False,
    doc="""
    The gradient of `slice`: zeros of shape `input_sizes`, and `grad_output` at `start:end:step` of `dim`.

        >>> tt.ops.slice_backward(tt.ones(2), (4,), 0, 0, 4, 2)
        tensor([1., 0., 1., 0.])
    """,
)

as_strided_backward = irregular(
    "as_strided_backward(Tensor grad_output, int[] input_sizes, int[] input_strides, int input_offset, "
    "int[] size, int[] stride, int? storage_offset=None) -> Tensor",
    function=False,
    method=False,
    doc="""
    The gradient of `as_strided`: elements of `grad_output` that the view shows several times are added up.

    `input_sizes`, `input_strides` and `input_offset` are those of the tensor that was viewed; `size`,
    `stride` and `storage_offset` are the arguments of `as_strided`. What the view does not show gets 0.

        >>> tt.ops.as_strided_backward(tt.ones(2, 2), (3,), (1,), 0, (2, 2), (1, 1))
        tensor([1., 2., 1.])
    """,
)

sum_to_size = composite(
    "sum_to_size(Tensor self, int[] size) -> Tensor",
    function=False,
    varargs=True,
    doc="""
    Sums `self` over the dimensions that broadcasting `size` would repeat; `self` if there are none.

    `size` may be given as separate ints.

    Raises RuntimeError when `size` cannot be broadcast to the shape of `self`.

        >>> tt.ones(2, 3).sum_to_size(1, 3)
        tensor([[2., 2., 2.]])
    """,
)
