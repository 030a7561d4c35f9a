"""What each edge costs in milliseconds: the last run that the cache did not save, else the log's longest.

A `.ninja_log` alone misleads behind a compiler cache: one unit logged 2440 ms when it missed and 46 when it
hit. The ledger of `tt build` knows which was which; without one, the longest run is the best guess.
"""

from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from tt_devtools.ninja_graph.graph import Graph
from tt_devtools.ninja_graph.ledger import LEDGER, last_misses, misses_and_hits
from tt_devtools.ninja_graph.load import Place
from tt_devtools.ninja_graph.ninja_log import longest_ms


@dataclass(slots=True)
class Prices:
    """`ms` by edge; None where no edge of the directory was ever timed."""

    ms: list[int] | None
    notes: list[str] = field(default_factory=list)

    def seconds(self, edges: list[int]) -> float | None:
        """CPU seconds of the edges."""
        return sum(map(self.ms.__getitem__, edges)) / 1000 if self.ms else None


def price(graph: Graph, place: Place, shared: Path | None = None) -> Prices:
    """Looks up every edge's time; one never timed takes the median of its rule, else of its kind.

    `shared` is a ledger of all checkouts, outputs with the build folder's name in front. It counts where the
    directory has a ledger of its own, which says that `tt build` made it.
    """
    logged = longest_ms(place.ninja_log)
    ledger = place.build_dir / LEDGER
    missed, hits = misses_and_hits(ledger)
    if shared is not None and (missed or hits):
        inside = f"{place.build_dir.name}/"
        others = last_misses(shared).items()
        missed = {
            output.removeprefix(inside): ms for output, ms in others if output.startswith(inside)
        } | missed
    times: dict[int, int] = {}
    cheap = 0
    for edge in graph.edges:
        if edge.is_phony:
            times[edge.index] = 0
            continue
        output = graph.output(edge.index)
        if output in missed:
            times[edge.index] = missed[output]
            continue
        known = [logged[graph.paths[node]] for node in edge.outputs if graph.paths[node] in logged]
        if known:
            times[edge.index] = max(known)
            cheap += times[edge.index] <= hits.get(output, -1)
    prices = _with_guesses(graph, times)
    if cheap and prices.ms:
        prices.notes.append(f"{cheap} units are timed only as cache hits: seconds are at least these")
    return prices


def _with_guesses(graph: Graph, times: dict[int, int]) -> Prices:
    real = [edge for edge in graph.edges if not edge.is_phony]
    by_rule: dict[str, list[int]] = {}
    by_kind: dict[str, list[int]] = {}
    for edge in real:
        if edge.index in times:
            by_rule.setdefault(_family(edge.rule), []).append(times[edge.index])
            by_kind.setdefault(edge.kind, []).append(times[edge.index])
    if not by_kind:
        return Prices(None, ["no step was ever timed, so there are no seconds"] if real else [])
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
