"""Arguments for a call of an op, made from its schema: what was asked for, and something sensible for the
rest.

Plans are plain data; `capture` makes tensors of them. Rules go by type and by the names that schemas give to
sizes, strides and dimensions. Must not know any op, nor import the library.
"""

from collections.abc import Sequence, Set
from dataclasses import dataclass
from math import prod
from typing import Any

from tt_devtools.failure import MISUSED, Failure
from tt_devtools.trace.target import Shape
from tt_opspec.dtypes import ALL, INEXACT
from tt_opspec.schema import REQUIRED, Arg, Schema

DEFAULT_SHAPE: Shape = (64, 64)
DEFAULT_DTYPE = "float32"
INTEGRAL_DTYPE = "int64"
_BOOL_NAMES = ("condition", "mask")
_INDEX_NAMES = ("index", "indices")


@dataclass(frozen=True, slots=True)
class TensorPlan:
    """A tensor to be made."""

    shape: Shape
    dtype: str
    requires_grad: bool

    def __str__(self) -> str:
        sizes = ", ".join(map(str, self.shape))
        return f"{self.dtype}[{sizes}]{' requires_grad' * self.requires_grad}"


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument: a TensorPlan, a list of them, or a plain value."""

    name: str
    value: Any
    keyword_only: bool

    def __str__(self) -> str:
        return (
            f"{self.name}={_text(self.value)}" if self.keyword_only else f"{self.name}: {_text(self.value)}"
        )


def plan_arguments(
    schema: Schema,
    shapes: Sequence[Shape],
    dtypes: Sequence[str],
    requires_grad: bool,
    accepts: Set[str] = ALL,
) -> list[Argument]:
    """Every required argument. One shape or dtype stands for all tensors, several are given in order.

    `accepts` are the dtypes that the op takes: int64 where float32 is not among them.
    """
    ordinary = DEFAULT_DTYPE if DEFAULT_DTYPE in accepts else INTEGRAL_DTYPE
    tensors = [arg for arg in schema.args if arg.type == "Tensor" and _wanted(arg) and not arg.optional]
    _check_count("--shape", len(shapes), len(tensors), schema)
    _check_count("--dtype", len(dtypes), len(tensors), schema)
    default = () if not any(result.type == "Tensor" for result in schema.returns) else DEFAULT_SHAPE
    plans = {
        arg.name: TensorPlan(
            _nth(shapes, index, default),
            _dtype(arg, _nth(dtypes, index, ordinary)),
            requires_grad and not (arg.alias and arg.alias.writes),
        )
        for index, arg in enumerate(tensors)
    }
    if requires_grad:
        plans = {name: _only_inexact(plan) for name, plan in plans.items()}
        _check_differentiable(plans, schema)
    shape = next(iter(plans.values())).shape if plans else _nth(shapes, 0, DEFAULT_SHAPE)
    arguments = []
    for arg in schema.args:
        if arg.name in plans:
            value: Any = plans[arg.name] if arg.list_size is None else [plans[arg.name]] * 2
        elif _wanted(arg):
            value = _value(arg, shape, schema)
        elif arg.name == "dtype" and dtypes and not tensors:
            value = dtypes[0]
        else:
            continue
        arguments.append(Argument(arg.name, value, arg.keyword_only))
    return arguments


def _wanted(arg: Arg) -> bool:
    return arg.default is REQUIRED


def _nth(values: Sequence[Any], index: int, default: Any) -> Any:
    return values[min(index, len(values) - 1)] if values else default


def _dtype(arg: Arg, asked: str) -> str:
    return "bool" if arg.name in _BOOL_NAMES else "int64" if arg.name in _INDEX_NAMES else asked


def _only_inexact(plan: TensorPlan) -> TensorPlan:
    return TensorPlan(plan.shape, plan.dtype, plan.requires_grad and plan.dtype in INEXACT)


def _check_differentiable(plans: dict[str, TensorPlan], schema: Schema) -> None:
    if not any(plan.requires_grad for plan in plans.values()):
        given = ", ".join(f"{name} is {plan.dtype}" for name, plan in plans.items()) or "it takes no tensor"
        raise Failure(
            f"{schema.qualified}: --requires-grad needs a floating or complex argument that is only read, "
            f"but {given}",
            hint="--dtype float32" if plans else "",
            code=MISUSED,
        )


def _check_count(option: str, given: int, tensors: int, schema: Schema) -> None:
    if given > max(tensors, 1):
        raise Failure(
            f"{schema.qualified}: {option} gives {given} values, tensor arguments are {tensors}",
            hint=f"{schema}",
            code=MISUSED,
        )


def _value(arg: Arg, shape: Shape, schema: Schema) -> Any:
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
                return "float64"
    if arg.optional:
        return None
    raise Failure(f"{schema.qualified}: no value for '{arg.name}' ({arg.type_text}) follows from the schema")


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


def _text(value: Any) -> str:
    return "[" + ", ".join(map(str, value)) + "]" if isinstance(value, list) else str(value)
