"""Arguments for a call of an op, made from its schema: what was asked for, and something sensible for the
rest.

Plans are plain data; `capture` makes tensors of them. Rules go by type and by the names that schemas give to
sizes, strides and dimensions. Must not know any op, nor import the library.
"""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Any

from tt_devtools.failure import MISUSED, Failure
from tt_devtools.trace.argument_values import OUT, DTypeName, GivenTensor
from tt_devtools.trace.layouts import CONTIGUOUS, Geometry, Shape, geometry
from tt_devtools.trace.schema_values import value_of
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
    layout: str = CONTIGUOUS
    device: str = ""

    @property
    def geometry(self) -> Geometry:
        """Where its elements lie."""
        return geometry(self.layout, self.shape)

    def __str__(self) -> str:
        sizes = ", ".join(map(str, self.shape))
        layout = f" {self.layout}" if self.layout != CONTIGUOUS else ""
        device = f" on {self.device}" if self.device else ""
        return f"{self.dtype}[{sizes}]{layout}{device}{' requires_grad' * self.requires_grad}"


@dataclass(frozen=True, slots=True)
class Asked:
    """What the command line says about the inputs. One shape, dtype or layout stands for all tensors, several
    are given in order; `given` are the values of `--arg` by name."""

    shapes: Sequence[Shape] = ()
    dtypes: Sequence[str] = ()
    layouts: Sequence[str] = ()
    device: str = ""
    requires_grad: bool = False
    given: Mapping[str, Any] = field(default_factory=dict)


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
    schema: Schema, asked: Asked, accepts: Set[str] = ALL, *, in_place: bool = False
) -> list[Argument]:
    """Every required argument, and what `--arg` gives.

    `accepts` are the dtypes that the op takes: int64 where float32 is not among them, else another. The in-place form
    writes to `self`, which no leaf that requires grad can be.
    """
    written = {arg.name for arg in schema.args if arg.alias and arg.alias.writes}
    plans = _tensor_plans(schema, asked, accepts, written | ({"self"} if in_place else set()))
    shape = next(iter(plans.values())).shape if plans else _nth(asked.shapes, 0, DEFAULT_SHAPE)
    like = next(iter(plans.values()), TensorPlan(shape, DEFAULT_DTYPE, False, device=asked.device))
    arguments: list[Argument] = []
    skipped = False
    for arg in schema.args:
        if arg.name in asked.given:
            value = _as_plan(asked.given[arg.name], like)
        elif arg.name in plans:
            value = plans[arg.name] if arg.list_size is None else [plans[arg.name]] * 2
        elif _wanted(arg):
            value = value_of(arg, shape, schema)
        elif arg.name == "dtype" and asked.dtypes and not plans:
            value = DTypeName(asked.dtypes[0])
        elif arg.name == "device" and asked.device and not plans:
            value = asked.device
        else:
            skipped = True
            continue
        arguments.append(Argument(arg.name, value, arg.keyword_only or skipped))
    if OUT in asked.given and schema.arg(OUT) is None:
        arguments.append(Argument(OUT, _as_plan(asked.given[OUT], replace(like, requires_grad=False)), True))
    return arguments


def _tensor_plans(
    schema: Schema, asked: Asked, accepts: Set[str], written: Set[str]
) -> dict[str, TensorPlan]:
    ordinary = next(
        (each for each in (DEFAULT_DTYPE, INTEGRAL_DTYPE) if each in accepts),
        min(accepts, default=INTEGRAL_DTYPE),
    )
    tensors = [
        arg
        for arg in schema.args
        if arg.type == "Tensor" and _wanted(arg) and not arg.optional and arg.name not in asked.given
    ]
    for option, values in (
        ("--shape", asked.shapes),
        ("--dtype", asked.dtypes),
        ("--layout", asked.layouts),
    ):
        _check_count(option, len(values), len(tensors), schema)
    default = () if not any(result.type == "Tensor" for result in schema.returns) else DEFAULT_SHAPE
    plans = {
        arg.name: TensorPlan(
            _nth(asked.shapes, index, default),
            _dtype(arg, _nth(asked.dtypes, index, ordinary)),
            asked.requires_grad and arg.name not in written,
            _nth(asked.layouts, index, CONTIGUOUS),
            asked.device,
        )
        for index, arg in enumerate(tensors)
    }
    for plan in plans.values():
        geometry(plan.layout, plan.shape)  # refuses a layout that the shape cannot have
    if not asked.requires_grad:
        return plans
    plans = {name: _only_inexact(plan) for name, plan in plans.items()}
    _check_differentiable(plans, schema)
    return plans


def _as_plan(value: Any, like: TensorPlan) -> Any:
    """What `--arg` describes, with the dtype and the device of the other tensors."""
    if isinstance(value, list):
        return [_as_plan(item, like) for item in value]
    if not isinstance(value, GivenTensor):
        return value
    return _only_inexact(
        TensorPlan(value.shape, value.dtype or like.dtype, like.requires_grad, CONTIGUOUS, like.device)
    )


def _wanted(arg: Arg) -> bool:
    return arg.default is REQUIRED


def _nth(values: Sequence[Any], index: int, default: Any) -> Any:
    return values[min(index, len(values) - 1)] if values else default


def _dtype(arg: Arg, asked: str) -> str:
    return "bool" if arg.name in _BOOL_NAMES else "int64" if arg.name in _INDEX_NAMES else asked


def _only_inexact(plan: TensorPlan) -> TensorPlan:
    return replace(plan, requires_grad=plan.requires_grad and plan.dtype in INEXACT)


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


def _text(value: Any) -> str:
    return "[" + ", ".join(map(str, value)) + "]" if isinstance(value, list) else str(value)
