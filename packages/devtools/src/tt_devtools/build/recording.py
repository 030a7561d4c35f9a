"""What a build leaves behind: what was made, in what time, from which cache, with how much CPU and memory."""

from collections.abc import Callable
from dataclasses import replace
from os.path import isabs
from pathlib import Path

from tt_devtools.build import ccache, commands, contents
from tt_devtools.build.measure import Usage
from tt_devtools.build.plan import Planned
from tt_devtools.build.result import Unit
from tt_devtools.buildstats.names import Names
from tt_devtools.ninja_graph import ledger, ninja_log
from tt_devtools.ninja_graph.edge import is_object
from tt_devtools.ninja_graph.graph import Graph
from tt_devtools.ninja_graph.ledger import LEDGER
from tt_devtools.ninja_graph.load import load
from tt_devtools.output import say

SHARED = 1 << 20  # bytes of the ledger that checkouts share, which every report reads


def record(build_dir: Path, began: float, units: list[Unit], planned: Planned) -> None:
    """Writes the ledger and the commands. A full disk costs the record, not the build."""
    try:
        rows = _rows(began, units, planned)
        ledger.append(build_dir / LEDGER, rows)
        _share(build_dir, rows)
        if planned.graph is not None:
            commands.remember(build_dir, planned.graph, (unit.output for unit in units))
            contents.remember(build_dir, _files(planned.graph, units))
    except OSError as error:
        say(f"tt build: the ledger could not be written: {error.strerror or error}")


def _files(graph: Graph, units: list[Unit]) -> set[str]:
    """What the units were compiled from, as far as somebody edits it: neither the system's nor a package's."""
    fresh, _ = load(graph.build_dir)  # what a unit read for the first time is known only now
    made = {unit.output for unit in units}
    nodes = {
        node for edge in fresh.units if fresh.output(edge.index) in made for node in fresh.inputs(edge.index)
    }
    real = {node: file for file, nodes_of in fresh.nodes_of_file.items() for node in nodes_of}
    names = Names(fresh)
    return {real[node] for node in nodes if node in real and not names.is_foreign(real[node])}


def _share(build_dir: Path, rows: list[ledger.Row]) -> None:
    """Tells other checkouts what each unit of this preset costs."""
    shared = ccache.shared_misses()
    if shared.parent.is_dir():
        missed = [row for row in rows if row.cache == "miss"]
        ledger.append(
            shared, [replace(row, output=f"{build_dir.name}/{row.output}") for row in missed], SHARED
        )


def _rows(began: float, units: list[Unit], planned: Planned) -> list[ledger.Row]:
    return [
        ledger.Row(
            round(began, 3),
            unit.output,
            planned.source(unit.output),
            unit.ms,
            unit.cache or "none",
            planned.cause(unit.output),
            unit.usage.kib,
            unit.usage.cpu_ms,
        )
        for unit in units
        if is_object(unit.output)
    ]


def made(
    before: dict[str, ninja_log.Entry],
    after: dict[str, ninja_log.Entry],
    calls: list[ccache.Call],
    measured: dict[str, Usage],
    source_of: Callable[[str], str],
    build_dir: Path,
) -> list[Unit]:
    """What ninja's log gained, each output once, in the order in which it was finished."""
    new = {output: entry for output, entry in after.items() if before.get(output) != entry}
    # CMake logs the outputs of custom commands twice, the second time with an absolute path, which goes.
    once = {new[output]: output for output in sorted(new, key=isabs, reverse=True)}
    outputs = sorted(once.values(), key=lambda each: new[each].end_ms)
    sources = {each: source_of(each) for each in outputs if is_object(each)}
    outcomes = ccache.outcomes_of(sources, calls, build_dir)
    return [Unit(each, new[each].ms, outcomes.get(each, ""), measured.get(each, Usage())) for each in outputs]
