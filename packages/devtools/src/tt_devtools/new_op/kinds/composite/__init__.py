"""Ops that are made of other ops: a Python function, and no derivative, which the ops inside bring."""

from collections.abc import Mapping, Sequence

from tt_devtools.new_op.asked.request import Dtypes, Request
from tt_devtools.new_op.kinds.any_schema import signature
from tt_devtools.new_op.kinds.composite import made_of_ops
from tt_devtools.new_op.kinds.composite.body import body
from tt_devtools.new_op.kinds.kind import Kind, Needs
from tt_devtools.new_op.language.expression import Node
from tt_devtools.new_op.language.resolve import Scope
from tt_devtools.new_op.tree import change
from tt_devtools.new_op.tree.change import Change
from tt_devtools.new_op.tree.formatter import Formatter
from tt_devtools.new_op.tree.places import COMPOSITES
from tt_opspec.entry import OpEntry
from tt_opspec.schema import Arg, Schema


class Composite(Kind):
    """Any schema that returns tensors; an expression may use all of Python's that gives a value."""

    name = "composite"
    takes_grads = False
    has_own_files = True

    def claims(self, schema: Schema, expr: str) -> bool:
        return bool(expr)

    def check_schema(self, schema: Schema) -> None:
        signature.check(schema)

    def numbers(self, schema: Schema) -> tuple[Arg, ...]:
        return tuple(arg for arg in schema.args if arg not in schema.tensors)

    def value(self, schema: Schema, scope: Scope) -> Node:
        return made_of_ops.value(schema, scope, "a composite")

    def dtypes(self, asked: frozenset[str], schema: Schema, value: Node | None) -> Dtypes:
        return Dtypes(asked or made_of_ops.accepted(value))

    def facts(self, request: Request) -> list[str]:
        return signature.exposure(request.schema)

    def sources(self, request: Request, formatter: Formatter) -> Sequence[Change]:
        file = f"{COMPOSITES}/{request.name}.py"
        return [change.new(file, formatter.formatted(body(request), file))]

    def units(
        self, request: Request, sources: Sequence[Change], table: Sequence[OpEntry]
    ) -> Mapping[str, str]:
        return {}

    def derivative(self, request: Request, needs: Needs) -> str:
        return ""

    def samples(self, request: Request) -> str:
        return made_of_ops.samples(request)

    def manner(self, schema: Schema) -> str:
        return "by the ops in it"

    def shapes(self, request: Request) -> str:
        return "Shapes and dtypes are those that the ops in it give."

    def errors(self, request: Request) -> str:
        return "Raises what they raise."

    def example(self, request: Request) -> str:
        return made_of_ops.example(request)
