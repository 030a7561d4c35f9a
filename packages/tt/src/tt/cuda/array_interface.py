"""`__cuda_array_interface__`, version 3: a tensor's memory for libraries without DLPack, and theirs as a tensor."""

from collections.abc import Callable
from math import inf
from numbers import Integral
from operator import index
from typing import Any

from tt.cuda.streams import ExternalStream, current_stream
from tt_core import _C, Tensor

_CODES = {
    "bool": "|b1", "uint8": "|u1", "uint16": "<u2", "uint32": "<u4", "uint64": "<u8",
    "int8": "|i1", "int16": "<i2", "int32": "<i4", "int64": "<i8",
    "float16": "<f2", "float32": "<f4", "float64": "<f8", "complex64": "<c8", "complex128": "<c16",
}  # fmt: skip


def _are_whole(values: Any, least: float) -> bool:
    return isinstance(values, tuple) and all(
        isinstance(each, Integral) and index(each) >= least for each in values
    )


_PARTS: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "shape": ("a tuple of sizes", lambda given: _are_whole(given, 0)),
    "typestr": ("a str such as '<f4'", lambda given: isinstance(given, str)),
    "data": ("(address, read_only)", lambda given: _are_whole(given, 0) and len(given) == 2),
    "strides": ("a tuple of bytes, or None", lambda given: given is None or _are_whole(given, -inf)),
}


def describe(tensor: Tensor) -> dict[str, Any]:
    """The interface's dict. Raises AttributeError off CUDA, as if there were none, and for bfloat16, which it lacks."""
    if not tensor.is_cuda:
        raise AttributeError(f"__cuda_array_interface__: the tensor is on {tensor.device}")
    code = _CODES.get(str(tensor.dtype).rpartition(".")[2])
    if code is None:
        raise AttributeError(
            f"__cuda_array_interface__: {tensor.dtype} has no code\nhint: tensor.to(tt.float32)"
        )
    if tensor.requires_grad:
        raise RuntimeError("__cuda_array_interface__: the tensor requires grad\nhint: tensor.detach()")
    return {
        "shape": tuple(tensor.shape),
        "strides": None
        if tensor.is_contiguous()
        else tuple(step * tensor.itemsize for step in tensor.stride()),
        "typestr": code,
        "data": (tensor.data_ptr() if tensor.numel() else 0, False),
        "version": 3,
        "stream": current_stream(tensor.device).cuda_stream or 1,
    }


def tensor_from(array: Any) -> Tensor:
    """A tensor over the memory of an object with the interface, on the current device; no element is copied."""
    facts = _checked(array.__cuda_array_interface__)
    name = next((name for name, code in _CODES.items() if code[1:] == facts["typestr"][1:]), None)
    if name is None or facts["typestr"][0] == ">" or facts.get("mask") is not None:
        raise TypeError(f"as_tensor: elements of type {facts['typestr']!r} have no dtype")
    dtype = getattr(_C, name)
    shape = [index(size) for size in facts["shape"]]
    size = int(facts["typestr"][2:])
    steps = facts.get("strides") or _contiguous(shape, size)
    if len(steps) != len(shape):
        raise ValueError(f"as_tensor: {len(steps)} strides do not fit {len(shape)} dims")
    if not facts["data"][0] and all(shape):
        raise ValueError(f"as_tensor: an array of shape {tuple(shape)} has its memory at address 0")
    if any(step % size for step in steps):
        raise ValueError(
            f"as_tensor: strides {tuple(steps)} are no multiples of the {size} bytes of an element"
        )
    if (stream := facts.get("stream")) is not None:
        current_stream().wait_stream(ExternalStream(stream))
    return _C.tensor_over(
        array,
        facts["data"][0],
        shape,
        [step // size for step in steps],
        dtype,
        _C.device("cuda", current_stream().device_index),
    )


def _checked(facts: Any) -> dict[str, Any]:
    if not isinstance(facts, dict):
        raise TypeError(f"as_tensor: expected a dict as __cuda_array_interface__, got {type(facts).__name__}")
    for part, (what, fits) in _PARTS.items():
        if not fits(facts.get(part)):
            seen = repr(facts[part]) if part in facts else "nothing"
            raise TypeError(f"as_tensor: expected {what} as {part!r} of __cuda_array_interface__, got {seen}")
    return facts


def _contiguous(shape: list[int], size: int) -> list[int]:
    steps = [size] * len(shape)
    for dim in range(len(shape) - 2, -1, -1):
        steps[dim] = steps[dim + 1] * max(shape[dim + 1], 1)
    return steps
