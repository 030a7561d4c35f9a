"""One tensor to be printed, described so that both a fake tensor and torch can be made from it.

Read by two interpreters: the tests' own and, for parity, one with torch. Must not import tt or torch.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

OptionValue = int | float | str | bool | None


@dataclass(frozen=True)
class Case:
    """`values` are flat, in row-major order; beside `indices`, a row per sparse dimension, COO values."""

    name: str
    dtype: str
    shape: tuple[int, ...]
    values: Sequence[Any] = ()
    options: dict[str, OptionValue] = field(default_factory=dict)
    device: str = "cpu"
    requires_grad: bool = False
    grad_fn: str | None = None
    default_dtype: str = "float32"
    indices: tuple[tuple[int, ...], ...] | None = None

    def values_shape(self) -> tuple[int, ...]:
        """The shape of `values`: the tensor's own, or (nnz, dense sizes) for a sparse one."""
        if self.indices is None:
            return self.shape
        nnz = len(self.indices[0])
        return (nnz, *self.shape[len(self.indices) :])


def to_json(case: Case, text: str) -> str:
    """One line that holds the case and its expected text; complex numbers become pairs."""
    record = asdict(case)
    if case.dtype.startswith("complex"):
        record["values"] = [(value.real, value.imag) for value in case.values]
    return json.dumps({"text": text, "case": record})


def from_json(line: str) -> tuple[Case, str]:
    """Reads what `to_json` wrote."""
    loaded = json.loads(line)
    record = loaded["case"]
    record["shape"] = tuple(record["shape"])
    if record["dtype"].startswith("complex"):
        record["values"] = [complex(*pair) for pair in record["values"]]
    if record["indices"] is not None:
        record["indices"] = tuple(tuple(row) for row in record["indices"])
    return Case(**record), loaded["text"]
