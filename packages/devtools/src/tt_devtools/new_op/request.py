"""What was asked for, checked against the tree and made precise: the schema, the kind, the dtypes, the trees.

Every refusal is one line, with a caret under the place where there is one. Writes nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from tt_devtools.failure import MISUSED, Failure
from tt_devtools.new_op.accepted import chosen
from tt_devtools.new_op.derive import GRAD, RESULT
from tt_devtools.new_op.expression import (
    Call,
    ExpressionError,
    Node,
    names_in,
    parse,
    walk,
)  # fmt: skip
from tt_devtools.new_op.reduction import ReductionParts, split
from tt_devtools.new_op.resolve import Scope, resolve
from tt_devtools.new_op.taken import check_name
from tt_devtools.new_op.vocabulary import REDUCTIONS, Vocabulary
from tt_opspec import schema as grammar
from tt_opspec.dtypes import INTEGRAL
from tt_opspec.schema import REQUIRED, Schema, SchemaError

KINDS: Final = ("unary", "binary", "reduction")
MOST_NUMBERS: Final = 4
"""As kMaxLoopScalars in plan/plan.h."""
REDUCTION_FORMS: Final = (
    "(Tensor self, *, ScalarType? dtype=None) -> Tensor",
    "(Tensor self, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor",
)
"""The arguments that the one plan of reductions reads, plan/reduction.cpp."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The command line. Empty strings stand for what was not given."""

    schema: str
    kind: str = ""
    expr: str = ""
    grads: tuple[str, ...] = ()
    dtypes: str = ""
    numpy: str = ""
    doc: str = ""


@dataclass(frozen=True, slots=True)
class Request:
    """The same, ready to be rendered. `value` is None for a stub; `grads` are the formulas that were given."""

    vocabulary: Vocabulary
    schema: Schema
    kind: str
    accepts: frozenset[str]
    promotes: str
    numpy: str
    doc: str
    expr: str = ""
    value: Node | None = None
    reduction: ReductionParts | None = None
    grads: Mapping[str, Node] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.schema.name

    @property
    def camel(self) -> str:
        """The functor's name: `hypot2` to `Hypot2`."""
        return "".join(part[:1].upper() + part[1:] for part in self.name.split("_"))

    @property
    def tensors(self) -> tuple[str, ...]:
        return tuple(arg.name for arg in self.schema.tensors)

    @property
    def numbers(self) -> tuple[str, ...]:
        """The arguments that every element sees, none for a reduction."""
        args = self.schema.args if self.kind != "reduction" else ()
        return tuple(arg.name for arg in args if arg.type != "Tensor")

    @property
    def keeps_integers(self) -> bool:
        """Computed in integer dtypes as well, where it wraps around."""
        return self.promotes == "default" and bool(self.accepts & INTEGRAL)

    def scope(self, text: str, *more: str) -> Scope:
        """What an expression of this op may name; `more` are tensors besides the arguments."""
        names = dict.fromkeys((*more, *self.tensors), True) | dict.fromkeys(self.numbers, False)
        return Scope(self.vocabulary, text, names)


def make_request(asked: Asked, vocabulary: Vocabulary) -> Request:
    """Raises a Failure, whose code is 1 for a name that is taken and 2 for what is wrong in itself."""
    schema = _parsed(asked.schema)
    check_name(schema, vocabulary)
    kind = _kind(asked, schema)
    _check_arguments(schema, kind)
    text = " ".join(asked.expr.split())
    value, parts = _value(text, schema, kind, vocabulary) if text else (None, None)
    accepts, promotes = chosen(asked.dtypes, bool(text), schema, kind, value)
    request = Request(
        vocabulary,
        schema,
        kind,
        accepts,
        promotes,
        _numpy(asked.numpy),
        asked.doc.strip(),
        text,
        value,
        parts,
    )
    return _with_grads(request, asked.grads)


def refused(option: str, error: ExpressionError) -> Failure:
    """An expression's error for the user."""
    return Failure(f"{option}: {error.message}\n{error.caret()}", hint=error.hint, code=MISUSED)


def _parsed(text: str) -> Schema:
    try:
        return grammar.parse(text)
    except SchemaError as error:
        raise Failure(f"schema: {error.message}\n{error.caret()}", code=MISUSED) from None


