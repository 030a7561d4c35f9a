"""What was asked for, and the same made precise: data that the rest of `new_op` reads. Knows no kind of op."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from tt_devtools.failure import MISUSED, Failure
from tt_devtools.new_op.calculus.doubt import Doubt
from tt_devtools.new_op.language.expression import ExpressionError, Node
from tt_devtools.new_op.language.resolve import Scope
from tt_devtools.new_op.language.vocabulary import Vocabulary
from tt_devtools.op_names import functor_name
from tt_opspec.schema import Arg, Schema


@dataclass(frozen=True, slots=True)
class Asked:
    """The command line. Empty strings stand for what was not given."""

    schema: str
    kind: str = ""
    expr: str = ""
    grads: tuple[str, ...] = ()
    dtypes: str = ""
    devices: str = ""
    numpy: str = ""
    doc: str = ""


@dataclass(frozen=True, slots=True)
class Dtypes:
    """The facts accepts= and promotes= of an entry; `promotes` is "" where its family has none."""

    accepts: frozenset[str]
    promotes: str = ""


@dataclass(frozen=True, slots=True)
class Request:
    """One op, ready to be rendered. `kind` is a kind's name; `value` is None for a stub.

    `numbers` are the arguments that an expression may name beside the tensors; `grads` the formulas that were given.
    `doubts` collects at which places the op will not be right, as they are found; `says` is told what takes long.
    """

    vocabulary: Vocabulary
    schema: Schema
    kind: str
    numbers: tuple[Arg, ...]
    dtypes: Dtypes
    devices: frozenset[str]
    numpy: str
    doc: str
    expr: str = ""
    value: Node | None = None
    grads: Mapping[str, Node] = field(default_factory=dict)
    doubts: list[Doubt] = field(default_factory=list)
    says: Callable[[str], None] = lambda text: None

    @property
    def name(self) -> str:
        return self.schema.name

    @property
    def camel(self) -> str:
        return functor_name(self.name)

    @property
    def tensors(self) -> tuple[str, ...]:
        return tuple(arg.name for arg in self.schema.tensors)

    def scope(self, text: str, *more: str) -> Scope:
        """What an expression of this op may name; `more` are tensors besides the arguments."""
        return scope_of(self.vocabulary, text, (*more, *self.tensors), self.numbers)


def scope_of(vocabulary: Vocabulary, text: str, tensors: Iterable[str], numbers: Iterable[Arg]) -> Scope:
    """What an expression over these arguments may name."""
    names = dict.fromkeys(tensors, True) | {arg.name: False for arg in numbers}
    truths = frozenset(arg.name for arg in numbers if arg.type == "bool")
    typical = {arg.name: float(arg.default) for arg in numbers if isinstance(arg.default, int | float)}
    return Scope(vocabulary, text, names, truths, typical)


def refused(option: str, error: ExpressionError) -> Failure:
    """An expression's error for the user."""
    return Failure(f"{option}: {error.message}\n{error.caret()}", hint=error.hint, code=MISUSED)
