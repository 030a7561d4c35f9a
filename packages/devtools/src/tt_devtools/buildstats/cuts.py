"""The include lines most worth cutting: for each line between two headers, what depends on it alone.

A header is lost with a line when every way from the source leads through that line: the file of the line is the
header's immediate dominator in the unit's include graph, and nothing that it does not dominate includes it.
"""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from tt_devtools.buildstats.changes import SINCE_DAYS, changes
from tt_devtools.buildstats.dominators import dominators
from tt_devtools.buildstats.include_graph import IncludeGraph, UnitGraph
from tt_devtools.buildstats.subject import Subject
from tt_devtools.buildstats.text import aligned, printable, rounded
from tt_devtools.progress import Progress


@dataclass(slots=True)
class Cut:
    """A line from one header to another. Of times that nobody knows, units stand for seconds."""

    source: str = ""
    target: str = ""
    units: int = 0
    lost: int = 0  # headers times units
    once: float = 0.0  # CPU seconds saved if each header that goes changed once
    history: float = 0.0  # as often as they did change


def cuts(subject: Subject) -> list[Cut]:
    """All lines that some unit depends on alone, the most worth cutting first."""
    whole = IncludeGraph(subject.graph, subject.includes)
    foreign = [subject.names.is_foreign(file) for file in whole.files]
    counts = changes(file for file, other in zip(whole.files, foreign, strict=True) if not other)
    weights = [0 if other else 1 for other in foreign]
    history = [counts.get(file) or 0 for file in whole.files]
    found: dict[tuple[int, int], Cut] = defaultdict(Cut)
    units = [edge.index for edge in subject.graph.units if edge.index in subject.graph.reads]
    with Progress("following includes", loud=False) as progress:
        for done, edge in enumerate(units, 1):
            progress.step(done, len(units), "")
            cost = subject.prices.ms[edge] / 1000 if subject.prices.ms else 1.0
            _add_unit(whole.unit(edge), weights, history, cost, found)
    for (source, target), cut in found.items():
        cut.source, cut.target = whole.files[source], whole.files[target]
    ours = [cut for (source, _), cut in found.items() if not foreign[source] and cut.lost]
    return sorted(ours, key=lambda cut: (-cut.history, -cut.once, cut.source, cut.target))


def _add_unit(
    unit: UnitGraph, weights: list[int], history: list[int], cost: float, found: dict[tuple[int, int], Cut]
) -> None:
    above, before = dominators(unit.roots, unit.included)
    below = {node: weights[node] for node in above}
    changed = {node: history[node] for node in above}
    roots = set(unit.roots)
    for node in reversed(above):  # dominators come first, so that each is complete when it is reached
        source = above[node]
        if source < 0:
            continue
        below[source] += below[node]
        changed[source] += changed[node]
        if source in roots or not below[node]:
            continue
        if all(each == source or _is_under(each, node, above) for each in before[node]):
            cut = found[source, node]
            cut.units += 1
            cut.lost += below[node]
            cut.once += cost * below[node]
            cut.history += cost * changed[node]


def _is_under(node: int, ancestor: int, above: dict[int, int]) -> bool:
    while node >= 0:
        if node == ancestor:
            return True
        node = above[node]
    return False


def describe(subject: Subject, found: list[Cut], count: int) -> str:
    """The first `count` lines, for people."""
    timed = subject.prices.ms is not None
    what = "CPU s" if timed else "units"
    head = (
        f"{subject.shown_dir}: {len(found)} include lines between headers decide alone what some unit reads"
    )
    rows = [(f"{what}, {SINCE_DAYS} days", f"{what} once", "units", "include line")]
    for cut in found[:count]:
        line = (
            f"{printable(subject.names.shown(cut.source))} -x-> {printable(subject.names.shown(cut.target))}"
        )
        rows.append((f"{cut.history:.1f}", f"{cut.once:.1f}", str(cut.units), line))
    return "\n".join(
        [
            printable(head),
            *aligned(rows),
            f"{SINCE_DAYS} days: saved over the changes that the headers behind the line had; once: if each of them"
            " changed once",
            'try one: --what-if "a.h -x-> b.h"',
        ]
    )


def as_json(subject: Subject, found: list[Cut], count: int) -> dict[str, Any]:
    """`cuts` beside the keys of every report."""
    shown = subject.names.shown
    return {
        "build_dir": subject.shown_dir,
        "units": len(subject.graph.units),
        "headers": [],
        "outputs": {},
        "timed": subject.prices.ms is not None,
        "cuts": [
            {
                "from": shown(cut.source),
                "to": shown(cut.target),
                "units": cut.units,
                "saved_once": rounded(cut.once),
                "saved_in_history": rounded(cut.history),
            }
            for cut in found[:count]
        ],
    }
