"""Turns what was learnt of a PyTorch call into stages: call, bind, dispatch, autograd, kernel, iterate, loop.

Reads plain records of `profile_tree`, `dispatch_route`, `torch_native` and `yaml_entries`; calls no op.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tt_devtools.trace.foreign.dispatch_route import Route, Step
from tt_devtools.trace.foreign.frames import Stack, brief, touches_of
from tt_devtools.trace.foreign.profile_tree import Ran
from tt_devtools.trace.foreign.stages import Stages
from tt_devtools.trace.foreign.yaml_entries import Tables, formulas

_WALKERS = ("TensorIteratorBase::", "parallel_reduce", "cpu_kernel", "parallel_for")


@dataclass
class Followed:
    """One op of the tree with what is known of it beside its name."""

    ran: Ran
    route: Route | None = None
    stacks: list[tuple[str, Stack]] = field(default_factory=list)
    why_no_stacks: str = ""
    touched_nothing: bool = False
    inside: list["Followed"] = field(default_factory=list)


class TorchRoute:
    """Adds ops to `stages`. `python_kernels` are those that were registered while this process watched."""

    def __init__(self, tables: Tables, python_kernels: dict[tuple[str, str], tuple[str, int, str]]) -> None:
        self.stages = Stages()
        self._tables = tables
        self._python_kernels = python_kernels

    def add_op(self, op: Followed, parent: int, depth: int, node: dict[str, Any] | None = None) -> None:
        """The stages of one op from binding on, then those of the ops inside it."""
        name = op.ran.qualified.removeprefix("aten::")
        entry = self._tables.native(name)
        place = (entry.file, entry.line) if entry else ("", 0)
        if op.route is None:
            self._add_unseen(op, name, parent, depth, place)
            return
        if depth or parent < 0:
            parent = self._add(
                "call", op.ran.qualified, name, parent, depth, ns=op.ran.ns, start_ns=op.ran.start_ns
            )
        schema = entry.schema if entry else ""
        detail = {"overload": op.ran.qualified, "schema": schema}
        if entry is None and op.ran.name.startswith("aten::"):
            detail["note"] = "the wheel's native_functions.yaml has no such entry"
        self._add("bind", "overload", name, parent, depth, place=place, detail=detail)
        steps = op.route.steps
        for at, step in enumerate(steps):
            self._add_step(op.route, step, at == 0, name, parent, depth)
            if step.registration.kind == "autograd kernel" and not step.key.startswith("AutogradNested"):
                self._add_autograd(step, name, parent, depth, node)
        kernel = self._add_kernel(op, steps, name, parent, depth)
        self._add_loop(op, name, kernel, depth)
        for inner in op.inside:
            self.add_op(inner, kernel, depth + 1)

    def _add_unseen(self, op: Followed, name: str, parent: int, depth: int, place: tuple[str, int]) -> None:
        """An op inside a native kernel: that it ran and for how long is known, its arguments are not."""
        detail = {"overload": op.ran.qualified}
        at = self._add(
            "call",
            op.ran.qualified,
            name,
            parent,
            depth,
            ns=op.ran.ns,
            start_ns=op.ran.start_ns,
            place=place,
            detail=detail,
        )
        for inner in op.inside:
            self.add_op(inner, at, depth + 1)

    def _add(self, stage: str, name: str, op: str, parent: int, depth: int, **rest: Any) -> int:
        return self.stages.add(stage, name, op=op, parent=parent, depth=depth, **rest)

    def _add_step(self, route: Route, step: Step, first: bool, op: str, parent: int, depth: int) -> None:
        row = step.registration
        detail: dict[str, Any] = {
            "chosen": step.key,
            "brought_by": step.brought_by,
            "kernel": row.kind,
            "registered_file": row.source,
            "registered_line": row.line,
        }
        if first:
            detail |= {
                "keys": route.keys,
                "per_argument": route.per_argument,
                "include": route.include,
                "exclude": _short_set(route.exclude),
            }
        detail["passed_over"] = step.passed_over
        self._add("dispatch", step.key, op, parent, depth, place=(row.source, row.line), detail=detail)

    def _add_autograd(
        self, step: Step, op: str, parent: int, depth: int, node: dict[str, Any] | None
    ) -> None:
        entry = self._tables.derivative(op)
        detail: dict[str, Any] = dict(node or {})
        name = detail.pop("name", "") or "no node: the result does not require grad"
        if entry is not None:
            detail["formulas"] = formulas(entry)
        place = (entry.file, entry.line) if entry else (step.registration.source, step.registration.line)
        self._add("autograd", name, op, parent, depth, place=place, detail=detail)

    def _add_kernel(self, op: Followed, steps: Sequence[Step], name: str, parent: int, depth: int) -> int:
        entry = self._tables.native(name)
        last = steps[-1] if steps else None
        function, place = "", ("", 0)
        detail: dict[str, Any] = {}
        if last is not None:
            row = last.registration
            if row.file.endswith(".py"):
                found = self._python_kernels.get((op.ran.qualified, last.key))
                file, line, function = found or (
                    row.file,
                    row.line,
                    "registered there; its function was not seen",
                )
                place = (file, line)
                detail["python"] = "yes"
            else:
                key = "CompositeImplicitAutograd" if row.kind == "math kernel" else last.key
                key = "CompositeExplicitAutograd" if row.kind == "default backend kernel" else key
                function = self._tables.kernel(entry, key) if entry else ""
                place = (row.source, row.line)
        if op.route is not None and op.route.ends:
            detail["ends"] = op.route.ends
        stacks = op.stacks
        if stacks:
            detail["frames"] = stacks[0][1].names
            detail["touched_first"] = stacks[0][0]
        if not function and stacks and (named := _native_name(stacks[0][1])):
            function = named
        if op.touched_nothing:
            detail["data"] = "no data was touched"
        elif op.why_no_stacks:
            detail["not_followed"] = op.why_no_stacks
        return self._add(
            "kernel", function or "(its name is not known)", name, parent, depth, place=place, detail=detail
        )

    def _add_loop(self, op: Followed, name: str, parent: int, depth: int) -> None:
        if not op.stacks:
            return
        stack = op.stacks[0][1]
        walker = next(
            (brief(frame.function) for frame in stack.frames if any(w in frame.function for w in _WALKERS)),
            "",
        )
        if walker:
            self._add("iterate", walker, name, parent, depth, detail={"file": stack.leaf.file})
        detail = {
            "isa": stack.isa,
            "leaf": stack.leaf.function,
            "touches": touches_of(op.stacks),
            "ends": stack.ends,
            "thread": "" if stack.is_main else "not the caller's",
        }
        self._add("loop", stack.leaf_name, name, parent, depth, place=(stack.leaf.file, 0), detail=detail)


def _native_name(stack: Stack) -> str:
    """The outermost frame in at::native."""
    for frame in reversed(stack.frames):
        if "at::native::" in frame.function:
            return brief(frame.function)
    return ""


def _short_set(text: str) -> str:
    """Autocast's keys are excluded all together, when it is off."""
    keys = text.split(", ")
    autocast = [key for key in keys if key.startswith("Autocast")]
    rest = [key for key in keys if not key.startswith(("Autocast", "?"))]
    return ", ".join([*rest, *([f"{len(autocast)} Autocast keys"] if len(autocast) > 3 else autocast)])
