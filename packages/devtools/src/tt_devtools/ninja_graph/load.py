"""Loads a build directory: manifest, dyndep files, dependency records, and says what cannot be known.

Reads files of that directory and times of its outputs; writes nothing and runs nothing.
"""

import os
from array import array
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tt_devtools.ninja_graph.depfile import read_depfile
from tt_devtools.ninja_graph.deps_log import DEPS_LOG, DepsLog, Record, read_deps_log
from tt_devtools.ninja_graph.dyndep import add_dyndeps
from tt_devtools.ninja_graph.edge import Edge
from tt_devtools.ninja_graph.graph import Graph
from tt_devtools.ninja_graph.manifest import MANIFEST, Manifest, read_manifest
from tt_devtools.ninja_graph.ninja_log import LOG

NAMED = 5  # how many of a kind a note names


@dataclass(frozen=True, slots=True)
class Place:
    """A build directory and where its logs are."""

    build_dir: Path
    logs: Path

    @property
    def deps_log(self) -> Path:
        """Its .ninja_deps."""
        return self.logs / DEPS_LOG

    @property
    def ninja_log(self) -> Path:
        """Its .ninja_log."""
        return self.logs / LOG


def load(
    build_dir: Path, name: str = MANIFEST, begin: Callable[[str], None] = lambda phase: None
) -> tuple[Graph, Place]:
    """The graph of a directory, by this manifest of it; a Failure where there is none or ninja would refuse it.

    `begin` is told of each phase.
    """
    build_dir = Path(os.path.realpath(build_dir))
    begin(name)
    manifest = read_manifest(build_dir, name)
    add_dyndeps(manifest, build_dir)
    place = Place(build_dir, build_dir / manifest.scope.lookup("builddir"))
    begin(DEPS_LOG)
    log = read_deps_log(place.deps_log)
    begin("who reads what")
    reading = _Reading(build_dir, manifest, log)
    graph = Graph(build_dir, manifest, _wanted(manifest, reading), reading.by_index, reading.node_of_id)
    for edge in manifest.edges:
        edge.classify(manifest.paths)
    _number(graph, reading)
    graph.notes = [*manifest.notes, *reading.notes(place), *_unknown(graph, reading)]
    graph.connect()
    return graph, place


class _Reading:
    """Which edge read what, from the deps log and from depfiles left on disk."""

    def __init__(self, build_dir: Path, manifest: Manifest, log: DepsLog) -> None:
        self._manifest = manifest
        self._build_dir = build_dir
        self._log = log
        self.by_edge: dict[Edge, array[int]] = {}
        self.by_index: dict[int, array[int]] = {}
        self.node_of_id = [manifest.node(path) for path in log.paths]
        self.without: list[Edge] = []
        self._stale: list[str] = []
        self._abandoned: list[str] = []
        self._take_log()
        self._take_depfiles()

    def _take_log(self) -> None:
        inside = f"{self._build_dir}/"
        for output, record in self._log.records.items():
            node, path = self.node_of_id[output], self._log.paths[output]
            edge = self._manifest.producer.get(node)
            if edge is None or edge.outputs[0] != node or not edge.value("deps"):
                self._abandoned.append(path.removeprefix(inside))
            elif self._is_stale(path, record):
                self._stale.append(path.removeprefix(inside))
            else:
                self.by_edge[edge] = record.inputs

    def _is_stale(self, output: str, record: Record) -> bool:
        try:
            made_ns = os.stat(self._build_dir / output).st_mtime_ns
        except (OSError, ValueError):
            return False
        return (made_ns if self._log.version == 4 else made_ns // 1_000_000_000) > record.mtime

    def _take_depfiles(self) -> None:
        paths, ids = self._manifest.paths, {node: each for each, node in enumerate(self.node_of_id)}
        for edge in self._manifest.edges:
            if edge.is_phony or edge in self.by_edge:
                continue
            if edge.value("deps"):
                self.without.append(edge)
            elif name := edge.value("depfile", paths):
                found = read_depfile(self._build_dir / name)
                if found is None:
                    self.without.append(edge)
                    continue
                nodes = [self._manifest.node(path) for path in found]
                for node in nodes:
                    if node not in ids:
                        ids[node] = len(self.node_of_id)
                        self.node_of_id.append(node)
                self.by_edge[edge] = array("I", [ids[node] for node in nodes])

    def notes(self, place: Place) -> list[str]:
        """What is not known, one sentence each."""
        notes = []
        if self._log.problem:
            notes.append(f"{place.deps_log.name} {self._log.problem}")
        if self._stale:
            what = ("is older than its output, so it is", "are older than their outputs, so they are")
            text = _counted("dependency record", self._stale, what)
            notes.append(f"{text} not used: {_names(self._stale)}")
        if self._abandoned:
            what = (
                "is of a file that the build no longer makes, and does not count",
                "are of files that the build no longer makes, and do not count",
            )
            notes.append(f"{_counted('dependency record', self._abandoned, what)}: {_names(self._abandoned)}")
        return notes


def _wanted(manifest: Manifest, reading: _Reading) -> list[Edge]:
    """The edges that the default targets need, in the manifest's order."""
    if not manifest.defaults:
        return manifest.edges
    wanted: set[Edge] = set()
    made = {each for each, node in enumerate(reading.node_of_id) if node in manifest.producer}
    pending = list(manifest.defaults)
    while pending:
        edge = manifest.producer.get(pending.pop())
        if edge is None or edge in wanted:
            continue
        wanted.add(edge)
        pending += [*edge.inputs, *edge.order_only, *edge.validations]
        if made:
            pending += [reading.node_of_id[each] for each in made.intersection(reading.by_edge.get(edge, ()))]
    return [edge for edge in manifest.edges if edge in wanted]


def _number(graph: Graph, reading: _Reading) -> None:
    for index, edge in enumerate(graph.edges):
        edge.index = index
        if (ids := reading.by_edge.get(edge)) is not None:
            reading.by_index[index] = ids
    graph.unrecorded = [edge.index for edge in reading.without if edge.index >= 0]


def _unknown(graph: Graph, reading: _Reading) -> list[str]:
    """Units about which there is no knowledge, and those that do not count."""
    notes = []
    without = [graph.output(index) for index in graph.unrecorded if graph.edges[index].kind == "compile"]
    if without:
        what = ("has no dependency record: what it includes", "have no dependency record: what they include")
        notes.append(f"{_counted('unit', without, what)} is unknown: {_names(without)}")
    known = {*graph.unrecorded, *graph.reads}
    silent = [graph.output(edge.index) for edge in graph.units if edge.index not in known]
    if silent:
        what = ("asks for no dependencies: ninja", "ask for no dependencies: ninja")
        notes.append(f"{_counted('unit', silent, what)} never learns what is included: {_names(silent)}")
    outside = sum(edge.index < 0 and edge.kind == "compile" for edge in reading.by_edge)
    if outside:
        notes.append(f"{outside} built units are not needed by the default targets, so they do not count")
    return notes


def _counted(noun: str, names: list[str], predicate: tuple[str, str]) -> str:
    """`1 unit has ...` or `2 units have ...`."""
    return f"1 {noun} {predicate[0]}" if len(names) == 1 else f"{len(names)} {noun}s {predicate[1]}"


def _names(names: list[str]) -> str:
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return ", ".join(names[:NAMED]) + more
