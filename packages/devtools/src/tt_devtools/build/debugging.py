"""`--debug FILE...`: which objects have symbols, in this build and in those that follow."""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from tt_devtools.build import overrides
from tt_devtools.checkout import Checkout
from tt_devtools.failure import MISUSED, Failure
from tt_devtools.ninja_graph.edge import is_object
from tt_devtools.ninja_graph.graph import Graph
from tt_devtools.ninja_graph.load import load
from tt_devtools.output import say
from tt_devtools.suggest import did_you_mean

MOST_UNITS = 12  # more would be most of a library, for which there is a preset


def choose(checkout: Checkout, build_dir: Path, asked: Sequence[str] | None, *, keep: bool) -> frozenset[str]:
    """Objects to have symbols: of the files `asked` for, else of those asked for earlier; says which.

    `keep` remembers what is asked for. No files, which is not None, end it.
    """
    files = overrides.debugged_files(build_dir)
    found = frozenset[str]()
    if asked or files:
        graph, _ = load(build_dir)
        if asked is not None:
            files = resolve(checkout, graph, asked)
        found = outputs(checkout, graph, files)
    if asked is not None and keep:
        overrides.keep_debugged(build_dir, files)
    if files:
        say(f"tt build: with symbols: {', '.join(files)}; tt build --debug alone ends that")
    return found


def resolve(checkout: Checkout, graph: Graph, names: Iterable[str]) -> list[str]:
    """Files as paths below the checkout; a Failure for one that no unit reads or that too many do."""
    found = []
    for name in names:
        file = _find(checkout, graph, name)
        units = units_of(graph, file)
        shown = checkout.relative(Path(file))
        if not units:
            raise Failure(
                f"no unit is compiled from '{name}'", hint="name a source or a header", code=MISUSED
            )
        if len(units) > MOST_UNITS:
            hint = "tt build --preset debug, or name sources"
            raise Failure(
                f"'{name}' is compiled in {len(units)} units, which is most of a library", hint=hint
            )
        found.append(shown)
    return found


def outputs(checkout: Checkout, graph: Graph, files: Iterable[str]) -> frozenset[str]:
    """The objects of these files; files that are gone have none."""
    found: set[str] = set()
    for file in files:
        for edge in units_of(graph, os.path.realpath(checkout.root / file)):
            found.add(graph.paths[graph.edges[edge].outputs[0]])
    return frozenset(found)


def units_of(graph: Graph, file: str) -> list[int]:
    """The units that a file is the source of, else those that read it."""
    nodes = set(graph.nodes_of_file.get(file, ()))
    units = graph.units
    sources = [edge.index for edge in units if nodes.intersection(edge.inputs[: edge.explicit])]
    if sources:
        return sources
    readers = {each for node in nodes for each in graph.readers[node]}
    return [edge.index for edge in units if edge.index in readers]


def _find(checkout: Checkout, graph: Graph, name: str) -> str:
    for place in (Path.cwd(), checkout.root):
        if (path := os.path.realpath(place / name)) in graph.nodes_of_file:
            return path
    ours = [file for file in graph.nodes_of_file if file.startswith(f"{checkout.root}/")]
    ending = [file for file in ours if file.endswith(f"/{name}")]
    if len(ending) == 1:
        return ending[0]
    if ending:
        listed = ", ".join(checkout.relative(file) for file in sorted(ending)[:5])
        raise Failure(f"'{name}' may be {listed}", hint="name more of its path", code=MISUSED)
    hint = did_you_mean(
        os.path.basename(name), {os.path.basename(file): 0 for file in sorted(ours) if not is_object(file)}
    )
    raise Failure(f"no unit is compiled from '{name}'", hint=hint, code=MISUSED)
