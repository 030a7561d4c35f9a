"""Derivatives of the adjoints of views: linear, so each is the view itself."""

from tt_autograd.registration import derivative
from tt_core import _C, Tensor, ops

derivative("select_backward", grad_output=lambda grad, dim, index: grad.select(dim, index))

derivative(
    "slice_backward",
    grad_output=lambda grad, dim, start, end, step: ops.slice(grad, dim, start, end, step),
)


def last_element(size: tuple[int, ...], stride: tuple[int, ...]) -> int:
    """The offset of the last element from the first."""
    return sum((length - 1) * step for length, step in zip(size, stride, strict=True))


def as_strided_backward_grad_output(
    grad: Tensor,
    input_sizes: tuple[int, ...],
    input_strides: tuple[int, ...],
    input_offset: int,
    size: tuple[int, ...],
    stride: tuple[int, ...],
    storage_offset: int | None,
) -> Tensor:
    """The adjoint of "add to the storage where the view shows it, read where the input does", backwards."""
    offset = input_offset if storage_offset is None else storage_offset
    if 0 in input_sizes or 0 in size:
        return ops.zeros(size, dtype=grad.dtype, device=grad.device)
    first = min(offset, input_offset)
    ends = (offset + last_element(size, stride), input_offset + last_element(input_sizes, input_strides))
    flat = (max(ends) + 1 - first,)

    def in_storage(values: Tensor) -> Tensor:
        return ops.as_strided_backward(
            values, flat, (1,), 0, input_sizes, input_strides, input_offset - first
        )

    storage = in_storage(grad)
    if _C.has_internal_overlap(list(input_sizes), list(input_strides)):
        # An element that the input shows several times shares its gradient between them.
        times = in_storage(ops.ones_like(grad, dtype=_C.float64)).tolist()
        shares = _C.tensor_from_data([1 / count if count else 0.0 for count in times], _C.float64)
        storage = storage * shares.to(grad.device, grad.dtype)
    return ops.as_strided(storage, size, stride, offset - first)


derivative("as_strided_backward", grad_output=as_strided_backward_grad_output)
