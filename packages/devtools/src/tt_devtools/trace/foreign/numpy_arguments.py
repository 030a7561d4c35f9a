"""The arguments of a call, as NumPy's: made of the plain data that tt's own process sends.

Memory can come from a trap, so that the first touch of each array is seen.
"""

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tt_devtools.trace.foreign.first_touch import Trap

_NAMES = {"dim": "axis", "keepdim": "keepdims", "dtype": "dtype"}  # PyTorch's words to NumPy's


@dataclass
class Built:
    """What the function is called with, its arrays by their names, and the arguments that it does not have."""

    positional: list[Any] = field(default_factory=list)
    keywords: dict[str, Any] = field(default_factory=dict)
    arrays: list[tuple[str, Any]] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)


def build(function: Callable[..., Any], arguments: list[dict[str, Any]], trap: Trap | None = None) -> Built:
    """Arrays where there were tensors; a ufunc that lacks operands gets its last one again."""
    built = Built()
    known = _parameters(function)
    for argument in arguments:
        name, numpy_name = argument["name"], _NAMES.get(argument["name"], argument["name"])
        value, is_data = _made(name, argument["value"], trap, built.arrays)
        if numpy_name in known and (argument["keyword_only"] or not is_data):
            built.keywords[numpy_name] = value
        elif is_data or not (argument["keyword_only"] or name in _NAMES or isinstance(value, bool)):
            built.positional.append(value)
        else:
            built.left_out.append(name)
    while built.arrays and len(built.positional) < getattr(function, "nin", 0):
        built.positional.append(built.positional[-1])
    return built


def _made(name: str, value: Any, trap: Trap | None, arrays: list[tuple[str, Any]]) -> tuple[Any, bool]:
    """NumPy's value, and whether it is an array or a list of them, which are added to `arrays`."""
    if _is_tensor(value):
        arrays.append((name, _array(value, trap)))
        return arrays[-1][1], True
    if isinstance(value, list) and value and _is_tensor(value[0]):
        items = [_array(each, trap) for each in value]
        arrays += [(f"{name}[{at}]", each) for at, each in enumerate(items)]
        return items, True
    return _plain(value), False


def _is_tensor(value: Any) -> bool:
    return isinstance(value, dict) and "shape" in value


def _array(plan: dict[str, Any], trap: Trap | None) -> Any:
    import numpy
    from numpy.lib.stride_tricks import as_strided

    dtype = numpy.dtype(plan["dtype"])
    if trap is None or 0 in plan["shape"]:
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
