"""PyTorch's key-by-key route of one op: the keys that its arguments bring, the thread's include and exclude sets,
and the text of the op's dispatch table, which says what is registered under each key.

Runs where torch is imported; the table and the sets are PyTorch's own, nothing is assumed about a key.
"""

import re
from dataclasses import dataclass, field
from typing import Any

_LINE = re.compile(r"(\w+): (fallthrough )?(?:registered at (\S+):(\d+)|.*?) ?\[([\w ]+)\]")
_BUILD_FOLDER = re.compile(
    r"^/__w/pytorch/pytorch/|^.*?/site-packages/(?=torch/)|^.*?/pytorch/(?=(aten|torch|c10|build)/)"
)
BACKENDS = {"cpu": "CPU", "cuda": "CUDA", "meta": "Meta", "mps": "MPS", "xpu": "XPU"}
_STOPS = ("kernel", "default backend kernel", "math kernel", "backend fallback")


@dataclass(frozen=True)
class Registration:
    """What the table says of one key; `kind` is `kernel`, `math kernel`, `autograd kernel` ..."""

    key: str
    fallthrough: bool
    file: str
    line: int
    kind: str

    @property
    def source(self) -> str:
        """The file as PyTorch's own tree names it."""
        return _BUILD_FOLDER.sub("", self.file)


@dataclass
class Step:
    """One dispatch: the key taken, and for each higher key that was there why it was not."""

    key: str
    registration: Registration
    brought_by: str
    passed_over: list[str] = field(default_factory=list)
    redispatches: bool = False


@dataclass
class Route:
    """All dispatches of one call of one op, and how its route ends."""

    per_argument: list[str]
    keys: str
    include: str
    exclude: str
    steps: list[Step]
    ends: str


def table_of(op: str) -> dict[str, Registration]:
    """The computed dispatch table of `aten::add.Tensor`, by key."""
    import torch

    return parse_table(torch._C._dispatch_dump_table(op))


def parse_table(text: str) -> dict[str, Registration]:
    """The table's lines: `CPU: registered at FILE:LINE [kernel]`."""
    rows = {}
    for line in text.splitlines():
        if found := _LINE.match(line):
            key, falls, file, number, kind = found.groups()
            rows[key] = Registration(key, bool(falls), file or "", int(number or 0), kind)
    return rows


def route_of(
    op: str, named_keys: list[tuple[str, Any]], device: str, excluded: tuple[str, ...] = ()
) -> Route:
    """The route for arguments with these key sets in the state in which the thread is.

    `device` is the result's, for ops whose backend follows from an argument and not from a tensor. `excluded`
    are beginnings of the keys that the kernels around the call exclude.
    """
    import torch

    include, exclude = torch._C._dispatch_tls_local_include_set(), torch._C._dispatch_tls_local_exclude_set()
    union = include
    for _, keys in named_keys:
        union = union | keys
    effective = union - exclude
    table = table_of(op)
    steps: list[Step] = []
    passed = [f"{key}: excluded in this thread" for key in names_of(union) if not _has(effective, key)]
    ends = ""
    for key in names_of(effective):
        if key.startswith(excluded):
            passed.append(f"{key}: excluded by the kernel that calls")
            continue
        row = table.get(key)
        if row is None:
            passed.append(f"{key}: nothing is registered for the op")
            continue
        if row.fallthrough:
            passed.append(f"{key}: fallthrough, {row.source}:{row.line}")
            continue
        steps.append(Step(key, row, _bringer(key, named_keys, include), passed))
        passed = []
        ends = _end(row)
        if key == "BackendSelect" and (backend := BACKENDS.get(device)) and backend in table:
            steps[-1].redispatches = True
            steps.append(Step(backend, table[backend], "the device that BackendSelect read", []))
            ends = _end(table[backend])
            break
        steps[-1].redispatches = _goes_on(key, row)
        if not steps[-1].redispatches:
            break
    if not names_of(effective) and (row := table.get("Undefined")):
        steps.append(Step("Undefined", row, "no tensor", passed))
        ends = _end(row)
    per_argument = [f"{name}: {', '.join(names_of(keys))}" for name, keys in named_keys]
    return Route(
        per_argument,
        ", ".join(names_of(union)),
        ", ".join(names_of(include)),
        ", ".join(names_of(exclude)),
        steps,
        ends,
    )


def names_of(keys: Any) -> list[str]:
    """The keys of a set, the highest first."""
    names: list[str] = []
    while str(keys) != "DispatchKeySet()":
        key = keys.highestPriorityTypeId()
        name = str(key).rpartition(".")[2]
        if names and names[-1] == name:  # a set that cannot shrink
            break
        names.append(name)
        keys = keys.remove(key)
    return names


def _has(keys: Any, name: str) -> bool:
    import torch

    return bool(keys.has(getattr(torch._C.DispatchKey, name)))


def _bringer(key: str, named_keys: list[tuple[str, Any]], include: Any) -> str:
    for name, keys in named_keys:
        if _has(keys, key):
            return name
    return "this thread's include set" if _has(include, key) else "nothing seen"


def _goes_on(key: str, row: Registration) -> bool:
    """Kernels of Autograd and of ADInplaceOrView do their own work and dispatch again to what is below."""
    return row.kind == "autograd kernel" or (key == "ADInplaceOrView" and row.kind == "kernel")


def _end(row: Registration) -> str:
    if row.kind == "math kernel":
        return "composite: its body calls other ops, which are dispatched by themselves"
    if row.kind == "backend fallback":
        return "a fallback for all ops of the key"
    if row.file.endswith(".py"):
        return "a Python kernel"
    return "" if row.kind in _STOPS else row.kind
