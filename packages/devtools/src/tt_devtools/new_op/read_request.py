"""From the command line to a request: the schema, its kind, the expressions and the dtypes, checked against the tree.

Every refusal is one line, with a caret under the place where there is one. Writes nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tt_devtools.failure import MISUSED, Failure
from tt_devtools.new_op.asked.devices import devices_of
from tt_devtools.new_op.asked.dtype_words import dtypes_of
from tt_devtools.new_op.asked.request import Asked, Request, refused, scope_of
from tt_devtools.new_op.asked.taken import check_name
from tt_devtools.new_op.asked.variants import refuse_form
from tt_devtools.new_op.kinds import kind_of
from tt_devtools.new_op.kinds.any_schema.python_expression import read
from tt_devtools.new_op.kinds.kind import Kind
from tt_devtools.new_op.kinds.pointwise.schema import is_of_elements
from tt_devtools.new_op.language.expression import GRAD, RESULT, ExpressionError, Node
from tt_devtools.new_op.language.parse import parse
from tt_devtools.new_op.language.resolve import Scope
from tt_devtools.new_op.language.vocabulary import Vocabulary
from tt_devtools.suggest import did_you_mean
from tt_opspec import schema as grammar
from tt_opspec.dtypes import INEXACT
from tt_opspec.schema import Schema, SchemaError


def make_request(asked: Asked, vocabulary: Vocabulary) -> Request:
    """Raises a Failure, whose code is 1 for a name that is taken and 2 for what is wrong in itself."""
    _check_texts(asked)
    schema = _parsed(asked.schema)
    if not asked.kind:
        refuse_form(schema)
    _check_plain(schema)
    check_name(schema, vocabulary)
    text = " ".join(asked.expr.split())
    kind = kind_of(schema, asked.kind, text)
    kind.check_schema(schema)
    numbers = kind.numbers(schema)
    scope = scope_of(vocabulary, text, [arg.name for arg in schema.tensors], numbers)
    value = _value(kind, schema, scope, follows=not asked.kind)
    accepts = frozenset(dtypes_of(asked.dtypes)) if asked.dtypes else frozenset()
    request = Request(
        vocabulary,
        schema,
        kind.name,
        numbers,
        kind.dtypes(accepts, schema, value),
        _devices(asked.devices, kind),
        _numpy(asked.numpy),
        asked.doc.strip(),
        text,
        value,
        _grads(asked.grads, kind, schema, scope),
    )
    if request.grads and not request.dtypes.accepts & INEXACT:
        raise Failure(
            f"--grad: integers have no derivative, and --dtypes {asked.dtypes} is all", code=MISUSED
        )
    if complaint := kind.complaint(request):
        raise Failure(complaint, code=MISUSED)
    return request


def _check_texts(asked: Asked) -> None:
    """Not what no source file can hold."""
    texts = {"schema": asked.schema, "--expr": asked.expr, "--doc": asked.doc}
    for where, text in texts.items():
        if unfit := next((char for char in text if not char.isprintable() and char not in "\t\n"), ""):
            raise Failure(f"{where}: {unfit!r} is not a character that can be shown", code=MISUSED)


def _parsed(text: str) -> Schema:
    try:
        return grammar.parse(text)
    except SchemaError as error:
        hint = f"{text}(Tensor self) -> Tensor, say" if text.isidentifier() else ""
        raise Failure(f"schema: {error.message}\n{error.caret()}", hint=hint, code=MISUSED) from None


def _check_plain(schema: Schema) -> None:
    if schema.overload or "::" in schema.name:
        what = f"{schema.name}: a new op has neither overload nor namespace"
        raise Failure(what, hint=f"write {schema.name.rpartition('::')[2]}(...)", code=MISUSED)


def _value(kind: Kind, schema: Schema, scope: Scope, *, follows: bool) -> Node | None:
    """`follows` says that the kind was not asked for: an expression for elements may have been meant."""
    try:
        return kind.value(schema, scope) if scope.text else None
    except ExpressionError as error:
        guesses = error.hint.startswith("did you mean")
        clearer = _of_elements(scope) if follows and is_of_elements(schema) and not guesses else None
        raise refused("--expr", clearer or error) from None


def _of_elements(scope: Scope) -> ExpressionError | None:
    """Why it is no expression for elements, None where it is one, or is one of Python over ops."""
    try:
        read(scope, "")
    except ExpressionError:
        try:
            parse(scope.text)
        except ExpressionError as error:
            return error
    return None


def _devices(text: str, kind: Kind) -> frozenset[str]:
    if text and not kind.takes_devices:
        raise Failure(f"--devices: a {kind.name} op runs where its tensors are", code=MISUSED)
    return devices_of(text)


def _numpy(name: str) -> str:
    """The name, which is that of a function as far as NumPy is there to be asked."""
    if name and not name.isidentifier():
        raise Failure(f"--numpy: expected the name of a function in numpy, got '{name}'", code=MISUSED)
    if name:
        try:
            import numpy
        except ImportError:
            return name
        if not callable(getattr(numpy, name, None)):
            hint = did_you_mean(name, dir(numpy))
            raise Failure(f"--numpy: numpy has no function '{name}'", hint=hint, code=MISUSED)
    return name


def _grads(given: Sequence[str], kind: Kind, schema: Schema, scope: Scope) -> Mapping[str, Node]:
    grads: dict[str, Node] = {}
    tensors = [arg.name for arg in schema.args if arg.type == "Tensor"]  # lists of them as well
    for each in given:
        name, equals, text = (" ".join(part.split()) for part in each.partition("="))
        if not equals or not text:
            raise Failure(f"--grad is written NAME=EXPR, got '{each}'", code=MISUSED)
        if name not in tensors:
            known = f"tensors: {', '.join(tensors)}"
            raise Failure(f"--grad: '{name}' is no tensor of {schema.name}", hint=known, code=MISUSED)
        if name in grads:
            raise Failure(f"--grad: '{name}' is given twice", code=MISUSED)
        if not kind.takes_grads:
            raise Failure(f"--grad: a {kind.name}'s derivative follows from --expr, or is written by hand")
        names = {GRAD: True, RESULT: True, **scope.names}
        grads[name] = _grad(kind, name, replace(scope, text=text, names=names))
    return grads


def _grad(kind: Kind, name: str, scope: Scope) -> Node:
    try:
        return kind.formula(scope)
    except ExpressionError as error:
        raise refused(f"--grad {name}", error) from None