def _kind(asked: Asked, schema: Schema) -> str:
    if asked.kind and asked.kind not in KINDS:
        raise Failure(f"--kind: expected {', '.join(KINDS)}, got '{asked.kind}'", code=MISUSED)
    count = len(schema.tensors)
    reduces = schema.arg("dim") is not None or schema.arg("keepdim") is not None
    if not reduces and asked.expr and count == 1:
        try:
            calls = {each.function for each in walk(parse(asked.expr)) if isinstance(each, Call)}
            reduces = bool(calls & set(REDUCTIONS)) and schema.arg("dtype") is not None
        except ExpressionError:
            pass  # it is refused where it is read for good
    kind = asked.kind or ("reduction" if reduces else {1: "unary", 2: "binary"}.get(count, ""))
    expected = {"unary": 1, "binary": 2, "reduction": 1}.get(kind)
    if expected is None:
        hint = "write an entry, a kernel in plan/ and a formula by hand: CONTRIBUTING.md"
        raise Failure(f"a schema of {count} tensors is not scaffolded, only {', '.join(KINDS)}", hint=hint)
    if count != expected:
        raise Failure(f"a {kind} op has {expected} tensor(s), the schema has {count}", code=MISUSED)
    return kind


def _check_arguments(schema: Schema, kind: str) -> None:
    def no(message: str, hint: str = "") -> Failure:
        return Failure(f"{schema.name}: {message}", hint=hint, code=MISUSED)

    if schema.overload or "::" in schema.name:
        raise no(
            "a new op has neither overload nor namespace", f"write {schema.name.rpartition('::')[2]}(...)"
        )
    if schema.returns_text != "Tensor":
        raise no(f"it must return one Tensor, got {schema.returns_text}")
    if kind == "reduction":
        if str(schema).removeprefix(schema.name) not in REDUCTION_FORMS:
            raise no("a reduction's arguments are fixed", f"{schema.name}{REDUCTION_FORMS[1]}")
        return
    if [arg.name for arg in schema.args[: len(schema.tensors)]] != ["self", "other"][: len(schema.tensors)]:
        raise no(
            f"a {kind} op begins with {'Tensor self' if kind == 'unary' else 'Tensor self, Tensor other'}"
        )
    for arg in schema.args:
        if arg.alias or arg.optional or arg.list_size is not None:
            raise no(f"'{arg.name}' is a {arg.type_text}, a functor takes tensors and numbers")
        if arg.type not in ("Tensor", "float", "int", "Scalar"):
            raise no(f"'{arg.name}' is a {arg.type_text}, a functor takes tensors and numbers")
        if arg.type != "Tensor" and arg.default is REQUIRED:
            raise no(f"'{arg.name}' needs a default", f"{arg.type} {arg.name}=1")
        if arg.name in (GRAD, RESULT):
            raise no(f"'{arg.name}' has a meaning of its own in formulas")
    if len(schema.args) - len(schema.tensors) > MOST_NUMBERS:
        raise no(f"a functor takes {MOST_NUMBERS} numbers at most")


def _value(
    text: str, schema: Schema, kind: str, vocabulary: Vocabulary
) -> tuple[Node | None, ReductionParts | None]:
    names = {
        arg.name: arg.type == "Tensor" for arg in schema.args if kind != "reduction" or arg.name == "self"
    }
    scope = Scope(vocabulary, text, names)
    try:
        tree = parse(text)
        if kind == "reduction":
            return None, split(tree, scope)
        value = resolve(tree, scope)
        if scope.is_truth(value):
            scope.fail("the result is a truth value", value, "write the functor by hand: leave --expr out")
        for name in names:
            if name not in names_in(value):
                scope.fail(f"'{name}' is not used", value, f"take it out of the schema: {schema}")
        return value, None
    except ExpressionError as error:
        raise refused("--expr", error) from None


def _numpy(name: str) -> str:
    if name and not name.isidentifier():
        raise Failure(f"--numpy: expected the name of a function in numpy, got '{name}'", code=MISUSED)
    return name


def _with_grads(request: Request, given: Sequence[str]) -> Request:
    from dataclasses import replace

    grads: dict[str, Node] = {}
    for each in given:
        name, equals, text = (part.strip() for part in each.partition("="))
        if not equals or not text:
            raise Failure(f"--grad is written NAME=EXPR, got '{each}'", code=MISUSED)
        if name not in request.tensors:
            known = f"tensors: {', '.join(request.tensors)}"
            raise Failure(f"--grad: '{name}' is no tensor of {request.name}", hint=known, code=MISUSED)
        if name in grads:
            raise Failure(f"--grad: '{name}' is given twice", code=MISUSED)
        if request.kind == "reduction":
            raise Failure("--grad: a reduction's derivative follows from --expr, or is written by hand")
        try:
            scope = request.scope(text, GRAD, RESULT)
            tree = resolve(parse(text), scope)
            if GRAD not in names_in(tree):
                scope.fail("the formula does not use 'grad'", tree, f"grad * ({text})")
        except ExpressionError as error:
            raise refused(f"--grad {name}", error) from None
        grads[name] = tree
    return replace(request, grads=grads)
