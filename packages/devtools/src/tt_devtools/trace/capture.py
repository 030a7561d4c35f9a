"""Calls the op under the library's trace hook. The one file of the tracer that imports tt, inside its
functions."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from tt_devtools.failure import MISUSED, Failure
from tt_devtools.trace.inputs import Argument, TensorPlan

REPEATS = 5


@dataclass(slots=True)
class Captured:
    """One traced call: events up to where it ended, then its result or its error."""

    events: list[dict[str, Any]]
    result: Any = None
    error: Exception | None = None


@dataclass(slots=True)
class Traced:
    """Forward, and backward where it was asked for and the result requires grad."""

    forward: Captured
    backward: Captured | None = None


def hook() -> Any:
    """`tt_core._C`, with the registrations that `import tt` brings; a Failure where the library is not
    usable."""
    try:
        import_module("tt")
        return import_module("tt_core._C")
    except ImportError as error:
        # The libraries' own messages end in a line with the command that mends them.
        message, _, hint = str(error).partition("\nhint: ")
        raise Failure(f"tt cannot be imported: {message}", hint=hint or "./tt build") from None


def load(module: str) -> None:
    """Imports a user's module, which registers ops; a Failure in one line where it raises."""
    try:
        import_module(module)
    except Exception as error:
        raise Failure(f"--import {module}: {type(error).__name__}: {error}", code=MISUSED) from None


def callable_for(op: str) -> tuple[Callable[..., Any], str]:
    """What a user calls for `op`, and how that is written: the function, the method, or the bare op."""
    tt = import_module("tt")
    if (function := getattr(tt, op, None)) is not None:
        return function, f"tt.{op}"
    if (method := getattr(tt.Tensor, op, None)) is not None:
        return method, f"tt.Tensor.{op}"
    found = import_module("tt_core").ops
    for part in op.split("::"):
        found = getattr(found, part)
    return found, f"tt.ops.{op.replace('::', '.')}"


def trace_call(op: Callable[..., Any], arguments: list[Argument], *, backward: bool) -> Traced:
    """Calls once to warm up, then several times under trace, and keeps the quickest."""
    positional = [_made(argument.value) for argument in arguments if not argument.keyword_only]
    keywords = {argument.name: _made(argument.value) for argument in arguments if argument.keyword_only}

    def call() -> Any:
        return op(*positional, **keywords)

    leaves = [value for value in (*positional, *keywords.values()) if getattr(value, "requires_grad", False)]
    _attempt(call)
    return min((_traced(call, leaves if backward else []) for _ in range(REPEATS)), key=total_ns)


def _traced(call: Callable[[], Any], leaves: list[Any]) -> Traced:
    forward = _under_trace(call)
    for leaf in leaves:
        leaf.grad = None  # or backward would add to what the last one left
    again = _backward_of(forward.result) if leaves else None
    return Traced(forward, _under_trace(again) if again else None)


def total_ns(traced: Traced) -> int:
    """The time of the outermost stages, backward's too."""
    parts = (traced.forward, traced.backward)
    return sum(event["ns"] for part in parts if part for event in part.events if event["parent"] < 0)


def describe_result(result: Any) -> dict[str, Any]:
    """Shape, dtype and device of a tensor; of several, each; the value of what is no tensor."""
    if isinstance(result, (tuple, list)) and not hasattr(result, "dtype"):
        return {"results": [describe_result(each) for each in result]}
    if not hasattr(result, "dtype"):
        return {"value": repr(result)}
    return {
        "shape": list(result.shape),
        "dtype": str(result.dtype).rpartition(".")[2],
        "device": str(result.device),
    }


def _under_trace(call: Callable[[], Any]) -> Captured:
    library = hook()
    library.trace_start()
    try:
        captured = _attempt(call)
    finally:
        events = library.trace_stop()
    captured.events = events
    return captured


def _attempt(call: Callable[[], Any]) -> Captured:
    try:
        return Captured([], result=call())
    except Exception as error:  # whatever the op raises is what the user wants to see
        return Captured([], error=error)


def _backward_of(result: Any) -> Callable[[], Any] | None:
    first = result[0] if isinstance(result, (tuple, list)) and result else result
    if not getattr(first, "requires_grad", False):
        return None
    gradient = import_module("tt").ones_like(first)
    return lambda: first.backward(gradient)


def _made(value: Any) -> Any:
    tt = import_module("tt")
    if isinstance(value, list) and value and isinstance(value[0], TensorPlan):
        return [_made(each) for each in value]
    if isinstance(value, str):  # the name of a dtype: schemas' own strings are never required
        return getattr(tt, value)
    if not isinstance(value, TensorPlan):
        return value
    # One value everywhere: the route depends on shapes and dtypes, and a fill is quick at any size.
    try:
        tensor = tt.full(value.shape, 1, dtype=getattr(tt, value.dtype))
    except RuntimeError as error:  # also tt.OutOfMemoryError
        message = f"--shape: cannot make the argument: {error}"
        raise Failure(message, hint="choose a smaller shape", code=MISUSED) from None
    return tensor.requires_grad_(True) if value.requires_grad else tensor
