"""`--arg NAME=VALUE`: the text of a value, read as the type that the schema gives to the argument.

A tensor is written as its shape and dtype, `64x64:float16`, or as a number where the op takes one for a
tensor. Knows no op, nor the library.
"""

import ast
from dataclasses import dataclass
from math import inf, nan
from typing import Any

from tt_devtools.failure import MISUSED, Failure
from tt_devtools.suggest import did_you_mean
from tt_devtools.trace.target import SHAPE, parse_dtypes, parse_shapes
from tt_opspec.dtypes import DTYPES
from tt_opspec.schema import Arg, Schema

OUT = "out"  # no argument of the schema: every op with an out= form takes it
_KINDS = {"int": (int,), "float": (int, float), "bool": (bool,), "Scalar": (bool, int, float, complex)}
_NAMES = {"true": True, "false": False, "none": None, "nan": nan, "inf": inf, "-inf": -inf}


@dataclass(frozen=True, slots=True)
class GivenTensor:
    """A tensor that `--arg` describes; dtype "" is that of the other tensors."""

    shape: tuple[int, ...]
    dtype: str


@dataclass(frozen=True, slots=True)
class DTypeName:
    """A dtype as the value of an argument, which each library has an object for."""

    name: str

    def __str__(self) -> str:
        return self.name


def parse_arguments(texts: tuple[str, ...], schema: Schema) -> dict[str, Any]:
    """The values by name; a Failure names the argument, its type and what was given."""
    known = {arg.name: arg for arg in schema.args}
    values: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise Failure(f"--arg: '{text}' is not NAME=VALUE", hint="--arg alpha=2", code=MISUSED)
        if name == OUT and name not in known:
            values[name] = _tensor(name, value)
        elif name not in known:
            hint = did_you_mean(name, known) or f"{schema}"
            raise Failure(f"--arg: {schema.qualified} has no argument '{name}'", hint=hint, code=MISUSED)
        else:
            values[name] = _value(known[name], value)
    return values


def _value(arg: Arg, text: str) -> Any:
    lower = text.strip().lower()
    if lower == "none":
        if arg.optional or arg.default is None:
            return None
        raise _wrong(arg, text)
    if arg.list_size is not None:
        return _list(arg, text)
    if arg.type == "Tensor":
        number = _literal(text)
        return number if isinstance(number, _KINDS["Scalar"]) else _tensor(arg.name, text)
    if arg.type == "ScalarType":
        return DTypeName(parse_dtypes(text, DTYPES)[0])
    if arg.type in _KINDS:
        value: Any = _literal(text)
        if not isinstance(value, _KINDS[arg.type]) or (arg.type == "int" and isinstance(value, bool)):
            raise _wrong(arg, text)
        return float(text) if arg.type == "float" else value
    return text


def _list(arg: Arg, text: str) -> Any:
    if arg.type == "Tensor":
        return [_tensor(arg.name, part) for part in text.strip("[]").split(",")]
    value = _literal(text)
    items = list(value) if isinstance(value, (tuple, list)) else [value]
    if not all(isinstance(item, _KINDS.get(arg.type, ())) for item in items):
        raise _wrong(arg, text)
    return items


def _tensor(name: str, text: str) -> GivenTensor:
    shape, _, dtype = text.strip().partition(":")
    if shape != "()" and not SHAPE.fullmatch(shape):
        raise Failure(
            f"--arg {name}: expected a tensor as SHAPE or SHAPE:DTYPE, got '{text}'",
            hint=f"--arg {name}=64x64:float32",
            code=MISUSED,
        )
    return GivenTensor(parse_shapes(shape)[0], parse_dtypes(dtype, DTYPES)[0] if dtype else "")


def _literal(text: str) -> Any:
    if text.strip().lower() in _NAMES:
        return _NAMES[text.strip().lower()]
    try:
        return ast.literal_eval(text.strip())
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return text


def _wrong(arg: Arg, text: str) -> Failure:
    return Failure(f"--arg {arg.name}: expected {arg.type_text}, got '{text}'", code=MISUSED)
