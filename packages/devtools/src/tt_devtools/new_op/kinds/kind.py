"""What a kind of op says of itself: which schemas are of it, and the texts of its parts.

What is the same for every kind (changelog, stub, docs page, the frame of an entry and of its doc) is not here. A
kind writes nothing; `plan` puts its texts into files.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from tt_devtools.new_op.change import Change
from tt_devtools.new_op.expression import Node
from tt_devtools.new_op.formatter import Formatter
from tt_devtools.new_op.request import Dtypes, Request
from tt_devtools.new_op.resolve import Scope
from tt_opspec.entry import OpEntry
from tt_opspec.schema import Schema

Needs = Callable[[str, str], str]
"""From a module and a name in it to how the file spells the name, after an import where there is none."""

UNWRITTEN: Final = "tt_autograd.unwritten"
"""The module of unwritten(), which stands in a derivative that is still to be written."""


class Kind(ABC):
    """`name` is what `--kind` takes, the constructor in tt_opspec.families, and the file in ops/ and formulas/."""

    name: str
    takes_grads: bool = True

    @abstractmethod
    def claims(self, schema: Schema, expr: Node | None) -> bool:
        """Whether a schema is of this kind when `--kind` does not say."""

    @abstractmethod
    def check_schema(self, schema: Schema) -> None:
        """A Failure for arguments that ops of this kind cannot have."""

    @abstractmethod
    def numbers(self, schema: Schema) -> tuple[str, ...]:
        """The arguments that an expression may name beside the tensors."""

    @abstractmethod
    def value(self, tree: Node, schema: Schema, scope: Scope) -> Node:
        """The expression as this kind reads it; raises ExpressionError."""

    @abstractmethod
    def dtypes(self, asked: frozenset[str], schema: Schema, value: Node | None) -> Dtypes:
        """What the entry says of dtypes; `asked` is empty where `--dtypes` was not given."""

    def complaint(self, request: Request) -> str:
        """What shows to be wrong only when the request is whole; "" for nothing."""
        return ""

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
        """What goes into formulas/; raises ExpressionError where there is no derivative."""

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
