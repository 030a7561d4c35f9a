"""The ranking of all headers, and the rows of those that were asked for by name."""

from dataclasses import dataclass

from tt_devtools.buildstats.changes import changes
from tt_devtools.buildstats.report import Line, Report
from tt_devtools.buildstats.story import Story, follow, tell
from tt_devtools.buildstats.subject import Subject
from tt_devtools.failure import Failure
from tt_devtools.ninja_graph.rank import Row


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which rows: at most `top`, foreign headers too if `every`, by price x changes if `hotspots`.

    Not `ranked`: none but those of the headers named.
    """

    headers: tuple[str, ...] = ()
    ranked: bool = True
    top: int = 50
    every: bool = False
    hotspots: bool = False
    chains: bool = True  # for the headers named: read sources for who includes them


def report(subject: Subject, wanted: Wanted) -> Report:
    """Ranks, counts changes, and looks at the headers that were named."""
    files = {name: subject.names.find(name) for name in wanted.headers}
    rows = subject.rows if wanted.ranked else []
    foreign = {row.file for row in rows if subject.names.is_foreign(row.file)}
    shown = [row for row in rows if wanted.every or row.file not in foreign]
    if wanted.hotspots:
        counts = changes(row.file for row in shown)
        if shown and all(count is None for count in counts.values()):
            raise Failure(f"there is no history in git for {subject.root}, so hotspots cannot be told")
        shown.sort(key=lambda row: -_heat(subject, row, counts))
        shown = shown[: wanted.top]
        counts |= changes({file for file in files.values() if file} - counts.keys())
    else:
        shown = shown[: wanted.top]
        counts = changes({*(row.file for row in shown), *(file for file in files.values() if file)})
    made = Report(
        subject.shown_dir,
        len(subject.graph.units),
        len(rows),
        0 if wanted.every else len(foreign),
        subject.jobs,
        [line(subject, row.file, row.nodes, counts, row) for row in shown],
        wanted.hotspots,
    )
    for name, file in files.items():
        _ask(subject, made, name, file, counts, wanted.chains)
    return made


def line(
    subject: Subject, file: str, nodes: list[int], counts: dict[str, int | None], row: Row | None = None
) -> Line:
    """One header's row; `row` has the exact sums where the ranking was made."""
    cost = subject.cost(nodes)
    return Line(
        subject.names.shown(file),
        row.units if row else cost.units,
        cost.least,
        row.links if row else cost.links,
        cost.cpu_s,
        cost.wall_s,
        counts.get(file),
    )


def _heat(subject: Subject, row: Row, counts: dict[str, int | None]) -> float:
    """Price times changes; units stand for seconds where there are none."""
    return (row.cpu_ms if subject.prices.ms else row.units) * (counts[row.file] or 0)


def _ask(
    subject: Subject, made: Report, name: str, file: str | None, counts: dict[str, int | None], chains: bool
) -> None:
    if file is None:
        subject.refuse_if_unknown(name)
        shown = subject.names.shown(subject.names.existing(name))
        made.asked[name] = Line(shown, 0, 0, 0, 0.0, 0.0, None)
        made.stories[name] = Story(shown, [], 0, 0, [], 0)
        made.outputs[name] = []
        return
    story = tell(subject.graph, file)
    if not story.units:
        subject.refuse_if_unknown(name)
    if chains:
        follow(subject.graph, subject.includes, story)
    made.asked[name] = line(subject, file, subject.graph.nodes_of_file[file], counts)
    made.stories[name] = story
    made.outputs[name] = [subject.graph.output(each) for each in story.units]
