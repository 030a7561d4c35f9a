"""Follows one call of the installed NumPy: types resolved, loops to choose from, the loop that ran. Runs in a child
process under the interpreter that has it."""

import inspect
import platform
import re
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

from tt_devtools.trace.foreign.first_touch import Trap, Unavailable
from tt_devtools.trace.foreign.frames import Stack, all_names, brief, stack_of, touches_of
from tt_devtools.trace.foreign.stages import Stages
from tt_devtools.trace.foreign.symbols import Symbols

_NAMES = {"dim": "axis", "keepdim": "keepdims", "dtype": "dtype"}  # PyTorch's words to NumPy's
_WARM, _ROUNDS, _CALLS = 2, 5, 20
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
        positional, keywords, arrays = self._built(None)
        texts = [each["text"] for each in self._request["arguments"]]
        route: dict[str, Any] = {
            "call": f"{self._name}({', '.join(texts)})",
            "stages": [],
            "about": self._about,
        }
        try:
            result = self._function(*positional, **keywords)
        except Exception as error:  # what the user wants to see
            return route | {"error": {"type": type(error).__name__, "message": str(error)}}
        stacks = self._stacks()
        stages = self._stages(positional, keywords, [array for _, array in arrays], stacks)
        facts = {
            "frames": all_names([stack for _, stack in stacks]),
            "leaf": list(dict.fromkeys(stack.leaf.function for _, stack in stacks if stack.leaf.function)),
        }
        return route | {"stages": stages.events, "facts": facts, "result": _described(result)}

    def _stages(
        self,
        positional: list[Any],
        keywords: dict[str, Any],
        arrays: list[Any],
        stacks: list[tuple[str, Stack]],
    ) -> Stages:
        stages = Stages()
        name = self._request["name"]
        whole = stages.add(
            "call",
            self._name,
            op=name,
            place=_place(self._function),
            ns=_time(lambda: self._function(*positional, **keywords)),
        )
        ufunc = _ufunc(self._function)
        if ufunc is not None:
            stages.add(
                "bind", "resolve_dtypes", op=name, parent=whole, detail=_resolved(ufunc, positional, arrays)
            )
            if choices := _choices(ufunc, positional):
                stages.add("dispatch", "CPU features", op=name, parent=whole, detail=choices)
        if not stacks:
            self._about.append("no data was touched: the call makes a view, or reads metadata")
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

    def _built(self, trap: Trap | None) -> tuple[list[Any], dict[str, Any], list[tuple[str, Any]]]:
        positional: list[Any] = []
        keywords: dict[str, Any] = {}
        arrays: list[tuple[str, Any]] = []
        known = _parameters(self._function)
        for argument in self._request["arguments"]:
            name, value = argument["name"], argument["value"]
            if _is_tensor(value):
                array = _array(value, trap)
                arrays.append((name, array))
                positional.append(array)
            elif isinstance(value, list) and value and _is_tensor(value[0]):
                items = [_array(each, trap) for each in value]
                arrays += [(f"{name}[{at}]", each) for at, each in enumerate(items)]
                positional.append(items)
            elif (numpy_name := _NAMES.get(name, name)) in known:
                keywords[numpy_name] = _plain(value)
            elif not argument["keyword_only"] and name not in _NAMES and not isinstance(value, bool):
                positional.append(_plain(value))
            elif trap is None:
                self._about.append(f"argument '{name}' was left out: {self._name} has none")
        ufunc = self._function if hasattr(self._function, "nin") else None
        while ufunc is not None and arrays and len(positional) < ufunc.nin:
            positional.append(positional[-1])
        return positional, keywords, arrays

    def _stacks(self) -> list[tuple[str, Stack]]:
        try:
            trap = Trap()
            positional, keywords, arrays = self._built(trap)
            for _ in range(_WARM):
                self._function(*positional, **keywords)
            trap.arm()
            try:
                self._function(*positional, **keywords)
            finally:
                trap.disarm()
        except Unavailable as error:
            self._about.append(f"native frames: not followed: {error}")
            return []
        watched = [name for name, array in arrays if array.size]
        symbols, main = Symbols(), threading.main_thread().native_id or 0
        touches = trap.touches(len(watched))
        return [
            (name, stack_of(touch, symbols, main))
            for name, touch in zip(watched, touches, strict=True)
            if touch
        ]


