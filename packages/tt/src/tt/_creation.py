"""Tensors from Python data and from NumPy arrays: `tensor`, `as_tensor`, `from_numpy`."""

import sys
import warnings
from typing import Any

from tt_core import _C, Tensor


def tensor(data: Any, *, dtype: Any = None, device: Any = None, requires_grad: bool = False) -> Tensor:
    """A new tensor with a copy of `data`: a number, nested lists or tuples of numbers, or an array.

    Without `dtype` it is bool, int64, the default floating dtype or its complex one, the least that holds
    all numbers; NumPy's arrays and scalars keep their own. Lists of unequal length and ints beyond int64
    raise ValueError, strings TypeError, other objects RuntimeError, or TypeError when `dtype` is given.

        >>> tt.tensor([[1, 2], [3, 4]])
        tensor([[1, 2],
                [3, 4]])
    """
    if isinstance(data, Tensor):
        _warn_of_tensor("tt.tensor(tensor)")
    return _made("tensor", data, dtype, device, requires_grad)


def new_tensor(
    self: Tensor, data: Any, *, dtype: Any = None, device: Any = None, requires_grad: bool = False
) -> Tensor:
    """A new tensor with a copy of `data`, as `tt.tensor` makes it, of the dtype and on the device of this tensor.

    >>> tt.ones(2, dtype=tt.float64).new_tensor([1, 2])
    tensor([1., 2.], dtype=tt.float64)
    """
    if isinstance(data, Tensor):
        _warn_of_tensor("new_tensor(tensor)")
    dtype = self.dtype if dtype is None else dtype
    device = self.device if device is None else device
    return _made("new_tensor", data, dtype, device, requires_grad)


def _warn_of_tensor(call: str) -> None:
    says = f"To copy a tensor, tensor.detach().clone() says so; {call} does the same."
    warnings.warn(says, UserWarning, stacklevel=3)


def _made(function: str, data: Any, dtype: Any, device: Any, requires_grad: bool) -> Tensor:
    if isinstance(data, Tensor):
        made = data.detach().clone()
        if dtype is not None or device is not None:
            made = _converted(made, dtype, device)
    elif _is_cuda_array(data):
        made = as_tensor(data, dtype).clone()
    elif _is_array(data):
        made = _copied(data)
        if dtype is not None:
            made = made.to(dtype)
    else:
        made = _C.tensor_from_data(data, dtype, function)
    if device is not None:
        made = made.to(device)
    if requires_grad:
        made.requires_grad = True
    return made


def as_tensor(data: Any, dtype: Any = None, device: Any = None) -> Tensor:
    """`data` as a tensor, sharing memory when it is a tensor or an array of the right dtype and device.

    Arrays are NumPy's, and those on CUDA that have `__cuda_array_interface__`, such as CuPy's.
    """
    if _is_cuda_array(data):
        from tt.cuda.array_interface import tensor_from

        data = tensor_from(data)
    elif _is_array(data) and not any(stride < 0 for stride in data.strides):
        data = from_numpy(data)
    if not isinstance(data, Tensor):
        return _made("as_tensor", data, dtype, device, False)
    if dtype is not None or device is not None:
        return _converted(data, dtype, device)
    return data


def from_numpy(ndarray: Any) -> Tensor:
    """A tensor over the memory of `ndarray`, without a copy: writes are seen on both sides.

    Raises TypeError for other objects and for dtypes without a counterpart, ValueError for negative strides
    and foreign byte order. A read-only array gives a warning, since a tensor cannot be read-only.

        >>> tt.from_numpy(numpy.arange(3))
        tensor([0, 1, 2])
    """
    if not _is_array(ndarray):
        raise TypeError(f"from_numpy: expected a numpy.ndarray, got {type(ndarray).__name__}")
    return _C.tensor_from_buffer(ndarray)


def _converted(tensor: Tensor, dtype: Any, device: Any) -> Tensor:
    return tensor.to(
        device=tensor.device if device is None else device,
        dtype=tensor.dtype if dtype is None else dtype,
    )


def _is_cuda_array(data: Any) -> bool:
    return not isinstance(data, Tensor) and hasattr(type(data), "__cuda_array_interface__")


def _is_array(data: Any) -> bool:
    # An array can only exist when somebody imported numpy; we do not.
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(data, numpy.ndarray)


def _copied(array: Any) -> Tensor:
    numpy = sys.modules["numpy"]
    native = array.astype(array.dtype.newbyteorder("="), order="C", copy=True)
    return _C.tensor_from_buffer(numpy.ascontiguousarray(native).reshape(array.shape))
