"""Follows one call of the installed NumPy: types resolved, loops to choose from, the loop that ran. Runs in a child
process under the interpreter that has it."""

import platform
import sys
import threading
from collections.abc import Callable
from typing import Any

from tt_devtools.trace.foreign.calling import place_of, time_of
from tt_devtools.trace.foreign.first_touch import Trap, Unavailable
from tt_devtools.trace.foreign.frames import Stack, all_names, brief, stack_of, touches_of
from tt_devtools.trace.foreign.numpy_arguments import Built, build
from tt_devtools.trace.foreign.numpy_ufunc import choices, resolved, ufunc_of
from tt_devtools.trace.foreign.stages import Stages
from tt_devtools.trace.foreign.symbols import Symbols

_WARM = 2
_MISSING = ("bfloat16",)


def follow(request: dict[str, Any]) -> dict[str, Any]:
    """The route as tt's own process puts it into `routes.numpy`."""
    import numpy

    function: Any = numpy
    for part in request["name"].split("."):
        function = getattr(function, part, None)
    if not callable(function):
        return {"unavailable": f"numpy {numpy.__version__} has no numpy.{request['name']}"}
    for argument in request["arguments"]:
        for value in argument["value"] if isinstance(argument["value"], list) else [argument["value"]]:
            if isinstance(value, dict) and value.get("dtype") in _MISSING:
                return {"unavailable": f"numpy has no dtype {value['dtype']}"}
            if isinstance(value, dict) and value.get("device") not in (None, "", "cpu"):
                return {"unavailable": f"numpy has no device {value['device']}"}
    return _Follow(request, function).route()


class _Follow:
    def __init__(self, request: dict[str, Any], function: Callable[..., Any]) -> None:
        import numpy

        self._request, self._function = request, function
        self._name = f"numpy.{request['name']}"
        where = f"Python {platform.python_version()} at {sys.executable}"
        self._about = [f"numpy {numpy.__version__}, {where}"]

    def route(self) -> dict[str, Any]:
        """Calls, then again over memory that is watched."""
        built = build(self._function, self._request["arguments"])
        self._about += [f"argument '{name}' was left out: {self._name} has none" for name in built.left_out]
        texts = [each["text"] for each in self._request["arguments"]]
        route: dict[str, Any] = {
            "call": f"{self._name}({', '.join(texts)})",
            "stages": [],
            "about": self._about,
        }
        try:
            result = self._function(*built.positional, **built.keywords)
        except Exception as error:  # what the user wants to see
            return route | {"error": {"type": type(error).__name__, "message": str(error)}}
        stacks = self._stacks()
        stages = self._stages(built, stacks)
        facts = {
            "frames": all_names([stack for _, stack in stacks]),
            "leaf": list(dict.fromkeys(stack.leaf.function for _, stack in stacks if stack.leaf.function)),
        }
        return route | {"stages": stages.events, "facts": facts, "result": _described(result)}

    def _stages(self, built: Built, stacks: list[tuple[str, Stack]]) -> Stages:
        stages = Stages()
        name = self._request["name"]
        time = time_of(lambda: self._function(*built.positional, **built.keywords))
        whole = stages.add("call", self._name, op=name, place=place_of(self._function), ns=time)
        ufunc = ufunc_of(self._function)
        if ufunc is not None:
            detail = resolved(ufunc, built.positional, [array for _, array in built.arrays])
            stages.add("bind", "resolve_dtypes", op=name, parent=whole, detail=detail)
            if detail := choices(ufunc, built.positional):
                stages.add("dispatch", "CPU features", op=name, parent=whole, detail=detail)
        if not stacks:
            return stages
        first = stacks[0][1]
        detail = {"frames": first.names, "touched_first": stacks[0][0]}
        kernel = next((frame.function for frame in reversed(first.frames) if frame.function), "")
        stages.add("kernel", brief(kernel) or "(its name is not known)", op=name, parent=whole, detail=detail)
        detail = {
            "isa": first.isa,
            "leaf": first.leaf.function,
            "touches": touches_of(stacks),
            "ends": first.ends,
        }
        stages.add("loop", first.leaf_name, op=name, parent=whole, place=(first.leaf.file, 0), detail=detail)
        return stages

    def _stacks(self) -> list[tuple[str, Stack]]:
        """Who touched each array first; none where nobody did, or where that cannot be seen."""
        try:
            trap = Trap()
            built = build(self._function, self._request["arguments"], trap)
            for _ in range(_WARM):
                self._function(*built.positional, **built.keywords)
            trap.arm()
            try:
                self._function(*built.positional, **built.keywords)
            finally:
                trap.disarm()
        except Unavailable as error:
            self._about.append(f"native frames: not followed: {error}")
            return []
        watched = [name for name, array in built.arrays if array.size]
        touches = trap.touches(len(watched))
        if not any(touches):
            self._about.append("no data was touched: the call makes a view, or reads metadata")
            return []
        symbols, main = Symbols(), threading.main_thread().native_id or 0
        return [
            (name, stack_of(touch, symbols, main))
            for name, touch in zip(watched, touches, strict=True)
            if touch
        ]


def _described(result: Any) -> dict[str, Any]:
    if isinstance(result, tuple):
        return {"results": [_described(each) for each in result]}
    if not hasattr(result, "dtype"):
        return {"value": repr(result)}
    return {"shape": list(result.shape), "dtype": str(result.dtype), "device": "cpu"}
