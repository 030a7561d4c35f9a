"""The names that users give: ops, dispatch keys and device types. Unknown ones are refused with what there is."""

from difflib import get_close_matches
from typing import Any, Final

from tt_core import _C

TABLE_NAMESPACES: Final = ("tt", "aten")
"""Under these names the ops of the table are found; nobody defines an op there."""

ALIAS_KEYS: Final = ("CompositeExplicitAutograd", "CompositeImplicitAutograd")
_DEVICES: Final = {"cpu": "CPU", "cuda": "CUDA", "meta": "Meta", "privateuseone": "PrivateUse1"}


def qualified(op: Any, command: str) -> str:
    """The key of kernels and formulas: `mylib::scale`, `add.Tensor`, from a name, a callable or a CustomOpDef.

    The overload may be left out where there is one. Raises TypeError, or NotImplementedError for an unknown op.
    """
    if not isinstance(op, str):
        op = getattr(op, "op", op)
        if not _C.is_op_callable(op):
            raise TypeError(f"{command}: expected an op or its name, got {type(op).__name__}")
        return _only([str(name) for name in op.overloads], str(op.__name__), command)
    namespace, _, rest = op.rpartition("::")
    name = rest if namespace in ("", *TABLE_NAMESPACES) else op
    found = [str(info["op"]) for info in _C.op_info(name)]
    if not found:
        close = get_close_matches(name, [str(known) for known in _C.op_names()], n=1)
        hint = f"; did you mean '{close[0]}'?" if close else ""
        raise NotImplementedError(f"{command}: there is no op '{op}'{hint}")
    return name if name in found else _only(found, op, command)


def _only(overloads: list[str], name: str, command: str) -> str:
    if len(overloads) > 1:
        raise ValueError(f"{command}: '{name}' has several overloads, name one: {', '.join(overloads)}")
    return overloads[0]


def known_keys() -> tuple[str, ...]:
    """The names of all dispatch keys, alias keys last."""
    return (*reversed(_C.key_set_names((1 << 64) - 1).split(", ")), *ALIAS_KEYS)


def dispatch_key(text: str, command: str) -> str:
    """A dispatch key by its own name or by a device type; "default" is every device. RuntimeError if unknown."""
    devices = {**_DEVICES, _C.private_device_name(): "PrivateUse1", "default": "CompositeExplicitAutograd"}
    keys = known_keys()
    if text in devices:
        return devices[text]
    if text in keys:
        return text
    close = get_close_matches(text, (*keys, *devices), n=1)
    hint = f"; did you mean '{close[0]}'?" if close else ""
    known = ", ".join((*keys, *devices))
    raise RuntimeError(f"{command}: unknown dispatch key '{text}'{hint}\nhint: known are {known}")


def dispatch_keys(types: Any, command: str) -> list[str]:
    """The keys of one device type or key, of several, or of None, which is every device."""
    given = ("default",) if types is None else (types,) if isinstance(types, str) else tuple(types)
    return [dispatch_key(text, command) for text in given]
