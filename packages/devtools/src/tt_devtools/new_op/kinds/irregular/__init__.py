"""Ops with a kernel of their own: plan and runs are written out, one function of an element is left to be written."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tt_devtools.failure import MISUSED, Failure
from tt_devtools.new_op.asked.request import Dtypes, Request
from tt_devtools.new_op.kinds.any_schema import formula, kernel_name, signature
from tt_devtools.new_op.kinds.any_schema.cases import SHAPES, cases
from tt_devtools.new_op.kinds.any_schema.example import example
from tt_devtools.new_op.kinds.any_schema.samples import samples_text
from tt_devtools.new_op.kinds.irregular.cpp_texts import Irregular as Parts
from tt_devtools.new_op.kinds.irregular.cpp_texts import texts
from tt_devtools.new_op.kinds.irregular.fields import fields
from tt_devtools.new_op.kinds.kind import Kind, Needs
from tt_devtools.new_op.language.expression import ExpressionError, Node
from tt_devtools.new_op.language.resolve import Scope
from tt_devtools.new_op.tree import change
from tt_devtools.new_op.tree.change import Change
from tt_devtools.new_op.tree.formatter import Formatter
from tt_opspec.dtypes import FLOATING
from tt_opspec.entry import OpEntry
from tt_opspec.schema import Arg, Schema


class Irregular(Kind):
    """Any schema that returns new tensors; what no other kind claims."""

    name = "irregular"
    has_own_files = True
    takes_devices = True

    def claims(self, schema: Schema, expr: str) -> bool:
        return not expr

    def check_schema(self, schema: Schema) -> None:
        signature.check(schema)
        if any(arg.alias for arg in schema.args) or any(each.alias for each in schema.returns):
            what = f"{schema.name}: a kernel that shares memory with its arguments is a view's"
            raise Failure(what, hint="--kind view", code=MISUSED)
        fields(schema)

    def numbers(self, schema: Schema) -> tuple[Arg, ...]:
        return tuple(arg for arg in schema.args if arg not in schema.tensors)

    def value(self, schema: Schema, scope: Scope) -> Node:
        hint = "--kind composite computes it by the ops in it"
        raise ExpressionError("the kernel of an irregular op is written by hand", scope.text, 1, hint)

    def formula(self, scope: Scope) -> Node:
        return formula.read_formula(scope)

    def dtypes(self, asked: frozenset[str], schema: Schema, value: Node | None) -> Dtypes:
        return Dtypes(asked or FLOATING)

    def complaint(self, request: Request) -> str:
        return kernel_name.taken(request)

    def facts(self, request: Request) -> list[str]:
        return [f'kernel="{request.name}"', *signature.exposure(request.schema)]

    def sources(self, request: Request, formatter: Formatter) -> Sequence[Change]:
        accepts, cuda = request.dtypes.accepts, "cuda" in request.devices
        parts = Parts(request.schema, request.camel, accepts, fields(request.schema), cuda)
        return [change.new(file, formatter.formatted(text, file)) for file, text in texts(parts).items()]

    def units(
        self, request: Request, sources: Sequence[Change], table: Sequence[OpEntry]
    ) -> Mapping[str, str]:
        # One unit, since most of the compiler's time goes into headers that all of them include.
        texts = [each.after for each in sources if each.file.endswith(".cpp")]
        return {f"{request.name}.cpp": "\n".join(["#define TT_EMULATE", *texts])}

    def derivative(self, request: Request, needs: Needs) -> str:
        return formula.derivative(request, needs)

    def samples(self, request: Request) -> str:
        schema = request.schema
        facts = [f"reference=np.{request.numpy}"] if request.numpy else []
        if len(schema.returns) > 1:
            facts.append(f"result=lambda dtype, sample: (dtype,) * {len(schema.returns)}")
        blanks = ["kernel", *formula.blanks(request)]
        says = "What is in `unwritten` is expected to fail until it is written."
        return samples_text(schema, list(cases(schema)), "", facts, blanks, says)

    def manner(self, schema: Schema) -> str:
        return "by a kernel of its own"

    def shapes(self, request: Request) -> str:
        several = len(request.schema.returns) > 1
        results = "Results have" if several else "The result has"
        lies = "lie" if several else "lies"
        return f"{results} the shape of `input`, and {lies} contiguous in memory."

    def errors(self, request: Request) -> str:
        dims = any(map(signature.names_dims, request.schema.args))
        more = ", IndexError for a dimension that `input` does not have" if dims else ""
        return f"Raises NotImplementedError for dtypes that are not accepted{more}."

    def example(self, request: Request) -> str:
        shapes = (SHAPES[0],) * len(request.schema.returns)
        first = replace(next(cases(request.schema)), shapes=shapes)
        return example(request.name, [first], request.dtypes.accepts)