def _is_tensor(value: Any) -> bool:
    return isinstance(value, dict) and "shape" in value


def _array(plan: dict[str, Any], trap: Trap | None) -> Any:
    import numpy
    from numpy.lib.stride_tricks import as_strided

    dtype = numpy.dtype(plan["dtype"])
    if trap is None or plan["storage"] == 0:
        flat = numpy.ones(plan["storage"], dtype)
    else:
        flat = numpy.frombuffer(trap.memory(plan["storage"] * dtype.itemsize), dtype, plan["storage"])
        flat[:] = 1
    strides = [stride * dtype.itemsize for stride in plan["strides"]]
    return as_strided(flat[plan["offset"] :], plan["shape"], strides)


def _plain(value: Any) -> Any:
    if isinstance(value, dict) and "dtype_name" in value:
        return value["dtype_name"]
    if isinstance(value, dict) and "complex" in value:
        return complex(*value["complex"])
    return tuple(value) if isinstance(value, list) else value


def _parameters(function: Callable[..., Any]) -> set[str]:
    try:
        return set(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        return {"out", "where", "dtype"} if hasattr(function, "nin") else set()


def _ufunc(function: Any) -> Any:
    """The ufunc that runs: the function itself, or the one that a reduction calls."""
    import numpy

    if isinstance(function, numpy.ufunc):
        return function
    reductions = {"sum": numpy.add, "prod": numpy.multiply, "max": numpy.maximum, "min": numpy.minimum}
    return reductions.get({"amax": "max", "amin": "min"}.get(function.__name__, function.__name__))


def _resolved(ufunc: Any, positional: list[Any], arrays: list[Any]) -> dict[str, Any]:
    """The loop's types, and whether an operand has to be converted for it."""
    is_reduction = len(positional) < ufunc.nin
    try:
        types = _types(ufunc, positional)
    except (TypeError, ValueError, AttributeError) as error:
        return {"ufunc": ufunc.__name__, "types": f"not resolved by itself: {error}"}
    names = [str(each) for each in types]
    cast = [array.dtype for array, each in zip(arrays, types, strict=False) if array.dtype != each]
    return {
        "ufunc": f"{ufunc.__name__}{'.reduce' if is_reduction else ''}",
        "types": f"{', '.join(names[: ufunc.nin])} -> {', '.join(names[ufunc.nin :])}",
        "cast": int(bool(cast)),
        "contiguous": "yes" if all(array.flags.c_contiguous for array in arrays) else "no",
    }


def _types(ufunc: Any, positional: list[Any]) -> tuple[Any, ...]:
    """What `ufunc` computes these operands in; a reduction has its one operand twice."""
    given = [value.dtype if hasattr(value, "dtype") else type(value) for value in positional[: ufunc.nin]]
    both = (given * ufunc.nin)[: ufunc.nin]
    return tuple(ufunc.resolve_dtypes((*both, *[None] * ufunc.nout)))


def _choices(ufunc: Any, positional: list[Any]) -> dict[str, Any]:
    """Which copies of the loop this NumPy has for these types, and the one that it says it takes."""
    try:
        from numpy.lib.introspect import opt_func_info

        signature = "".join(each.char for each in _types(ufunc, positional))
    except (ImportError, TypeError, ValueError, AttributeError):
        return {}
    name = ufunc.__name__
    found = opt_func_info(func_name=f"^{re.escape(name)}$").get(name, {}).get(signature)
    return {"chosen": found["current"], "available": found["available"]} if found else {}


def _place(function: Callable[..., Any]) -> tuple[str, int]:
    try:
        unwrapped = inspect.unwrap(function)
        return inspect.getsourcefile(unwrapped) or "", inspect.getsourcelines(unwrapped)[1]
    except (TypeError, OSError):
        return "", 0


def _time(call: Callable[[], Any]) -> int:
    best = 1 << 62
    for _ in range(_ROUNDS):
        begun = time.perf_counter_ns()
        for _ in range(_CALLS):
            call()
        best = min(best, (time.perf_counter_ns() - begun) // _CALLS)
        if best > 20_000_000:
            break
    return best


def _described(result: Any) -> dict[str, Any]:
    if isinstance(result, tuple):
        return {"results": [_described(each) for each in result]}
    if not hasattr(result, "dtype"):
        return {"value": repr(result)}
    return {"shape": list(result.shape), "dtype": str(result.dtype), "device": "cpu"}
