"""What happens to files: whole new ones, insertions into old ones, and generated ones renewed."""

from dataclasses import dataclass
from typing import Literal

from tt_devtools.new_op.tree.insert import Insertion, applied

Kind = Literal["new", "insert", "renew"]


@dataclass(frozen=True, slots=True)
class Change:
    """One file: `before` is None for a new one. `insertions` say what an "insert" added."""

    file: str
    kind: Kind
    before: str | None
    after: str
    insertions: tuple[Insertion, ...] = ()

    @property
    def lines_added(self) -> int:
        """How many lines the file has more."""
        return self.after.count("\n") - (self.before or "").count("\n")


def new(file: str, text: str) -> Change:
    """A file that was not there."""
    return Change(file, "new", None, text)


def inserted(file: str, before: str, *insertions: Insertion) -> Change:
    """Blocks in a file."""
    return Change(file, "insert", before, applied(before, insertions), insertions)


def renewed(file: str, before: str | None, after: str) -> Change:
    """A generated file."""
    return Change(file, "renew", before, after)
