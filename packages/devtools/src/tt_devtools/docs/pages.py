"""What `tt docs` can show: the Markdown pages of the checkout by name, and the op table's texts."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from tt_devtools import checkout
from tt_devtools.failure import MISUSED, Failure
from tt_devtools.suggest import did_you_mean
from tt_devtools.trace.target import parse_target
from tt_opspec.entry import OpEntry
from tt_opspec.table import entries

# At the top, in the order to read them.
_FIRST = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "STYLE.md")


@dataclass(frozen=True)
class Page:
    """A page; its name is the file's, in small letters."""

    path: Path
    shown: str

    @property
    def name(self) -> str:
        return self.path.stem.lower()

    @cached_property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @property
    def title(self) -> str:
        """The first heading."""
        return next((line[2:] for line in self.text.splitlines() if line.startswith("# ")), self.name)

    def as_json(self) -> dict[str, Any]:
        return {"page": self.name, "title": self.title, "file": self.shown}


def pages() -> list[Page]:
    """Every page, the general ones first."""
    here = checkout.find()
    paths = [here.root / name for name in _FIRST]
    paths = [path for path in paths if path.is_file()] + sorted((here.root / "docs").glob("*.md"))
    return [Page(path, here.relative(path)) for path in paths]


def names() -> list[str]:
    """All that `find` knows."""
    return [*(page.name for page in pages()), *dict.fromkeys(entry.name for entry in entries())]


def find(name: str) -> Page | list[OpEntry]:
    """The page, or the overloads of the op; a page goes first, since every op is also `tt.NAME`."""
    plain = name.lower().removeprefix("docs/").removesuffix(".md")
    if found := next((page for page in pages() if page.name == plain), None):
        return found
    target = parse_target(name)
    overloads = [
        entry
        for entry in entries()
        if entry.name in (target.op, target.op.rstrip("_")) and target.overload in ("", entry.schema.overload)
    ]
    if not overloads:
        hint = did_you_mean(target.qualified, names()) or "tt docs lists the pages, tt ops the ops"
        raise Failure(f"no op and no page is called '{name}'", hint=hint, code=MISUSED)
    return overloads
