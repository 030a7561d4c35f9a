"""Ops that are computed element by element: one functor for all devices, a formula for each tensor."""

from tt_devtools.new_op.asked.request import Dtypes, Request
from tt_devtools.new_op.example import Numbers
from tt_devtools.new_op.kinds.kind import Needs
from tt_devtools.new_op.kinds.of_functor import OfFunctor
from tt_devtools.new_op.kinds.pointwise import accepted
from tt_devtools.new_op.kinds.pointwise.derivative import derivative
from tt_devtools.new_op.kinds.pointwise.example import example
from tt_devtools.new_op.kinds.pointwise.functor import functor
from tt_devtools.new_op.kinds.pointwise.samples import numbers_of, samples
from tt_devtools.new_op.kinds.pointwise.schema import check, is_of_elements, numbers, scalars
from tt_devtools.new_op.language.expression import Node, names_in
from tt_devtools.new_op.language.parse import functions_in, is_readable, parse
from tt_devtools.new_op.language.resolve import Scope, resolve
from tt_devtools.new_op.language.vocabulary import REDUCTIONS
from tt_opspec.schema import Arg, Schema


class Pointwise(OfFunctor):
    """Ops of a number of tensors, and of numbers after them."""

    def __init__(self, name: str, tensors: int) -> None:
        self.name = name
        self._tensors = tensors

    def claims(self, schema: Schema, expr: str) -> bool:
        # What says more than elements can is for a composite to read; max and min may be meant of two numbers.
        reduces = bool(functions_in(expr) & (set(REDUCTIONS) - {"max", "min"}))
        readable = not expr or (is_readable(expr) and not reduces)
        return len(schema.tensors) == self._tensors and is_of_elements(schema) and readable

    def check_schema(self, schema: Schema) -> None:
        check(schema, self.name, self._tensors)

    def numbers(self, schema: Schema) -> tuple[Arg, ...]:
        return numbers(schema)

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

    def functor(self, request: Request) -> str:
        return functor(request)

    def reference(self, request: Request) -> Numbers:
        return numbers_of(request)

    def derivative(self, request: Request, needs: Needs) -> str:
        return derivative(request, needs)

    def samples(self, request: Request) -> str:
        return samples(request)

    def manner(self, schema: Schema) -> str:
        return "element by element"

    def shapes(self, request: Request) -> str:
        operand = {2: "either operand", 3: "each operand"}
        shapes = "The result has the shape of `input`."
        if self._tensors > 1:
            shapes = (
                "The shapes are broadcast and the dtypes promoted; "
                f"{operand[self._tensors]} may be a Python number."
            )
        if accepted.keeps_integers(request.dtypes) and request.value is not None:
            return f"{shapes} Integers wrap around."
        if request.dtypes.promotes == "int_to_float":
            kept = "Floating dtypes are kept, bool and integers give the default floating dtype."
            return f"{shapes} {kept}"
        return shapes

    def errors(self, request: Request) -> str:
        causes = ["when the shapes cannot be broadcast"] if self._tensors > 1 else []
        if higher := scalars(request.schema):
            causes.append(f"when {higher} is of a higher kind (floating, complex) than the result")
        raised = f"Raises RuntimeError {', or '.join(causes)}; " if causes else "Raises "
        return f"{raised}NotImplementedError for a dtype that is not accepted."

    def example(self, request: Request) -> str:
        return example(request)
