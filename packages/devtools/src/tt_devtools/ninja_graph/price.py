"""What each edge costs in milliseconds: CPU time of its last run that the cache did not save, where it was measured.

A `.ninja_log` alone misleads twice. Its times are those of the clock, too long when the machine was busy. And behind
a compiler cache one unit logged 2440 ms when it missed and 46 when it hit. The ledger of `tt build` knows both;
without one, the longest run of a unit is the best guess.
"""

from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from tt_devtools.ninja_graph.edge import Edge
from tt_devtools.ninja_graph.graph import Graph
from tt_devtools.ninja_graph.ledger import LEDGER, Row, last_misses, misses_and_hits
from tt_devtools.ninja_graph.load import Place
from tt_devtools.ninja_graph.ninja_log import runs_ms


@dataclass(slots=True)
class Prices:
    """`ms` by edge; None where no edge was ever timed.

    Units (edges too) whose times were `measured`, are by the `clock`, or are those of others of their rule.
    """

    ms: list[int] | None
    measured: set[int] = field(default_factory=set)
    clock: set[int] = field(default_factory=set)
    guessed: set[int] = field(default_factory=set)
    notes: list[str] = field(default_factory=list)

    def seconds(self, edges: list[int]) -> float | None:
        """CPU seconds of the edges."""
        return sum(map(self.ms.__getitem__, edges)) / 1000 if self.ms else None

    @property
    def origin(self) -> str:
        """Where the seconds of units come from, in words; "" where there are none."""
        measured, others = len(self.measured), len(self.clock) + len(self.guessed)
        if not self.ms or not measured + others:
            return ""
        if not others:
            return "CPU seconds of units are measured"
        wall = "wall times, too high where the machine was busy"
        if measured:
            return (
                f"CPU seconds are measured for {measured} of {measured + others} units, of the others {wall}"
            )
        return f"CPU seconds are ninja's {wall}"

    def origin_json(self) -> dict[str, int]:
        """The same as counts of units, for JSON."""
        return {"measured": len(self.measured), "wall": len(self.clock), "guessed": len(self.guessed)}


def price(graph: Graph, place: Place, shared: Path | None = None) -> Prices:
    """Looks up every edge's time; one never timed takes the median of its rule, else of its kind.

    `shared` is the ledger of all checkouts.
    """
    logged = runs_ms(place.ninja_log)
    missed, hits = from_ledgers(place.build_dir, shared)
    times: dict[int, int] = {}
    measured = set[int]()
    cheap = 0
    for edge in graph.edges:
        if edge.is_phony:
            times[edge.index] = 0
            continue
        output = graph.output(edge.index)
        if row := missed.get(output):
            times[edge.index] = row.price_ms
            if row.cpu_ms:
                measured.add(edge.index)
        elif runs := [ms for node in edge.outputs for ms in logged.get(graph.paths[node], ())]:
            times[edge.index] = _usual(edge, runs)
            cheap += times[edge.index] <= hits.get(output, -1)
    units = {edge.index for edge in graph.units}
    known = units.intersection(times)
    prices = _with_guesses(graph, times)
    prices.measured, prices.clock, prices.guessed = units & measured, known - measured, units - known
    if cheap and prices.ms:
        prices.notes.append(f"{cheap} units are timed only as cache hits: seconds are at least these")
    return prices


def from_ledgers(build_dir: Path, shared: Path | None) -> tuple[dict[str, Row], dict[str, int]]:
    """`misses_and_hits` of the directory and of the `shared` ledger, whose outputs have the directory's name in front.

    The latter counts where the directory has a ledger of its own, which says that `tt build` made it. What was measured
    says more than the clock of this checkout.
    """
    missed, hits = misses_and_hits(build_dir / LEDGER)
    if shared is not None and (missed or hits):
        inside = f"{build_dir.name}/"
        for output, row in last_misses(shared).items():
            name = output.removeprefix(inside)
            if name != output and (name not in missed or (row.cpu_ms and not missed[name].cpu_ms)):
                missed[name] = row
    return missed, hits


def _usual(edge: Edge, runs: list[int]) -> int:
    """No cache makes links and generators quick, so that theirs is the middle of all runs."""
    return max(runs) if edge.kind == "compile" else int(median(runs))


def _with_guesses(graph: Graph, times: dict[int, int]) -> Prices:
    real = [edge for edge in graph.edges if not edge.is_phony]
    by_rule: dict[str, list[int]] = {}
    by_kind: dict[str, list[int]] = {}
    for edge in real:
        if edge.index in times:
            by_rule.setdefault(_family(edge.rule), []).append(times[edge.index])
            by_kind.setdefault(edge.kind, []).append(times[edge.index])
    if not by_kind:
        return Prices(None, notes=["no step was ever timed, so there are no seconds"] if real else [])
    middle = {rule: int(median(values)) for rule, values in by_rule.items()}
    middle_of_kind = {kind: int(median(values)) for kind, values in by_kind.items()}
    missing = [edge for edge in real if edge.index not in times]
    for edge in missing:
        guess = middle.get(_family(edge.rule), middle_of_kind.get(edge.kind, 0))
        times[edge.index] = guess
    prices = Prices([times[index] for index in range(len(graph.edges))])
    heavy = sum(edge.kind != "other" for edge in missing)
    if heavy:
        prices.notes.append(
            f"{heavy} of {len(real)} steps were never timed; theirs is the median of the rule"
        )
    return prices


def _family(rule: str) -> str:
    # CMake makes a rule for each target: CXX_COMPILER__tt_core_Release.
    return rule.partition("__")[0]
