"""Stand-ins for `tt` and `tt_core._C`: one op with recorded events, so that the tracer runs with nothing
built."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

EVENTS = json.loads((Path(__file__).parent / "recorded" / "events.json").read_text())
ADD = "add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor"


class FakeTensor:
    """Metadata only."""

    def __init__(self, shape: tuple[int, ...], dtype: str, requires_grad: bool = False) -> None:
        self.shape, self.dtype, self.device = tuple(shape), f"tt.{dtype}", "cpu"
        self.requires_grad = requires_grad
        self.grad: FakeTensor | None = None
        self.backward_calls = 0

    def requires_grad_(self, value: bool) -> FakeTensor:
        self.requires_grad = value
        return self

    def backward(self, gradient: FakeTensor) -> None:
        self.backward_calls += 1


def install(monkeypatch: pytest.MonkeyPatch, error: Exception | None = None) -> list[str]:
    """Puts the fakes into sys.modules; `add` raises `error` if one is given. Returns a diary of the calls."""
    diary: list[str] = []

    def add(first: FakeTensor, second: FakeTensor) -> FakeTensor:
        diary.append("add")
        if error is not None:
            raise error
        return FakeTensor(first.shape, "float32", first.requires_grad or second.requires_grad)

    def trace_stop() -> Any:
        diary.append("stop")
        events = EVENTS["add"] if diary[-2] == "add" else EVENTS["backward"]
        return events[:3] if error is not None else events

    tt = ModuleType("tt")
    tt.__dict__.update(
        add=add,
        Tensor=FakeTensor,
        full=lambda shape, value, dtype: FakeTensor(shape, dtype),
        ones_like=lambda tensor: tensor,
        **{name: name for name in ("float32", "float64", "int64", "bool")},
    )
    library = ModuleType("tt_core._C")
    library.__dict__.update(
        trace_start=lambda: diary.append("start"),
        trace_stop=trace_stop,
        op_names=lambda: ["add", "mul"],
        op_info=lambda name: [
            {
                "op": "add.Tensor",
                "schema": ADD,
                "accepts": "int64, float32, float64",
                "forms": [],
                "numpy": "add",
            }
        ],
    )
    core = SimpleNamespace(_C=library, __path__=[])
    for name, module in (("tt", tt), ("tt_core", core), ("tt_core._C", library)):
        monkeypatch.setitem(sys.modules, name, module)
    return diary
