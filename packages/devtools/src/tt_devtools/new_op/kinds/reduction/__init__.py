"""Ops that make one element of many: a functor that maps, combines and finishes, and a formula."""

from collections.abc import Mapping, Sequence
from typing import Final

from tt_devtools.failure import MISUSED, Failure
from tt_devtools.new_op import functor_files
from tt_devtools.new_op.change import Change
from tt_devtools.new_op.expression import Node
from tt_devtools.new_op.formatter import Formatter
from tt_devtools.new_op.kinds.kind import Kind, Needs
from tt_devtools.new_op.kinds.pointwise.accepted import refuse_complex
from tt_devtools.new_op.kinds.reduction.derivative import derivative
from tt_devtools.new_op.kinds.reduction.functor import functor
from tt_devtools.new_op.kinds.reduction.parts import split
from tt_devtools.new_op.kinds.reduction.samples import samples
from tt_devtools.new_op.parse import functions_in, parse
from tt_devtools.new_op.request import Dtypes, Request
from tt_devtools.new_op.resolve import Scope
from tt_devtools.new_op.vocabulary import REDUCTIONS
from tt_opspec.dtypes import FLOATING
from tt_opspec.entry import OpEntry
from tt_opspec.schema import Arg, Schema

FORMS: Final = (
    "(Tensor self, *, ScalarType? dtype=None) -> Tensor",
    "(Tensor self, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor",
)
"""The arguments that the one plan of reductions reads, plan/reduction.cpp."""


class Reduction(Kind):
    """`finish(REDUCE(map(self)))` of all elements, or over dims."""

    name = "reduction"
    takes_grads = False

    def claims(self, schema: Schema, expr: str) -> bool:
        form = str(schema).removeprefix(schema.name)
        return form == FORMS[1] or (
            form == FORMS[0] and (not expr or bool(functions_in(expr) & set(REDUCTIONS)))
        )

    def check_schema(self, schema: Schema) -> None:
        count = len(schema.tensors)
        if count != 1:
            raise Failure(f"a reduction op has 1 tensor(s), the schema has {count}", code=MISUSED)
        if str(schema).removeprefix(schema.name) not in FORMS:
            what = f"{schema.name}: a reduction's arguments are fixed"
            raise Failure(what, hint=f"{schema.name}{FORMS[1]}", code=MISUSED)

    def numbers(self, schema: Schema) -> tuple[Arg, ...]:
        return ()

    def value(self, schema: Schema, scope: Scope) -> Node:
        tree = parse(scope.text)
        split(tree, scope)
        return tree

    def dtypes(self, asked: frozenset[str], schema: Schema, value: Node | None) -> Dtypes:
        if value is not None:
            refuse_complex(asked)
        return Dtypes(asked or FLOATING)

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
        return "of all elements, or over `dim`" if schema.arg("dim") else "of all elements"

    def shapes(self, request: Request) -> str:
        cast = "Elements are cast to `dtype` first, if it is given."
        if not request.schema.arg("dim"):
            return f"The result has no dimensions. {cast}"
        return (
            "The result has the shape of `input` without the dimensions in `dim`, or with size 1 there if "
            f"`keepdim`; None stands for all. {cast}"
        )

    def errors(self, request: Request) -> str:
        return (
            "Raises IndexError for a dimension that `input` does not have, RuntimeError for one named twice."
        )

    def example(self, request: Request) -> str:
        return f'>>> tt.{request.name}(tt.ones(2, 3, device="meta")).shape\ntt.Size([])'
