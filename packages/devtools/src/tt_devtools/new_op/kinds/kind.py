"""What a kind of op says of itself: which schemas are of it, and the texts of its parts.

What is the same for every kind (changelog, stub, docs page, the frame of an entry and of its doc) is not here. A
kind writes nothing; `plan` puts its texts into files.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from tt_devtools.new_op.asked.request import Dtypes, Request
from tt_devtools.new_op.language.expression import GRAD, Node, names_in
from tt_devtools.new_op.language.parse import parse
from tt_devtools.new_op.language.resolve import Scope, resolve
from tt_devtools.new_op.tree.change import Change
from tt_devtools.new_op.tree.formatter import Formatter
from tt_opspec.entry import OpEntry
from tt_opspec.schema import Arg, Schema

Needs = Callable[[str, str], str]
"""From a module and a name in it to how the file spells the name, after an import where there is none."""

UNWRITTEN: Final = "tt_autograd.unwritten"
"""The module of unwritten(), which stands in a derivative that is still to be written."""


class Kind(ABC):
    """`name` is what `--kind` takes, and the file in ops/ and formulas/ unless the op has files of its own."""

    name: str
    takes_grads: bool = True
    takes_devices: bool = False
    """Whether it has kernels of its own, a device each."""
    has_own_files: bool = False
    """Whether entry and derivative lie in files of the op's own, and not among others of the kind."""

    @abstractmethod
    def claims(self, schema: Schema, expr: str) -> bool:
        """Whether a schema is of this kind when `--kind` does not say; `expr` is "" for a stub."""

    @abstractmethod
    def check_schema(self, schema: Schema) -> None:
        """A Failure for arguments that ops of this kind cannot have."""

    @abstractmethod
    def numbers(self, schema: Schema) -> tuple[Arg, ...]:
        """The arguments that an expression may name beside the tensors; those of type bool are conditions."""

    @abstractmethod
    def value(self, schema: Schema, scope: Scope) -> Node:
        """The expression, which is the scope's text, as this kind reads it; raises ExpressionError."""

    def formula(self, scope: Scope) -> Node:
        """A derivative that was given, the scope's text, as this kind reads it; raises ExpressionError."""
        tree = resolve(parse(scope.text), scope)
        if GRAD not in names_in(tree):
            scope.fail("the formula does not use 'grad'", tree, f"grad * ({scope.text})")
        return tree

    @abstractmethod
    def dtypes(self, asked: frozenset[str], schema: Schema, value: Node | None) -> Dtypes:
        """What the entry says of dtypes; `asked` is empty where `--dtypes` was not given."""

    def complaint(self, request: Request) -> str:
        """What shows to be wrong only when the request is whole; "" for nothing."""
        return ""

    def family(self, request: Request) -> str:
        """The constructor of the entry, in tt_opspec.families."""
        return self.name

    @abstractmethod
    def facts(self, request: Request) -> list[str]:
        """Arguments of the entry beside those of every op: `functor="gain.h:Gain"`."""

    @abstractmethod
    def sources(self, request: Request, formatter: Formatter) -> Sequence[Change]:
        """Where it is computed: new files, and blocks in old ones."""

    @abstractmethod
    def units(
        self, request: Request, sources: Sequence[Change], table: Sequence[OpEntry]
    ) -> Mapping[str, str]:
        """C++ units, name to text, that a compiler is shown to see whether the sources compile."""

    @abstractmethod
    def derivative(self, request: Request, needs: Needs) -> str:
        """What goes into formulas/, "" for nothing; raises ExpressionError where there is no derivative."""

    @abstractmethod
    def samples(self, request: Request) -> str:
        """The module in tests/ops/samples."""

    @abstractmethod
    def manner(self, schema: Schema) -> str:
        """How an expression is applied, after it in the doc's summary: "element by element"."""

    @abstractmethod
    def shapes(self, request: Request) -> str:
        """The doc's paragraph on shapes and dtypes."""

    @abstractmethod
    def errors(self, request: Request) -> str:
        """The doc's paragraph on what is raised."""

    @abstractmethod
    def example(self, request: Request) -> str:
        """The doc's example, which a test runs."""
