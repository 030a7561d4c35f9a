"""Where a block or an import goes in a Python file. libcst says where statements are; lines are put between them.

No line that was there changes. An insertion is (index of the line before which it goes, the lines).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import libcst as cst


@dataclass(frozen=True, slots=True)
class Insertion:
    """`text`, whole lines, goes before line `line` (from 0) of the file."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Statement:
    """A top-level statement: its lines, comments above it included, and what it registers or binds."""

    first: int
    last: int
    name: str
    module: str = ""  # of an import
    names: tuple[str, ...] = ()  # that an import binds


def applied(text: str, insertions: Sequence[Insertion]) -> str:
    """The file with the insertions, whose lines are those of the file without them."""
    if text and not text.endswith("\n"):
        raise ValueError("the last line does not end")
    lines = lines_of(text)
    for insertion in sorted(insertions, key=lambda each: each.line, reverse=True):
        lines.insert(insertion.line, insertion.text)
    return "".join(lines)


def lines_of(text: str) -> list[str]:
    """The lines, ends included, as an editor and libcst count them: splitlines() also ends one at a form feed."""
    return [f"{line}\n" for line in text.split("\n")[:-1]]


class PythonFile:
    """One module's statements."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def statements(self) -> list[Statement]:
        """Every top-level statement in order."""
        import libcst as cst
        from libcst.metadata import MetadataWrapper, PositionProvider, WhitespaceInclusivePositionProvider

        wrapper = MetadataWrapper(cst.parse_module(self.text), unsafe_skip_copy=True)
        inner = wrapper.resolve(PositionProvider)
        outer = wrapper.resolve(WhitespaceInclusivePositionProvider)
        found = []
        for node in wrapper.module.body:
            comments = sum(line.comment is not None for line in node.leading_lines)
            first = inner[node].start.line - 1 - comments
            last = max(inner[node].end.line, outer[node].end.line if outer[node].end.column else 0) - 1
            found.append(_statement(node, first, last))
        return found

    @property
    def imports(self) -> dict[str, Statement]:
        """Import statements by module."""
        return {each.module: each for each in self.statements if each.module}

    @property
    def bound(self) -> set[str]:
        """What imports bind."""
        return {name for each in self.statements for name in each.names}

    def block(self, name: str, text: str) -> Insertion:
        """Where a statement that registers `name` goes: in order if the file is, else at its end."""
        named = [each for each in self.statements if each.name]
        names = [each.name for each in named]
        length = len(lines_of(self.text))
        following = next((each for each in named if each.name > name), None)
        if len(names) > 1 and names == sorted(names) and following is not None:
            return Insertion(following.first, f"{text}\n")
        return Insertion(length, f"\n{text}")

    def import_line(self, statement: str, module: str) -> Insertion:
        """Where a first-party `from module import ...` (or `import module`) goes; ruff's order."""
        own = [each for each in self.statements if each.module.startswith("tt")]
        plain = statement.startswith("import ")
        key = (not plain, module)
        for each in own:
            if (bool(each.names) and each.names != (each.module,), each.module) > key:
                return Insertion(each.first, f"{statement}\n")
        if own:
            return Insertion(own[-1].last + 1, f"{statement}\n")
        start = next((each.last + 1 for each in self.statements if each.module), 1)
        return Insertion(start, f"\n{statement}\n")


def _statement(node: "cst.BaseStatement | cst.SimpleStatementLine", first: int, last: int) -> Statement:
    import libcst as cst
    from libcst.helpers import get_full_name_for_node

    small = node.body[0] if isinstance(node, cst.SimpleStatementLine) else None
    if isinstance(small, cst.ImportFrom) and small.module is not None:
        aliases = () if isinstance(small.names, cst.ImportStar) else small.names
        names = tuple(alias.evaluated_alias or alias.evaluated_name for alias in aliases)
        return Statement(first, last, "", get_full_name_for_node(small.module) or "", names)
    if isinstance(small, cst.Import):
        name = small.names[0].evaluated_name
        return Statement(first, last, "", name, (small.names[0].evaluated_alias or name,))
    value = small.value if isinstance(small, cst.Assign | cst.Expr) else None
    if isinstance(value, cst.Call) and value.args and isinstance(value.args[0].value, cst.SimpleString):
        schema = str(value.args[0].value.evaluated_value)
        return Statement(first, last, schema.partition("(")[0])
    return Statement(first, last, "")
