"""Views: a chain of views, which is a composite, or a geometry of its own, from which the derivative follows."""

from collections.abc import Mapping, Sequence

from tt_devtools.failure import MISUSED, Failure
from tt_devtools.new_op.asked.request import Dtypes, Request
from tt_devtools.new_op.kinds.any_schema import formula, kernel_name, signature
from tt_devtools.new_op.kinds.any_schema.cases import cases
from tt_devtools.new_op.kinds.any_schema.samples import samples_text
from tt_devtools.new_op.kinds.composite import made_of_ops
from tt_devtools.new_op.kinds.composite.body import body
from tt_devtools.new_op.kinds.kind import Kind, Needs
from tt_devtools.new_op.kinds.view.chain import check_chain
from tt_devtools.new_op.kinds.view.texts import derivative, geometry
from tt_devtools.new_op.language.expression import Node
from tt_devtools.new_op.language.resolve import Scope
from tt_devtools.new_op.tree import change
from tt_devtools.new_op.tree.change import Change
from tt_devtools.new_op.tree.formatter import Formatter
from tt_devtools.new_op.tree.places import COMPOSITES, PLANS
from tt_opspec.dtypes import ALL
from tt_opspec.entry import OpEntry
from tt_opspec.schema import Arg, Schema


class View(Kind):
    """`Tensor(a) self, ... -> Tensor(a)`."""

    name = "view"
    has_own_files = True

    def claims(self, schema: Schema, expr: str) -> bool:
        return any(each.alias and not each.alias.writes for each in schema.returns)

    def check_schema(self, schema: Schema) -> None:
        signature.check(schema)
        first, results = schema.args[0], schema.returns
        marks = (first.alias, results[0].alias)
        is_view = len(results) == 1 and first.name == "self" and marks[0] and marks[0] == marks[1]
        if not is_view or sum(arg.alias is not None for arg in schema.args) > 1:
            rest = ", ".join(map(str, schema.args[1:]))
            hint = f"{schema.name}(Tensor(a) self{', ' if rest else ''}{rest}) -> Tensor(a)"
            raise Failure(
                f"{schema.name}: a view's schema says whose memory it shares", hint=hint, code=MISUSED
            )
        for arg in schema.args[1:]:
            if arg.type not in ("int", "bool"):
                what = f"'{arg.name}' is a {arg.type_text}, a view depends on ints and bools alone"
                raise Failure(f"{schema.name}: {what}", code=MISUSED)

    def numbers(self, schema: Schema) -> tuple[Arg, ...]:
        return schema.args[1:]

    def value(self, schema: Schema, scope: Scope) -> Node:
        found = made_of_ops.value(schema, scope, "a view")
        check_chain(found, scope)
        return found

    def formula(self, scope: Scope) -> Node:
        return formula.read_formula(scope)

    def dtypes(self, asked: frozenset[str], schema: Schema, value: Node | None) -> Dtypes:
        return Dtypes(frozenset(ALL))

    def complaint(self, request: Request) -> str:
        if request.value is None:
            return kernel_name.taken(request)
        if request.grads:
            return "--grad: the views in the expression bring their own derivatives"
        return ""

    def family(self, request: Request) -> str:
        return "view" if request.value is None else "composite"

    def facts(self, request: Request) -> list[str]:
        return [f'kernel="{request.name}"'] if request.value is None else []

    def sources(self, request: Request, formatter: Formatter) -> Sequence[Change]:
        if request.value is None:
            file, text = f"{PLANS}/{request.name}.cpp", geometry(request.schema)
        else:
            file, text = f"{COMPOSITES}/{request.name}.py", body(request)
        return [change.new(file, formatter.formatted(text, file))]

    def units(
        self, request: Request, sources: Sequence[Change], table: Sequence[OpEntry]
    ) -> Mapping[str, str]:
        return {f"{request.name}.cpp": sources[0].after} if request.value is None else {}

    def derivative(self, request: Request, needs: Needs) -> str:
        return derivative(request, needs) if request.value is None else ""

    def samples(self, request: Request) -> str:
        if request.value is not None:
            return made_of_ops.samples(request, rounds=False)
        says = "What is in `unwritten` is expected to fail until it is written."
        facts = [f"reference=np.{request.numpy}"] if request.numpy else []
        return samples_text(request.schema, list(cases(request.schema)), "", facts, ["kernel"], says)

    def manner(self, schema: Schema) -> str:
        return "without a copy"

    def shapes(self, request: Request) -> str:
        return "The result is a view of `input`, whose memory it shares: writes to the one show in the other."

    def errors(self, request: Request) -> str:
        if any(map(signature.names_dims, request.schema.args)):
            return "Raises IndexError for a dimension that `input` does not have."
        return "Raises RuntimeError where `input` cannot be seen so."

    def example(self, request: Request) -> str:
        return made_of_ops.example(request)
