"""The report as text and as the JSON of the contract. Must not know how anything was found."""

from dataclasses import dataclass, field
from typing import Any

from tt_devtools.buildstats.capabilities import grouped
from tt_devtools.buildstats.changes import SINCE_DAYS
from tt_devtools.buildstats.names import Names
from tt_devtools.buildstats.story import Story
from tt_devtools.buildstats.text import aligned, listed, printable, rounded, seconds
from tt_devtools.ninja_graph.graph import Graph
from tt_devtools.plural import plural

SHOWN = 8  # includers and chains, each


@dataclass(frozen=True, slots=True)
class Line:
    """A row of the ranking; None where nobody knows. `least` is below `units` where restat edges are."""

    path: str
    units: int
    least: int
    links: int
    cpu_s: float | None
    wall_s: float | None
    changes: int | None

    def as_json(self) -> dict[str, Any]:
        """An element of `headers`."""
        return {
            "path": self.path,
            "units": self.units,
            "links": self.links,
            "cpu_s": rounded(self.cpu_s),
            "wall_s": rounded(self.wall_s),
            "changes": self.changes,
        }


@dataclass(slots=True)
class Report:
    """`lines` is the ranking, `asked` the rows of the headers named, `stories` what is told of them."""

    build_dir: str
    units: int
    headers: int
    foreign: int
    jobs: int
    lines: list[Line]
    hotspots: bool = False
    asked: dict[str, Line] = field(default_factory=dict)
    stories: dict[str, Story] = field(default_factory=dict)
    outputs: dict[str, list[str]] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """The object of `--json`."""
        shown = {line.path for line in self.lines}
        lines = self.lines + [line for line in self.asked.values() if line.path not in shown]
        return {
            "build_dir": self.build_dir,
            "units": self.units,
            "headers": [line.as_json() for line in lines],
            "outputs": self.outputs,
        }


def table(report: Report) -> str:
    """The ranking, for people."""
    head = f"{printable(report.build_dir)}: {report.units} units, {report.headers} headers"
    if report.foreign:
        head += f" ({report.foreign} of the system and of packages not shown, --all does)"
    hot = ["CPU s x changes"] if report.hotspots else []
    rows = [("units", "links", "CPU s", f"wall s (-j{report.jobs})", "changes", *hot, "header")]
    for line in report.lines:
        units = f"{line.least}-{line.units}" if line.least < line.units else str(line.units)
        count = "?" if line.changes is None else str(line.changes)
        heat = [f"{(line.cpu_s or 0) * (line.changes or 0):.1f}"] if hot else []
        numbers = (units, str(line.links), seconds(line.cpu_s), seconds(line.wall_s), count, *heat)
        rows.append((*numbers, printable(line.path)))
    lines = aligned(rows)
    if any(line.least < line.units for line in report.lines):
        lines.append("a-b: a units when the files generated on the way come out the same, b when they do not")
    if len(report.lines) < report.headers - report.foreign:
        lines.append(f"{report.headers - report.foreign - len(report.lines)} more: --top N shows them")
    return "\n".join([head, *lines])


def tell(report: Report, name: str, graph: Graph, names: Names, top: int) -> str:
    """One header, for people: at most `top` units, and the commonest includers and chains."""
    line, story = report.asked[name], report.stories[name]
    counts = f"{plural(line.units, 'unit')}, {plural(line.links, 'link')}"
    if line.cpu_s is not None:
        counts += f", {seconds(line.cpu_s)} CPU s, {seconds(line.wall_s)} s on {report.jobs} jobs"
    if line.changes is not None:
        counts += f"; {plural(line.changes, 'change')} in {SINCE_DAYS} days"
    lines = [f"{printable(line.path)}: {counts}"]
    if line.least < line.units:
        lines.append(
            f"  at least {plural(line.least, 'unit')}, if these come out the same: {_few(story.restat)}"
        )
    if generated := line.units - story.read_directly:
        lines.append(f"  not reading it, but made from what is made with it: {plural(generated, 'unit')}")
    lines += [f"  units ({line.units}):"] if story.units else ["  no unit reads it"]
    lines += listed(grouped(printable(graph.output(each)) for each in story.units), top)
    return "\n".join([*lines, *_ways(story, names)])


def _ways(story: Story, names: Names) -> list[str]:
    """How the units come to include it."""
    lines = []
    if story.includers:
        lines.append(f"  included directly by ({len(story.includers)}):")
        includers = story.includers.most_common()
        lines += listed(
            [f"{printable(names.shown(file))}  ({plural(n, 'unit')})" for file, n in includers], SHOWN
        )
    if story.chains:
        lines.append("  include chains:")
        lines += listed([_chain(story, way, names) for way, _ in story.chains.most_common()], SHOWN)
    if story.followed < story.read_directly and story.followed:
        lines.append(f"  chains and includers are those of {plural(story.followed, 'unit')}")
    if story.unexplained:
        lines.append(f"  read without an include line that leads there: {plural(story.unexplained, 'unit')}")
    return lines


def _chain(story: Story, way: tuple[str, ...], names: Names) -> str:
    files = (story.sample_source[way], *way)
    return f"{story.chains[way]:4}  {' > '.join(printable(names.shown(each)) for each in files)}"


def _few(items: list[str]) -> str:
    more = f" and {len(items) - 3} more" if len(items) > 3 else ""
    return ", ".join(printable(each) for each in items[:3]) + more
