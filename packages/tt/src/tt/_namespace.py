"""Step 3 of `import tt`: ops as functions, and the few methods of Tensor that are Python's.

There is no Python subclass of Tensor: what is here is attached to the one type that core made.
"""

from collections.abc import Callable
from types import FunctionType
from typing import Any

from tt import _copying
from tt._creation import from_numpy, new_tensor
from tt._dlpack import dlpack, dlpack_device
from tt_core import _C, Tensor, ops


def functions() -> dict[str, Any]:
    """Every op that the table exposes as a function, in-place forms included."""
    return {name: getattr(ops, name) for name in _C.function_names()}


def extend_tensor() -> None:
    """Attaches the methods and properties below to Tensor."""
    for name, method in _METHODS.items():
        if isinstance(method, FunctionType):  # what Python names when it is called wrongly
            method.__name__, method.__qualname__ = name, f"Tensor.{name}"
        _C.attach(name, method)
    for name, getter in _PROPERTIES.items():
        _C.attach(name, property(getter, doc=getter.__doc__))


def _tensor_repr(self: Tensor) -> str:
    from tt.printing import tensor_str

    return tensor_str(self)


def _format(self: Tensor, spec: str) -> str:
    from tt.printing import tensor_format

    return tensor_format(self, spec)


def _numpy(self: Tensor, *, force: bool = False) -> Any:
    """The tensor's memory as a NumPy array, without a copy: writes are seen on both sides.

    With `force` the tensor is detached, and copied from another device, when it has to be.

    Raises RuntimeError when the tensor requires grad, TypeError for dtypes and devices that NumPy does not have.
    """
    if force:
        self = self.detach().cpu()
    if self.requires_grad:
        raise RuntimeError(
            "numpy: can't call numpy() on a tensor that requires grad\nhint: tensor.detach().numpy()"
        )
    import numpy

    return numpy.asarray(memoryview(self))


def _array(self: Tensor, dtype: Any = None, copy: bool | None = None) -> Any:
    array = _numpy(self)
    if dtype is not None and array.dtype != dtype:
        if copy is False:
            raise ValueError(f"__array__: {self.dtype} as {dtype} needs a copy")
        return array.astype(dtype)
    return array.copy() if copy else array


def _array_wrap(self: Tensor, array: Any, context: Any = None, return_scalar: bool = False) -> Any:
    """What NumPy's functions of tensors return: a tensor, where there is a dtype for it."""
    import numpy

    array = numpy.asarray(array)
    return from_numpy(array) if array.dtype.kind in "biufc" and array.dtype.itemsize <= 16 else array


def _cpu(self: Tensor) -> Tensor:
    """The tensor on the CPU; itself when it is there."""
    return self.to("cpu")


def _cuda(self: Tensor, device: Any = None, non_blocking: bool = False) -> Tensor:
    """The tensor on a CUDA device, the current one if none is given; itself when it is there."""
    from tt.cuda.devices import index_of

    return self.to(_C.device("cuda", index_of(device)), non_blocking=non_blocking)


def _cuda_array_interface(self: Tensor) -> dict[str, Any]:
    """The tensor's memory as CUDA's array interface describes it; only on CUDA."""
    from tt.cuda.array_interface import describe

    return describe(self)


def _pin_memory(self: Tensor) -> Tensor:
    """The tensor in memory that a CUDA driver holds in place; itself when it is there.

    Raises RuntimeError for a tensor that is not on the CPU, and without a driver.
    """
    from tt_kernels import _C as kernels

    return self if kernels.cuda.is_pinned(self) else kernels.cuda.pin_memory(self)


def _is_pinned(self: Tensor) -> bool:
    """Whether the memory is pinned."""
    from tt_kernels import _C as kernels

    return bool(kernels.cuda.is_pinned(self))


def _record_stream(self: Tensor, stream: Any) -> None:
    """Says that `stream` uses the tensor's memory too, so that it is not reused before that stream is done with it.

    Raises RuntimeError for a tensor that is not on CUDA.
    """
    if not self.is_cuda:
        raise RuntimeError(f"record_stream: expected a tensor on cuda, got one on {self.device}")
    if not hasattr(stream, "cuda_stream"):
        raise TypeError(f"record_stream: expected a tt.cuda.Stream, got {type(stream).__name__}")
    from tt_kernels import _C as kernels

    kernels.cuda.record_stream(self, stream.device_index, stream.cuda_stream)


def _cast(name: str, target: Any) -> Callable[[Tensor], Tensor]:
    def cast(self: Tensor) -> Tensor:
        return self.to(target)

    cast.__doc__ = f"The tensor in {target}; itself when it has that dtype."
    return cast


def _where(self: Tensor, condition: Tensor, other: Any) -> Tensor:
    """`self` where `condition` is true, else `other`."""
    return ops.where(condition, self, other)


def _transposed(self: Tensor) -> Tensor:
    """The tensor with its dims in reverse order."""
    return ops.permute(self, tuple(range(self.ndim - 1, -1, -1)))


def _matrix_transposed(self: Tensor) -> Tensor:
    """The tensor with its last two dims swapped; without dims itself. Raises RuntimeError for one dim."""
    if self.ndim == 0:
        return self
    if self.ndim < 2:
        raise RuntimeError(f"mT: expected at least 2 dims, got {self.ndim}")
    return self.transpose(-2, -1)


_CASTS = {
    "float": "float32", "double": "float64", "half": "float16", "bfloat16": "bfloat16", "long": "int64",
    "int": "int32", "short": "int16", "char": "int8", "byte": "uint8", "bool": "bool",
    "cfloat": "complex64", "cdouble": "complex128",
}  # fmt: skip

_METHODS: dict[str, Any] = {
    "__tensor_repr__": staticmethod(_tensor_repr),
    "__format__": _format,
    "__array__": _array,
    "__array_wrap__": _array_wrap,
    "__copy__": _copying.shallow,
    "__deepcopy__": _copying.deep,
    "__reduce_ex__": _copying.reduce_ex,
    "__dlpack__": dlpack,
    "__dlpack_device__": dlpack_device,
    "__array_priority__": 1000,
    "new_tensor": new_tensor,
    "numpy": _numpy,
    "cpu": _cpu,
    "cuda": _cuda,
    "is_pinned": _is_pinned,
    "pin_memory": _pin_memory,
    "record_stream": _record_stream,
    "where": _where,
    **{name: _cast(name, getattr(_C, target)) for name, target in _CASTS.items()},
}
_PROPERTIES: dict[str, Callable[[Tensor], Any]] = {
    "T": _transposed,
    "mT": _matrix_transposed,
    "__cuda_array_interface__": _cuda_array_interface,
}
