"""Draws a traced call as a tree: a line per stage, its details below, calls made inside it as branches.

Takes event dicts and nothing of the library, so that recorded ones do.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tt_devtools.duration import duration
from tt_devtools.output import draw
from tt_devtools.trace.details import detail_lines
from tt_devtools.trace.events import Call, Stage, calls_of

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.text import Text
    from rich.tree import Tree

MOST_NAME = 36  # a longer name pushes its own line only
INDENT = 4  # of details, also where they wrap


def show(console: "Console", title: str, events: Sequence[Mapping[str, Any]]) -> None:
    """Prints `title` and the tree of `events` below it."""
    draw(console, tree_of(title, events))


def tree_of(title: str, events: Sequence[Mapping[str, Any]]) -> "Tree":
    """The outermost calls under `title`; a single one needs no line of its own."""
    from rich.text import Text
    from rich.tree import Tree

    calls = calls_of(events)
    tree = Tree(Text(title, style="bold"), guide_style="dim")
    for call in calls:
        branch = tree if len(calls) == 1 else tree.add(_call_label(call))
        _add_stages(branch, call)
    if not calls:
        tree.add(Text("the library recorded no stage"))
    return tree


def _add_stages(branch: "Tree", call: Call) -> None:
    names = [_name(stage) for stage in call.stages]
    width = min(MOST_NAME, max(map(len, names), default=0))
    for stage, name in zip(call.stages, names, strict=True):
        leaf = branch.add(_stage_label(stage, name, width))
        for inner in stage.calls:
            _add_stages(leaf.add(_call_label(inner)), inner)


def _call_label(call: Call) -> "RenderableType":
    from rich.text import Text

    return Text.assemble((call.name, "bold"), f"  {duration(call.ns / 1e9)}")


def _stage_label(stage: Stage, name: str, width: int) -> "RenderableType":
    from rich.console import Group
    from rich.text import Text

    event = stage.event
    what = Text.assemble(
        (f"{stage.number or ' '} {event['stage']:<8}", "bold"),
        f"  {name:<{width}}",
        (f"  {_times(stage)}", "green"),
    )
    where = Text(_where(event), style="cyan")
    if event.get("raised"):
        what.append("  raised", "bold red")
    lines = [_indented(_Words(line, "dim")) for line in detail_lines(event["detail"])]
    return Group(_Headline(what, where), *lines)


def _indented(text: "RenderableType") -> "RenderableType":
    from rich.padding import Padding

    return Padding(text, (0, 0, 0, INDENT), expand=False)


@dataclass(frozen=True, slots=True)
class _Words:
    """A detail, or a place, as wide as there is room."""

    text: str
    style: str

    def __rich_console__(self, console: "Console", options: "ConsoleOptions") -> "Iterator[RenderableType]":
        from rich.text import Text

        for line in wrapped(self.text, options.max_width):
            yield Text(line, style=self.style)


def wrapped(text: str, width: int) -> list[str]:
    """Lines of `width` letters, broken between words; a word that is longer is a path, and breaks behind a slash."""
    lines = [""]
    for word in re.findall(r"\S+\s*", text):
        for part in re.findall(r"[^/]*/?", word) if len(word.rstrip()) > width else [word]:
            if lines[-1] and len(lines[-1]) + len(part.rstrip()) > width:
                lines.append("")
            lines[-1] += part
    return [line.rstrip() for line in lines]


@dataclass(frozen=True, slots=True)
class _Headline:
    """The first line of a stage; where `where` does not fit beside `what`, it stands below like a detail."""

    what: "Text"
    where: "Text"

    def __rich_console__(self, console: "Console", options: "ConsoleOptions") -> "Iterator[RenderableType]":
        from rich.text import Text

        line = Text.assemble(self.what, "  ", self.where) if self.where else self.what
        if line.cell_len <= options.max_width:
            yield line
        else:
            yield self.what
            yield _indented(_Words(str(self.where), str(self.where.style)))


def _where(event: Mapping[str, Any]) -> str:
    """File and line; of an installed package only what is below its folder, as the JSON has the whole path."""
    file = event["file"].rpartition("/site-packages/")[2]
    return f"{file}:{event['line']}" if event["line"] else file


def _name(stage: Stage) -> str:
    return str(stage.event["name"])


def _times(stage: Stage) -> str:
    if not stage.event.get("timed", True):
        return " " * 20  # a foreign stage that cannot be timed by itself
    total = int(stage.event["ns"])
    own = f"{duration(stage.self_ns / 1e9):>8}"
    return f"{own} of {duration(total / 1e9):>8}" if total != stage.self_ns else f"{own}{'':12}"
