"""An op's numbers in Python: how a reference declares them, and the values with which it is tried.

Samples call an op with its defaults and with other values, so that no number could be forgotten on the way.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import isfinite

from tt_opspec.schema import REQUIRED, Arg
from tt_opspec.signatures import literal

NUMBER_TYPES = ("float", "int", "bool", "Scalar")
"""What a functor takes besides its elements."""


def is_number(arg: Arg) -> bool:
    """Whether every element can see it."""
    return arg.type in NUMBER_TYPES and not arg.optional and arg.list_size is None


def parameters(args: Sequence[Arg], annotated: bool = True) -> str:
    """A Python parameter list for arguments that are tensors and numbers."""
    parts, star = [], False
    for arg in args:
        if arg.keyword_only and not star:
            parts.append("*")
            star = True
        kind = "np.ndarray" if arg.type == "Tensor" else "bool" if arg.type == "bool" else "float"
        default = "" if arg.default is REQUIRED else literal(arg.default)
        if annotated:
            parts.append(f"{arg.name}: {kind}" + (f" = {default}" if default else ""))
        else:
            parts.append(f"{arg.name}={default}" if default else arg.name)
    return ", ".join(parts)


def tried(numbers: Iterable[Arg]) -> dict[str, float | bool]:
    """A value other than the default for each number."""
    return {arg.name: _other(arg) for arg in numbers}


def required(numbers: Iterable[Arg]) -> tuple[Arg, ...]:
    """Those without which the op cannot be called."""
    return tuple(arg for arg in numbers if arg.default is REQUIRED)


def as_keywords(values: Mapping[str, float | bool]) -> str:
    """`by=0.5, clip=True`."""
    return ", ".join(f"{name}={value!r}" for name, value in values.items())


def _other(arg: Arg) -> float | bool:
    if arg.type == "bool":
        return arg.default is not True
    step = 0.5 if arg.type == "float" or isinstance(arg.default, float) else 1
    default = arg.default if isinstance(arg.default, int | float) else step
    return (default if isfinite(default) else step) + step
