"""A tensor without a library: flat storage with strides, just enough of Tensor for printing.

Counts the elements that are converted, so that a test can see how little of a huge tensor is read.
"""

import struct
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isfinite, prod
from typing import Any

from printed_case import Case


@dataclass
class FakeNode:
    label: str

    def name(self) -> str:
        return self.label


@dataclass
class Converted:
    elements: int = 0


def rounded(dtype: str, value: Any) -> Any:
    """The value that a tensor of `dtype` stores for `value`, as tolist() returns it."""
    if dtype == "complex64":
        return complex(rounded("float32", value.real), rounded("float32", value.imag))
    if dtype not in ("float16", "bfloat16", "float32") or not isfinite(value):
        return value
    code = "e" if dtype == "float16" else "f"
    value = struct.unpack(code, struct.pack(code, value))[0]
    if dtype != "bfloat16":
        return value
    bits = struct.unpack("I", struct.pack("f", value))[0]
    # Round to nearest, ties to even, by the upper half's last bit.
    bits = (bits + 0x7FFF + (bits >> 16 & 1)) & 0xFFFF0000
    return struct.unpack("f", struct.pack("I", bits))[0]


def row_major_strides(shape: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(prod(shape[axis + 1 :]) for axis in range(len(shape)))


@dataclass
class FakeTensor:
    """Implements what tt.printing asks of a tensor; `storage` may be a range, so that it may be huge."""

    storage: Sequence[Any]
    shape: tuple[int, ...]
    dtype: str = "tt.float32"
    device: str = "cpu"
    layout: str = "tt.strided"
    requires_grad: bool = False
    grad_fn: FakeNode | None = None
    strides: tuple[int, ...] | None = None
    offset: int = 0
    parts: "tuple[FakeTensor, FakeTensor] | None" = None
    converted: Converted = field(default_factory=Converted)

    def _view(self, shape: tuple[int, ...], strides: tuple[int, ...], offset: int) -> "FakeTensor":
        assert not self.requires_grad, "printing must detach before it indexes"
        return FakeTensor(
            self.storage, shape, self.dtype, strides=strides, offset=offset, converted=self.converted
        )

    def __getitem__(self, index: int | slice) -> "FakeTensor":
        strides = self.strides or row_major_strides(self.shape)
        if isinstance(index, int):
            assert 0 <= index < self.shape[0]
            return self._view(self.shape[1:], strides[1:], self.offset + index * strides[0])
        kept = range(self.shape[0])[index]
        return self._view((len(kept), *self.shape[1:]), strides, self.offset + kept.start * strides[0])

    def tolist(self) -> Any:
        assert self.device != "meta", "a meta tensor has no values"
        self.converted.elements += self.numel()
        return self._nested(self.shape, self.strides or row_major_strides(self.shape), self.offset)

    def _nested(self, shape: tuple[int, ...], strides: tuple[int, ...], offset: int) -> Any:
        if not shape:
            return self.storage[offset]
        return [self._nested(shape[1:], strides[1:], offset + i * strides[0]) for i in range(shape[0])]

    def numel(self) -> int:
        return prod(self.shape)

    def item(self) -> Any:
        return self.tolist()

    def cpu(self) -> "FakeTensor":
        return self

    def detach(self) -> "FakeTensor":
        return FakeTensor(
            self.storage,
            self.shape,
            self.dtype,
            self.device,
            self.layout,
            strides=self.strides,
            offset=self.offset,
            parts=self.parts,
            converted=self.converted,
        )

    def _indices(self) -> "FakeTensor":
        assert self.parts is not None
        return self.parts[0]

    def _values(self) -> "FakeTensor":
        assert self.parts is not None
        return self.parts[1]


def fake_from(case: Case) -> FakeTensor:
    """Makes the tensor that `case` describes."""
    dtype = f"tt.{case.dtype}"
    storage = [rounded(case.dtype, value) for value in case.values]
    node = FakeNode(case.grad_fn) if case.grad_fn else None
    recorded = case.requires_grad or node is not None
    if case.indices is None:
        return FakeTensor(storage, case.shape, dtype, case.device, requires_grad=recorded, grad_fn=node)
    flat = [index for row in case.indices for index in row]
    parts = (
        FakeTensor(flat, (len(case.indices), len(case.indices[0])), "tt.int64", case.device),
        FakeTensor(storage, case.values_shape(), dtype, case.device),
    )
    return FakeTensor((), case.shape, dtype, case.device, "tt.sparse_coo", recorded, node, parts=parts)
