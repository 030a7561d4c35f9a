"""From a build directory to a report: load, price, rank, tell. What is unknown is said on stderr."""

import gc
import os
from dataclasses import dataclass
from pathlib import Path

from tt_devtools.build.ninja import default_jobs
from tt_devtools.buildstats.changes import changes
from tt_devtools.buildstats.includes import Includes
from tt_devtools.buildstats.names import Names
from tt_devtools.buildstats.report import Line, Report, printable, table
from tt_devtools.buildstats.report import tell as told
from tt_devtools.buildstats.story import Story, follow, tell
from tt_devtools.failure import Failure
from tt_devtools.ninja_graph.graph import Graph
from tt_devtools.ninja_graph.load import load
from tt_devtools.ninja_graph.price import Prices, price
from tt_devtools.ninja_graph.rank import Row, rank
from tt_devtools.ninja_graph.schedule import Scheduler
from tt_devtools.output import put, put_json, say

DEFAULT_BUILD = Path("build", "dev")


@dataclass(frozen=True, slots=True)
class Request:
    """What the user asked for. `jobs` 0 means as `tt build` would choose."""

    headers: tuple[str, ...] = ()
    build_dir: Path | None = None
    top: int = 50
    jobs: int = 0
    every: bool = False
    as_json: bool = False


def run(request: Request) -> int:
    """Prints the report; a Failure where there is nothing that could be told."""
    gc.disable()  # the graph lives to the end, and millions of its numbers need no looking after
    build_dir = request.build_dir or _own_build()
    graph, place = load(build_dir)
    prices = price(graph, place)
    _check_records(graph, build_dir)
    names = Names(graph)
    report, stories = _Maker(graph, prices, names, request).report(str(build_dir))
    if request.as_json:
        put_json(report.as_json())
    elif request.headers:
        put("\n\n".join(told(report, name, graph, names, request.top) for name in stories))
    else:
        put(table(report))
    for note in [*graph.notes, *prices.notes]:
        say(f"tt buildstats: {printable(note)}")
    return 0


def _own_build() -> Path:
    from tt_devtools import checkout

    root = checkout.find().root
    build_dir = root / DEFAULT_BUILD
    if not (build_dir / "build.ninja").is_file():
        raise Failure(f"{DEFAULT_BUILD} is not built yet", hint="./tt build, or --build-dir DIR")
    return Path(os.path.relpath(build_dir)) if Path.cwd() == root else build_dir


def _check_records(graph: Graph, build_dir: Path) -> None:
    if any(graph.edges[each].kind == "compile" for each in graph.reads):
        return
    why = "; ".join(graph.notes) or "it has no units"
    raise Failure(
        f"cannot tell what any header of {build_dir} affects: {printable(why)}",
        hint="build it, then ask again",
    )


class _Maker:
    def __init__(self, graph: Graph, prices: Prices, names: Names, request: Request) -> None:
        self._graph = graph
        self._prices = prices
        self._names = names
        self._request = request
        self._jobs = request.jobs or default_jobs()
        self._includes = Includes(graph)
        self._scheduler = Scheduler(graph, prices.ms) if prices.ms else None

    def report(self, build_dir: str) -> tuple[Report, dict[str, Story]]:
        files = {name: self._names.find(name) for name in self._request.headers}
        rows = rank(self._graph, self._prices.ms)
        foreign = {row.file for row in rows if self._names.is_foreign(row.file)}
        shown = [row for row in rows if self._request.every or row.file not in foreign]
        shown = shown[: self._request.top]
        counts = changes({*(row.file for row in shown), *(file for file in files.values() if file)})
        report = Report(
            build_dir,
            len(self._graph.units),
            len(rows),
            0 if self._request.every else len(foreign),
            self._jobs,
            [self._line(row.file, row.nodes, counts, row) for row in shown],
        )
        for name, file in files.items():
            self._ask(report, name, file, counts)
        return report, report.stories

    def _ask(self, report: Report, name: str, file: str | None, counts: dict[str, int | None]) -> None:
        if file is None:
            self._refuse_if_unknown(name)
            shown = os.path.relpath(name) if not os.path.isabs(name) else name
            report.asked[name] = Line(shown, 0, 0, 0, 0.0, 0.0, None)
            report.stories[name] = Story(shown, [], 0, 0, [], 0)
            report.outputs[name] = []
            return
        story = tell(self._graph, file)
        if not story.units:
            self._refuse_if_unknown(name)
        if not self._request.as_json:
            follow(self._graph, self._includes, story)
        report.asked[name] = self._line(file, self._graph.nodes_of_file[file], counts, None)
        report.stories[name] = story
        report.outputs[name] = [self._graph.output(each) for each in story.units]

    def _refuse_if_unknown(self, name: str) -> None:
        without = [each for each in self._graph.unrecorded if self._graph.edges[each].kind == "compile"]
        if without:
            raise Failure(
                f"cannot tell what '{name}' affects: {len(without)} of {len(self._graph.units)} units "
                f"have no dependency record, such as {printable(self._graph.output(without[0]))}",
                hint="build them, then ask again",
            )

    def _line(self, file: str, nodes: list[int], counts: dict[str, int | None], row: Row | None) -> Line:
        edges = self._graph.affected(nodes)
        kinds = [self._graph.edges[each].kind for each in edges]
        units = kinds.count("compile")
        least = units
        if not self._graph.restat.isdisjoint(edges):
            sure = self._graph.affected(nodes, through_restat=False)
            least = sum(self._graph.edges[each].kind == "compile" for each in sure)
        return Line(
            self._names.shown(file),
            row.units if row else units,
            least,
            row.links if row else kinds.count("link"),
            self._prices.seconds(edges),
            self._scheduler.seconds(edges, self._jobs) if self._scheduler else None,
            counts.get(file),
        )
