"""What a build will do, from a dry run and what earlier ones took: counts, seconds, causes."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from tt_devtools.build import commands, contents
from tt_devtools.build.ccache import shared_misses
from tt_devtools.build.ninja import DryRun
from tt_devtools.build.overrides import PLAN
from tt_devtools.build.steps import Reason
from tt_devtools.ninja_graph.graph import Graph
from tt_devtools.ninja_graph.load import load
from tt_devtools.ninja_graph.paths import Files
from tt_devtools.ninja_graph.price import price
from tt_devtools.ninja_graph.schedule import Scheduler

CAUSES_SHOWN = 3
LONGEST_DIFFERENCE = 80


@dataclass(frozen=True, slots=True)
class Plan:
    """`seconds` is None where no step was ever timed, `known` False where CMake has not run yet.

    `spared`: how many fewer are compiled at most, where what is generated on the way comes out as it was;
    `least_seconds`: what it takes then.
    `configures`: why CMake runs before and may change the plan, "" where it does not.
    """

    compile: int
    link: int
    other: int
    seconds: float | None
    causes: list[str]
    known: bool = True
    hits: int = 0  # compilations that the cache should have
    spared: int = 0
    least_seconds: float | None = None
    configures: str = ""

    @property
    def steps(self) -> int:
        """All steps."""
        return self.compile + self.link + self.other


UNKNOWN = Plan(0, 0, 0, None, [], known=False)


class Planned:
    """The plan, and for each output why it is made and from what."""

    def __init__(self, dry_run: DryRun, build_dir: Path, jobs: int) -> None:
        # Now, since afterwards nothing looks as if it had never been built.
        self._graph: Graph | None = None  # None where there is nothing to do
        seconds: float | None = 0.0
        least: float | None = None
        sure: set[int] = set()
        if dry_run.steps:
            self._graph, place = load(build_dir, PLAN)
            prices = price(self._graph, place, shared_misses())
            seconds = None
            sure = self._sure(dry_run)
            if prices.ms:
                edges = [edge for step in dry_run.steps if (edge := self._edge(step.output)) is not None]
                # Phony edges cost nothing and lead from one step to the next.
                scheduler = Scheduler(self._graph, prices.ms)
                seconds = scheduler.seconds([*edges, *self._graph.phony], jobs)
                least = scheduler.seconds([*sure.intersection(edges), *self._graph.phony], jobs)
        known = commands.read(build_dir) if any(_is_command(each) for each in dry_run.reasons) else {}
        self._roots = {reason.output: self._cause(reason, build_dir, known) for reason in dry_run.reasons}
        kinds = Counter(step.kind for step in dry_run.steps)
        causes = _shown(Counter(self._roots.values()))
        hits = self._likely_hits(dry_run, build_dir) if kinds["compile"] else 0
        units = [self._edge(each.output) for each in dry_run.steps if each.kind == "compile"]
        spared = sum(unit not in sure for unit in units) if kinds["other"] else 0
        self.plan = Plan(
            kinds["compile"],
            kinds["link"],
            kinds["other"],
            seconds,
            causes,
            hits=hits,
            spared=spared,
            least_seconds=least,
        )

    @property
    def graph(self) -> Graph | None:
        """The build as it was planned."""
        return self._graph

    def cause(self, output: str) -> str:
        """Why an output is made: its own reason, else that of what it is made from; "" if ninja gave none."""
        edge = self._edge(output)
        if edge is None or self._graph is None:
            return ""
        pending, seen = [edge], {edge}
        for each in pending:
            for node in self._graph.edges[each].outputs:
                if found := self._roots.get(self._graph.paths[node]):
                    return found
            inputs = {*self._graph.edges[each].inputs, *self._graph.nodes_read(each)}
            producer = self._graph.manifest.producer
            made = {producer[node].index for node in inputs if node in producer}
            pending += sorted(made - seen)
            seen |= made
        return ""

    def _sure(self, dry_run: DryRun) -> set[int]:
        """Steps that run even where those before them that may leave their outputs as they were do so."""
        graph = self._graph
        if graph is None:
            return set()
        pending = [edge for each in dry_run.reasons if (edge := self._edge(each.output)) is not None]
        sure = set(pending)
        while pending:
            edge = pending.pop()
            if edge not in graph.restat:
                followers = graph.waiting_for(graph.edges[edge]) - sure
                sure |= followers
                pending += followers
        return sure

    def _likely_hits(self, dry_run: DryRun, build_dir: Path) -> int:
        """Units that run only for files whose code stands where it stood when they were last compiled."""
        graph = self._graph
        newer = {reason.output for reason in dry_run.reasons if reason.input}
        found = (self._edge(step.output) for step in dry_run.steps if step.output in newer)
        edges = [edge for edge in found if edge is not None]
        known = contents.read(build_dir) if edges and graph is not None else {}
        if graph is None or not known:
            return 0
        files, same = Files(build_dir), dict[str, bool]()
        for node in {node for edge in edges for node in graph.inputs(edge)}:
            path = files.real(graph.paths[node])
            made = node in graph.manifest.producer  # again, perhaps, before the unit is compiled
            same[graph.paths[node]] = not made and (
                path not in known or contents.is_same_to_compilers(path, known)
            )
        return sum(all(same[graph.paths[node]] for node in graph.inputs(edge)) for edge in edges)

    def _cause(self, reason: Reason, build_dir: Path, known: dict[str, str]) -> str:
        if reason.input:
            return f"{build_dir.joinpath(reason.input).name} changed"
        if _is_command(reason):
            edge = self._edge(reason.output)
            if self._graph is None or edge is None or reason.output not in known:
                return "compile or link command changed"
            now = commands.command_of(self._graph, self._graph.edges[edge])
            changed = commands.difference(known[reason.output], now)
            return f"command changed ({_short(changed or 'the order of its words')})"
        return "dependencies lost" if build_dir.joinpath(reason.output).exists() else "never built"

    def source(self, output: str) -> str:
        """What an output is compiled from, as build.ninja spells it; "" where that is not known."""
        graph = self._graph
        edge = graph.manifest.edge_making(output) if graph is not None else None
        return graph.paths[edge.inputs[0]] if graph is not None and edge and edge.explicit else ""

    def _edge(self, output: str) -> int | None:
        return self._graph.index_making(output) if self._graph is not None else None


def _shown(causes: Counter[str]) -> list[str]:
    shown = [cause for cause, _ in causes.most_common(CAUSES_SHOWN)]
    if len(causes) > CAUSES_SHOWN:
        shown.append(f"{len(causes) - CAUSES_SHOWN} more")
    return shown


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_DIFFERENCE else f"{text[: LONGEST_DIFFERENCE - 3]}..."


def _is_command(reason: Reason) -> bool:
    return reason.text.startswith("command line changed")
