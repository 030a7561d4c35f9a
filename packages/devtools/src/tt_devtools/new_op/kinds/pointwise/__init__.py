"""Ops that are computed element by element: one functor for all devices, a formula for each tensor."""

from collections.abc import Mapping, Sequence
from typing import Final

from tt_devtools.failure import MISUSED, Failure
from tt_devtools.new_op import functor_files
from tt_devtools.new_op.change import Change
from tt_devtools.new_op.derive import GRAD, RESULT
from tt_devtools.new_op.expression import Node, names_in, parse
from tt_devtools.new_op.formatter import Formatter
from tt_devtools.new_op.kinds.kind import Kind, Needs
from tt_devtools.new_op.kinds.pointwise import accepted
from tt_devtools.new_op.kinds.pointwise.derivative import derivative
from tt_devtools.new_op.kinds.pointwise.functor import functor
from tt_devtools.new_op.kinds.pointwise.samples import numbers_of, samples
from tt_devtools.new_op.request import Dtypes, Request
from tt_devtools.new_op.resolve import Scope, resolve
from tt_opspec.entry import OpEntry
from tt_opspec.schema import REQUIRED, Schema

MOST_NUMBERS: Final = 4
"""As kMaxLoopScalars in plan/plan.h."""
_FIRST: Final = ("self", "other")
_TYPES: Final = ("Tensor", "float", "int", "Scalar")


class Pointwise(Kind):
    """Ops of a number of tensors, and of numbers after them."""

    def __init__(self, name: str, tensors: int) -> None:
        self.name = name
        self._tensors = tensors

    def claims(self, schema: Schema, expr: str) -> bool:
        return len(schema.tensors) == self._tensors and _is_of_elements(schema)

    def check_schema(self, schema: Schema) -> None:
        def no(message: str, hint: str = "") -> Failure:
            return Failure(f"{schema.name}: {message}", hint=hint, code=MISUSED)

        count = len(schema.tensors)
        if count != self._tensors:
            what = f"a {self.name} op has {self._tensors} tensor(s), the schema has {count}"
            raise Failure(what, code=MISUSED)
        if schema.returns_text != "Tensor":
            raise no(f"it must return one Tensor, got {schema.returns_text}")
        first = _FIRST[: self._tensors]
        if tuple(arg.name for arg in schema.args[: self._tensors]) != first:
            raise no(f"a {self.name} op begins with {', '.join(f'Tensor {name}' for name in first)}")
        for arg in schema.args:
            what = f"'{arg.name}' is a {arg.type_text}, a functor takes tensors and numbers"
            if arg.alias or arg.optional or arg.list_size is not None:
                raise no(what)
            if arg.type not in _TYPES:
                raise no(what)
            if arg.type != "Tensor" and arg.default is REQUIRED:
                raise no(f"'{arg.name}' needs a default", f"{arg.type} {arg.name}=1")
            if arg.name in (GRAD, RESULT):
                raise no(f"'{arg.name}' has a meaning of its own in formulas")
        if len(self.numbers(schema)) > MOST_NUMBERS:
            raise no(f"a functor takes {MOST_NUMBERS} numbers at most")

    def numbers(self, schema: Schema) -> tuple[str, ...]:
        return tuple(arg.name for arg in schema.args if arg.type != "Tensor")

    def value(self, schema: Schema, scope: Scope) -> Node:
        value = resolve(parse(scope.text), scope)
        if scope.is_truth(value):
            scope.fail("the result is a truth value", value, "write the functor by hand: leave --expr out")
        for name in scope.names:
            if name not in names_in(value):
                scope.fail(f"'{name}' is not used", value, f"take it out of the schema: {schema}")
        return value

    def dtypes(self, asked: frozenset[str], schema: Schema, value: Node | None) -> Dtypes:
        if value is not None:
            accepted.refuse_complex(asked)
        return accepted.chosen(asked, schema, value)

    def complaint(self, request: Request) -> str:
        if not request.numpy or request.value is None:
            return ""
        differs = numbers_of(request).differs_from(request.numpy)
        return f"--numpy: {differs}" if differs else ""

    def facts(self, request: Request) -> list[str]:
        return [functor_files.fact(request)]

    def sources(self, request: Request, formatter: Formatter) -> Sequence[Change]:
        return [functor_files.header(request, functor(request), formatter)]

    def units(
        self, request: Request, sources: Sequence[Change], table: Sequence[OpEntry]
    ) -> Mapping[str, str]:
        return functor_files.units(request, table)

    def derivative(self, request: Request, needs: Needs) -> str:
        return derivative(request, needs)

    def samples(self, request: Request) -> str:
        return samples(request)

    def manner(self, schema: Schema) -> str:
        return "element by element"

    def shapes(self, request: Request) -> str:
        shapes = "The result has the shape of `input`."
        if self._tensors > 1:
            shapes = (
                "The shapes are broadcast and the dtypes promoted; either operand may be a Python number."
            )
        if accepted.keeps_integers(request.dtypes):
            return f"{shapes} Integers wrap around."
        if request.dtypes.promotes == "int_to_float":
            kept = "Floating dtypes are kept, bool and integers give the default floating dtype."
            return f"{shapes} {kept}"
        return shapes

    def errors(self, request: Request) -> str:
        if self._tensors == 1:
            return "Raises RuntimeError for a dtype that is not accepted."
        return "Raises RuntimeError when the shapes cannot be broadcast, or for a dtype that is not accepted."

    def example(self, request: Request) -> str:
        call = f"tt.{request.name}"
        made = numbers_of(request).at_example() if request.value is not None else None
        if made is None:
            tensors = ", ".join(['tt.ones(2, device="meta")'] * self._tensors)
            return f">>> {call}({tensors}).shape\ntt.Size([2])"
        arguments = ", ".join(f"tt.tensor({each!r})" for each in made[0])
        return f">>> f\"{{{call}({arguments}).item():.4g}}\"\n'{made[1]}'"


def _is_of_elements(schema: Schema) -> bool:
    """Whether nothing but tensors and numbers goes in, and one new tensor comes out."""
    plain = all(
        arg.type in _TYPES and arg.list_size is None and not (arg.optional or arg.alias)
        for arg in schema.args
    )
    return plain and schema.returns_text == "Tensor"
