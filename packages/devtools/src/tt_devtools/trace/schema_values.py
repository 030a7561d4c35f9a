"""Values of arguments that are no tensors, from their type and from the names that schemas give to sizes,
strides and dimensions. Must not know any op."""

from math import prod
from typing import Any

from tt_devtools.failure import MISUSED, Failure
from tt_devtools.trace.argument_values import DTypeName
from tt_devtools.trace.layouts import Shape
from tt_opspec.schema import Arg, Schema


def value_of(arg: Arg, shape: Shape, schema: Schema) -> Any:
    """A value for a required argument that is no tensor; `shape` is that of the first tensor."""
    if arg.list_size is not None and arg.type == "int":
        selected = arg.name == "input_sizes" and schema.arg("index") is not None
        return [1, *shape] if selected else _ints(arg.name, shape)  # selecting takes a dimension away
    if arg.list_size is None:
        match arg.type:
            case "int":
                return _int(arg.name, shape)
            case "Scalar":
                return 2
            case "float":
                return 0.5
            case "bool":
                return False
            case "ScalarType":
                return DTypeName("float64")
    if arg.optional:
        return None
    raise Failure(
        f"{schema.qualified}: no value for '{arg.name}' ({arg.type_text}) follows from the schema",
        hint=f"--arg {arg.name}=...",
        code=MISUSED,
    )


def _ints(name: str, shape: Shape) -> list[int]:
    if name.endswith(("stride", "strides")):
        return [prod(shape[dim + 1 :]) for dim in range(len(shape))]
    if name == "dims":
        return list(reversed(range(len(shape))))
    return [0] if name == "dim" else list(shape)


def _int(name: str, shape: Shape) -> int:
    if name == "dim1":
        return max(len(shape) - 1, 0)
    if name == "end":
        return shape[0] if shape else 0
    return 1 if name == "step" else 0
