"""Follows one call of the installed PyTorch. Runs in a child process under the interpreter that has it."""

import importlib
import platform
import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

from tt_devtools.trace.foreign.calling import place_of, time_of
from tt_devtools.trace.foreign.frames import all_names
from tt_devtools.trace.foreign.profile_tree import Ran, profiled
from tt_devtools.trace.foreign.python_kernels import PythonKernels
from tt_devtools.trace.foreign.torch_backward import add_backward, node_of
from tt_devtools.trace.foreign.torch_inputs import build, named_tensors
from tt_devtools.trace.foreign.torch_names import callable_of, mode_of
from tt_devtools.trace.foreign.torch_native import Native, Seen
from tt_devtools.trace.foreign.torch_route import Followed, TorchRoute
from tt_devtools.trace.foreign.torch_tree import flattened, joined, keys_of
from tt_devtools.trace.foreign.verbose_lines import spoken
from tt_devtools.trace.foreign.yaml_entries import Tables

FIRST_TOUCH = (
    "frames are those of the first touch of each argument, on one thread; what a kernel does afterwards with "
    "memory of its own is not seen. Times of inner ops are the profiler's, with its own cost in them"
)


def follow(request: dict[str, Any]) -> dict[str, Any]:
    """The route as tt's own process puts it into `routes.torch`."""
    import torch

    torch.set_num_threads(1)
    kernels = PythonKernels()
    for module in request["imports"]:
        importlib.import_module(module)
    found = callable_of(request["name"])
    if found is None:
        return {"unavailable": f"torch {torch.__version__} has no torch.{request['name']}"}
    function, spelling = found
    route = _Follow(request, function, spelling, kernels).route()
    route["about"].insert(
        0, f"torch {torch.__version__}, Python {platform.python_version()} at {sys.executable}"
    )
    return route


def schema_of(request: dict[str, Any]) -> dict[str, Any]:
    """The schema of `ops.NAMESPACE.NAME`, its default overload or its first."""
    for module in request["imports"]:
        importlib.import_module(module)
    found = callable_of(request["name"])
    if found is None:
        return {"unavailable": f"no such op: {request['name']}"}
    packet: Any = found[0]
    overload = getattr(packet, packet.overloads()[0])
    return {"schema": str(overload._schema).partition("::")[2]}


class _Follow:
    def __init__(
        self, request: dict[str, Any], function: Callable[..., Any], spelling: str, kernels: PythonKernels
    ):
        import torch

        self._request, self._function, self._spelling = request, function, spelling
        self._kernels = kernels
        self._tables = Tables(Path(torch.__file__).parent.parent)
        self._about: list[str] = []
        self._modes = [mode_of(name, request["device"]) for name in request["modes"]]

    def route(self) -> dict[str, Any]:
        """Calls, and calls again under each means of looking inside."""
        with ExitStack() as stack:
            for mode in self._modes:
                stack.enter_context(mode())
            positional, keywords = build(self._request["arguments"])
            route: dict[str, Any] = {"call": self._call_text(), "stages": [], "about": self._about}
            try:
                result = self._function(*positional, **keywords)
            except Exception as error:  # what the user wants to see
                route["stages"] = self._up_to_the_error(positional, keywords)
                return route | {"error": {"type": type(error).__name__, "message": str(error)}}
            return route | self._inside(positional, keywords, result)

    def _inside(self, positional: list[Any], keywords: dict[str, Any], result: Any) -> dict[str, Any]:
        def call() -> Any:
            return self._function(*positional, **keywords)

        profiled(call)  # what the first call of an op sets up is no part of its route
        forward = profiled(call)
        native = Native()
        seen = native.inside(call)
        stacks = native.of_call(self._function, self._request["arguments"])
        named = named_tensors(self._request["arguments"], positional, keywords)
        first = result[0] if isinstance(result, (tuple, list)) and result else result
        device = getattr(getattr(first, "device", None), "type", "cpu")
        tree = self._tree(forward, seen, named, device)
        touched = [op for op in flattened(tree) if op.stacks]
        if stacks and len(touched) == 1:  # all the touching is one op's: show it from the call on
            touched[0].stacks = stacks
        elif stacks and len(tree) == 1 and not touched:
            tree[0].stacks = stacks
        if stacks:
            self._about.append(FIRST_TOUCH)
        lines = spoken(call)
        built = TorchRoute(self._tables, self._kernels.places)
        whole = built.stages.add(
            "call",
            self._spelling,
            op=forward[0].qualified.removeprefix("aten::") if forward else self._spelling,
            ns=time_of(call),
            place=place_of(self._function),
        )
        node = node_of(first)
        for op in tree:
            built.add_op(op, whole, 0 if len(tree) == 1 else 1, node)
        if not forward:
            self._about.append(
                "no op of ATen ran: the call is Python, or a C++ function without the dispatcher"
            )
        if native.why_not:
            self._about.append(f"native frames: not followed: {native.why_not}")
        self._about += [f"said by {line}" for line in dict.fromkeys(lines)]
        stages = built.stages.events
        found: dict[str, Any] = {"facts": self._facts(stages, seen, stacks, lines)}
        found |= {"stages": stages, "result": _described(result)}
        if self._request["requires_grad"] and node is not None:
            found["backward"] = add_backward(call, self._tables)
        return found

    def _up_to_the_error(self, positional: list[Any], keywords: dict[str, Any]) -> list[dict[str, Any]]:
        """The ops that had begun when the call raised; the innermost is where the error came from."""

        def call() -> None:
            with suppress(Exception):
                self._function(*positional, **keywords)

        begun = profiled(call)
        tensors = named_tensors(self._request["arguments"], positional, keywords)
        tree = self._tree(begun, [], tensors, "cpu")
        built = TorchRoute(self._tables, self._kernels.places)
        whole = built.stages.add("call", self._spelling, op=self._spelling, place=place_of(self._function))
        for op in tree:
            built.add_op(op, whole, 0 if len(tree) == 1 else 1)
        built.stages.events[-1]["raised"] = True
        return built.stages.events

    def _tree(
        self, ran: list[Ran], seen: list[Seen], tensors: list[tuple[str, Any]], device: str
    ) -> list[Followed]:
        tree, others = joined(ran, seen, keys_of(tensors), device)
        if others:
            names = ", ".join(others)
            self._about.append(f"seen by the dispatch mode and not placed in the profiler's tree: {names}")
        return tree

    def _facts(
        self, stages: list[Any], seen: list[Seen], stacks: list[Any], lines: list[str]
    ) -> dict[str, Any]:
        everything = [stack for _, stack in stacks] + [stack for each in seen for _, stack in each.stacks]
        return {
            "frames": all_names(everything),
            "leaf": list(dict.fromkeys(stack.leaf.function for stack in everything if stack.leaf.function)),
            "said": lines,
            "formula": [text for stage in stages for text in stage["detail"].get("formulas", [])],
            "modes": self._request["modes"],
        }

    def _call_text(self) -> str:
        return f"{self._spelling}({', '.join(each['text'] for each in self._request['arguments'])})"


def _described(result: Any) -> dict[str, Any]:
    import torch

    if isinstance(result, (tuple, list)):
        return {"results": [_described(each) for each in result]}
    if not isinstance(result, torch.Tensor):
        return {"value": repr(result)}
    return {
        "shape": list(result.shape),
        "dtype": str(result.dtype).rpartition(".")[2],
        "device": str(result.device),
    }
