"""The ops that really ran, as PyTorch's own profiler saw them: overloads, nesting, times, backward's nodes.

Runs where torch is imported.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

_ENGINE = "autograd::engine::evaluate_function: "
_BACKWARD_SCOPE = 1


@dataclass
class Ran:
    """One op, or one node of backward, with what ran inside it."""

    name: str  # "aten::add", "AddBackward0"
    overload: str
    start_ns: int
    ns: int
    sequence: int
    is_node: bool
    inside: list["Ran"] = field(default_factory=list)

    @property
    def qualified(self) -> str:
        """`aten::add.Tensor`."""
        return f"{self.name}.{self.overload}" if self.overload else self.name


def profiled(call: Callable[[], Any]) -> list[Ran]:
    """Runs `call`; the outermost ops, in order."""
    from torch._C._profiler import _ExperimentalConfig
    from torch.autograd.profiler import profile

    with _quiet(), profile(experimental_config=_ExperimentalConfig(capture_overload_names=True)) as recorded:
        call()
    outermost: list[Ran] = []
    by_id: dict[int, Ran] = {}
    for event in sorted(
        recorded.function_events, key=lambda event: (event.time_range.start, -event.time_range.end)
    ):
        if not (_is_op(event) or event.scope == _BACKWARD_SCOPE):
            continue
        start = round(event.time_range.start * 1000)
        ran = Ran(
            event.name.removeprefix("torch::autograd::"),
            getattr(event, "overload_name", "") or "",
            start,
            round(event.time_range.end * 1000) - start,
            event.sequence_nr,
            event.scope == _BACKWARD_SCOPE,
        )
        by_id[event.id] = ran
        parent = event.cpu_parent
        while parent is not None and parent.id not in by_id:
            parent = parent.cpu_parent
        (by_id[parent.id].inside if parent is not None else outermost).append(ran)
    return outermost


def flat(tree: list[Ran]) -> Iterator[Ran]:
    """Every op in the order in which they began."""
    for ran in tree:
        yield ran
        yield from flat(ran.inside)


def _is_op(event: Any) -> bool:
    return "::" in event.name and not event.name.startswith((_ENGINE, "torch::", "ProfilerStep"))


@contextmanager
def _quiet() -> Iterator[None]:
    """Kineto writes lines of its own to stderr."""
    sys.stderr.flush()
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
