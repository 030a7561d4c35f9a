"""What every report starts from: a build directory's graph, its prices, its names, and what touching files costs.

Must not know what is asked for.
"""

import gc
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from tt_devtools.build.ccache import shared_misses
from tt_devtools.build.ninja import default_jobs
from tt_devtools.buildstats.includes import Includes
from tt_devtools.buildstats.names import Names
from tt_devtools.buildstats.text import printable
from tt_devtools.failure import Failure
from tt_devtools.ninja_graph.graph import Graph
from tt_devtools.ninja_graph.load import load
from tt_devtools.ninja_graph.price import Prices, price
from tt_devtools.ninja_graph.rank import Row, rank
from tt_devtools.ninja_graph.schedule import Scheduler
from tt_devtools.progress import Progress

DEFAULT_BUILD = Path("build", "dev")
BAR_AFTER_S = 0.5  # a large tree takes seconds, ours a fifth of one
PHASES = 5


@dataclass(frozen=True, slots=True)
class Cost:
    """What runs when some files change. `edges` holds everything; None where nothing was ever timed."""

    edges: list[int]
    units: int
    least: int
    links: int
    cpu_s: float | None
    wall_s: float | None


class Subject:
    """One build directory. `shown_dir` is how the user named it."""

    def __init__(self, build_dir: Path, jobs: int) -> None:
        gc.disable()  # the graph lives to the end, and millions of its numbers need no looking after
        self.shown_dir = str(build_dir)
        self._progress = Progress("tt buildstats", loud=False, delay_s=BAR_AFTER_S)
        self._phases = 0
        with self._progress:
            self.graph, self.place = load(build_dir, begin=self._begin)
            self._begin("times")
            self.prices: Prices = price(self.graph, self.place, shared_misses())
        _check_records(self.graph, self.shown_dir)
        self.names = Names(self.graph)
        self.jobs = jobs or default_jobs()

    def _begin(self, phase: str) -> None:
        self._progress.step(self._phases, PHASES, phase)
        self._phases += 1

    @cached_property
    def rows(self) -> list[Row]:
        """The price of every header, the dearest first."""
        with self._progress:
            self._begin("ranking")
            return rank(self.graph, self.prices.ms)

    @cached_property
    def includes(self) -> Includes:
        """The include lines, read on first use."""
        return Includes(self.graph)

    @cached_property
    def scheduler(self) -> Scheduler | None:
        """None where no step was ever timed."""
        return Scheduler(self.graph, self.prices.ms) if self.prices.ms else None

    @property
    def notes(self) -> list[str]:
        """What is not known, for stderr."""
        return [*self.graph.notes, *self.prices.notes]

    @property
    def root(self) -> str:
        """The source tree, the build directory where there is no telling."""
        return self.names.root or self.names.build_dir

    def cost(self, nodes: Iterable[int]) -> Cost:
        """The price of touching these nodes together."""
        touched = list(nodes)
        edges = self.graph.affected(touched)
        units = self.kinds(edges).count("compile")
        least = units
        if not self.graph.restat.isdisjoint(edges):
            least = self.kinds(self.graph.affected(touched, through_restat=False)).count("compile")
        return self._cost(edges, units, least)

    def cost_of(self, edges: Sequence[int]) -> Cost:
        """The price of exactly these edges."""
        units = self.kinds(edges).count("compile")
        return self._cost(list(edges), units, units)

    def kinds(self, edges: Iterable[int]) -> list[str]:
        """compile, link or other, one for each edge."""
        return [self.graph.edges[each].kind for each in edges]

    def refuse_if_unknown(self, name: str) -> None:
        """A Failure where units without a record may read the file: nothing found is then no answer."""
        without = [each for each in self.graph.unrecorded if self.graph.edges[each].kind == "compile"]
        if without:
            raise Failure(
                f"cannot tell what '{name}' affects: {len(without)} of {len(self.graph.units)} units "
                f"have no dependency record, such as {printable(self.graph.output(without[0]))}",
                hint="build them, then ask again",
            )

    def _cost(self, edges: list[int], units: int, least: int) -> Cost:
        return Cost(
            edges,
            units,
            least,
            self.kinds(edges).count("link"),
            self.prices.seconds(edges),
            self.scheduler.seconds(edges, self.jobs) if self.scheduler else None,
        )


def own_build() -> Path:
    """This checkout's build directory."""
    from tt_devtools import checkout

    root = checkout.find().root
    build_dir = root / DEFAULT_BUILD
    if not (build_dir / "build.ninja").is_file():
        raise Failure(f"{DEFAULT_BUILD} is not built yet", hint="./tt build, or --build-dir DIR")
    return Path(os.path.relpath(build_dir)) if Path.cwd() == root else build_dir


def _check_records(graph: Graph, build_dir: str) -> None:
    if any(graph.edges[each].kind == "compile" for each in graph.reads):
        return
    why = "; ".join(graph.notes) or "it has no units"
    raise Failure(
        f"cannot tell what any header of {build_dir} affects: {printable(why)}",
        hint="build it, then ask again",
    )
