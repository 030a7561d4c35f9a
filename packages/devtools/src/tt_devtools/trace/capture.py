"""Calls the op under the library's trace hook. The one file of the tracer that imports tt, inside its
functions."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from tt_devtools.failure import MISUSED, Failure
from tt_devtools.trace.argument_values import DTypeName
from tt_devtools.trace.inputs import Argument, TensorPlan
from tt_devtools.trace.layouts import CONTIGUOUS

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
    namespace, separator, name = op.partition("::")
    if separator:
        return getattr(getattr(tt.ops, namespace), name), f"tt.ops.{namespace}.{name}"
    if (function := getattr(tt, op, None)) is not None:
        return function, f"tt.{op}"
    if (method := getattr(tt.Tensor, op, None)) is not None:
        return method, f"tt.Tensor.{op}"
    found = import_module("tt_core").ops
    for part in op.split("::"):
        found = getattr(found, part)
    return found, f"tt.ops.{op.replace('::', '.')}"


def modes_of(names: Sequence[str]) -> list[Callable[[], Any]]:
    """Context managers of tt for `--mode`; a Failure where tt has no such mode."""
    tt = import_module("tt")
    attributes = {"inference": "inference_mode"}
    managers = [getattr(tt, attributes.get(name, name), None) for name in names]
    for name, manager in zip(names, managers, strict=True):
        if manager is None:
            raise Failure(f"--mode: tt has no {name} mode", code=MISUSED)
    return [manager for manager in managers if manager is not None]


def trace_call(
    op: Callable[..., Any],
    arguments: list[Argument],
    *,
    backward: bool,
    modes: Sequence[Callable[[], Any]] = (),
) -> Traced:
    """Calls once to warm up, then several times under trace, and keeps the quickest. Each call has arguments of
    its own: what it writes to, resizes or gives a grad is not as it was."""

    def prepared() -> Callable[[], Any]:
        positional = [_made(argument.value) for argument in arguments if not argument.keyword_only]
        keywords = {argument.name: _made(argument.value) for argument in arguments if argument.keyword_only}

        def call() -> Any:
            with ExitStack() as stack:
                for mode in modes:
                    stack.enter_context(mode())
                return op(*positional, **keywords)

        return call

    _attempt(prepared())
    return min((_traced(prepared(), backward) for _ in range(REPEATS)), key=total_ns)


def _traced(call: Callable[[], Any], backward: bool) -> Traced:
    forward = _under_trace(call)
    again = _backward_of(forward.result) if backward else None
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
    if isinstance(value, DTypeName):
        return getattr(tt, value.name)
    return _tensor(value) if isinstance(value, TensorPlan) else value


def _tensor(plan: TensorPlan) -> Any:
    """One value everywhere: the route depends on shapes and dtypes, and a fill is quick at any size."""
    tt = import_module("tt")
    options = {"dtype": getattr(tt, plan.dtype)} | ({"device": plan.device} if plan.device else {})
    try:
        if plan.layout == CONTIGUOUS:
            tensor = tt.full(plan.shape, 1, **options)
        else:
            where = plan.geometry
            flat = tt.full((where.storage,), 1, **options)
            tensor = tt.as_strided(flat, plan.shape, where.strides, where.offset)
            if plan.requires_grad:
                tensor = tensor.detach()
    except (RuntimeError, ValueError) as error:  # also tt.OutOfMemoryError, and a device that is not there
        option = "--shape" if _makes_a_number(options) else "--device"
        hint = "choose a smaller shape" if option == "--shape" else ""
        raise Failure(f"{option}: cannot make the argument: {error}", hint=hint, code=MISUSED) from None
    return tensor.requires_grad_(True) if plan.requires_grad else tensor


def _makes_a_number(options: dict[str, Any]) -> bool:
    """Whether it is not the device that cannot make a tensor."""
    try:
        import_module("tt").full((), 1, **options)
    except (RuntimeError, ValueError):
        return False
    return True
