"""Ops that make one element of many: a functor that maps, combines and finishes, and a formula."""

from typing import Final

from tt_devtools.new_op.asked.request import Dtypes, Request
from tt_devtools.new_op.example import Numbers
from tt_devtools.new_op.kinds.kind import Needs
from tt_devtools.new_op.kinds.of_functor import OfFunctor
from tt_devtools.new_op.kinds.reduction.accepted import chosen
from tt_devtools.new_op.kinds.reduction.derivative import derivative
from tt_devtools.new_op.kinds.reduction.functor import functor, result_dtype
from tt_devtools.new_op.kinds.reduction.parts import checked, parts_of
from tt_devtools.new_op.kinds.reduction.samples import reference, samples
from tt_devtools.new_op.kinds.reduction.schema import check, has_dims, has_form
from tt_devtools.new_op.language.expression import Node
from tt_devtools.new_op.language.parse import functions_in, parse
from tt_devtools.new_op.language.resolve import Scope
from tt_devtools.new_op.language.vocabulary import REDUCTIONS
from tt_opspec.dtypes import DTYPES
from tt_opspec.schema import Arg, Schema

_OVER_DIMS: Final = (
    "The result has the shape of `input` without the dimensions in `dim`, or with size 1 there if `keepdim`; "
    "None stands for all."
)


class Reduction(OfFunctor):
    """`finish(REDUCE(map(self)))` of all elements, or over dims."""

    name = "reduction"
    takes_grads = False

    def claims(self, schema: Schema, expr: str) -> bool:
        if not has_form(schema) or has_dims(schema):
            return has_form(schema)
        return bool(functions_in(expr) & set(REDUCTIONS)) if expr else schema.arg("dtype") is not None

    def check_schema(self, schema: Schema) -> None:
        check(schema)

    def numbers(self, schema: Schema) -> tuple[Arg, ...]:
        return ()

    def value(self, schema: Schema, scope: Scope) -> Node:
        return checked(parse(scope.text), scope)

    def dtypes(self, asked: frozenset[str], schema: Schema, value: Node | None) -> Dtypes:
        return chosen(asked, parts_of(value) if value is not None else None)

    def functor(self, request: Request) -> str:
        return functor(request)

    def reference(self, request: Request) -> Numbers:
        return reference(request)

    def derivative(self, request: Request, needs: Needs) -> str:
        return derivative(request, needs)

    def samples(self, request: Request) -> str:
        return samples(request)

    def manner(self, schema: Schema) -> str:
        return "of all elements, or over `dim`" if has_dims(schema) else "of all elements"

    def shapes(self, request: Request) -> str:
        sentences = [_OVER_DIMS if has_dims(request.schema) else "The result has no dimensions."]
        widens = result_dtype(request) == "Wide"
        if request.schema.arg("dtype"):
            otherwise = "; without it, bool and integers to int64." if widens else ", if it is given."
            sentences.append(f"Elements are cast to `dtype` first{otherwise}")
        elif widens:
            sentences.append("Bool and integers are cast to int64 first.")
        if request.value is not None and parts_of(request.value).chooses:
            sentences.append("The gradient is spread evenly over all elements that have the value.")
        return " ".join(sentences)

    def errors(self, request: Request) -> str:
        nothing = request.value is not None and parts_of(request.value).chooses
        if not has_dims(request.schema):
            return "Raises RuntimeError for an empty `input`." if nothing else ""
        causes = "a dimension that `input` does not have" + (" or that has no elements" if nothing else "")
        return f"Raises IndexError for {causes}, RuntimeError for one named twice."

    def example(self, request: Request) -> str:
        dtype = next(each for each in ("float32", *DTYPES) if each in request.dtypes.accepts)
        given = "" if dtype == "float32" else f"dtype=tt.{dtype}, "
        return f'>>> tt.{request.name}(tt.ones(2, 3, {given}device="meta")).shape\ntt.Size([])'
