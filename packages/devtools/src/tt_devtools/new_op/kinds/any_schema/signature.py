"""A schema's arguments as Python writes them, and what of a schema no op can have. Knows no kind."""

from collections.abc import Iterator, Sequence
from typing import Final

from tt_devtools.failure import MISUSED, Failure
from tt_opspec.refusals import unbindable
from tt_opspec.schema import REQUIRED, Arg, Schema
from tt_opspec.signatures import literal

MOST_ARGUMENTS: Final = 12
MOST_RESULTS: Final = 4
"""As kMaxArgs and kMaxResults in dispatch/call.h."""
_RESERVED: Final = ("ops", "grad", "grads", "result", "results", "needs", "np")
"""What bodies, formulas and references name."""
_ANNOTATIONS: Final = {"float": "float", "int": "int", "bool": "bool", "Scalar": "float", "str": "str"}


def check(schema: Schema) -> None:
    """A Failure for what the binder, a body or a formula could not take."""
    for reason in _refusals(schema):
        raise Failure(f"{schema.name}: {reason}", code=MISUSED)


def _refusals(schema: Schema) -> Iterator[str]:
    yield from unbindable(schema)
    for arg in schema.args:
        if arg.alias and arg.alias.writes:
            yield f"'{arg.name}' is written to: in-place forms are made from an entry, and are no new op"
        if arg.name in _RESERVED:
            yield f"'{arg.name}' has a meaning of its own in bodies and formulas"
    if not any(arg.type == "Tensor" and arg.list_size is None and not arg.optional for arg in schema.args):
        yield "one argument must be a Tensor, which says of which device and dtype the result is"
    if not schema.returns or any(each.type_text.partition("(")[0] != "Tensor" for each in schema.returns):
        yield f"it must return one Tensor or several, got {schema.returns_text}"
    if len(schema.args) > MOST_ARGUMENTS or len(schema.returns) > MOST_RESULTS:
        yield f"an op has at most {MOST_ARGUMENTS} arguments and {MOST_RESULTS} results"


def exposure(schema: Schema) -> list[str]:
    """The entry's facts on how the op is reached."""
    first = schema.args[0]
    is_method = (
        first.name == "self" and first.type == "Tensor" and first.list_size is None and not first.optional
    )
    return [] if is_method else ["method=False"]


def names_dims(arg: Arg) -> bool:
    """Whether an argument says which dimension of `self` is meant, or which ones."""
    return arg.type == "int" and arg.name in ("dim", "dims", "dim0", "dim1")


def tensors(schema: Schema) -> list[str]:
    """The arguments that a derivative may be by: tensors, those that may be None, and lists of them."""
    return [arg.name for arg in schema.args if arg.type == "Tensor"]


def parameters(args: Sequence[Arg], tensor: str = "") -> str:
    """A Python parameter list; annotated where `tensor` says how a tensor's type is written."""
    parts: list[str] = []
    for arg in args:
        if arg.keyword_only and "*" not in parts:
            parts.append("*")
        typed = f": {annotation(arg, tensor)}" if tensor else ""
        default = "" if arg.default is REQUIRED else f"{' = ' if tensor else '='}{literal(_default(arg))}"
        parts.append(f"{arg.name}{typed}{default}")
    return ", ".join(parts)


def _default(arg: Arg) -> object:
    """As a body gets it: a number stands for as many as the list has."""
    is_repeated = arg.list_size is not None and isinstance(arg.default, int)
    return (arg.default,) * max(arg.list_size or 1, 1) if is_repeated else arg.default


def annotation(arg: Arg, tensor: str) -> str:
    """The type of an argument, where `tensor` says how that of a tensor is written."""
    kind = tensor if arg.type == "Tensor" else _ANNOTATIONS.get(arg.type, "object")
    if arg.list_size is not None:
        kind = f"list[{kind}]" if arg.type == "Tensor" else f"tuple[{kind}, ...]"
    return f"{kind} | None" if arg.optional and kind != "object" else kind
