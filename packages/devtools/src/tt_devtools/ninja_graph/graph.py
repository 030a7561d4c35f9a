"""The build as a graph: edges, what they read, who waits for them. Must not know time, headers or git.

Manifest inputs and the inputs of `.ninja_deps` are kept apart, since the latter are many: 900 for each unit
of PyTorch. Order-only inputs make an edge wanted and are never a reason to run.
"""

import os
from array import array
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, repeat
from operator import itemgetter
from pathlib import Path
from typing import TypeVar

from tt_devtools.ninja_graph.edge import Edge
from tt_devtools.ninja_graph.manifest import Manifest
from tt_devtools.ninja_graph.paths import Files

_T = TypeVar("_T")


def picked(values: Sequence[_T], places: Sequence[int]) -> Iterable[_T]:
    """The values at these places, by a loop of C's."""
    return itemgetter(*places)(values) if len(places) > 1 else [values[each] for each in places]


@dataclass(slots=True)
class Graph:
    """`edges` are those that the default targets need; an edge is named by its index there."""

    build_dir: Path
    manifest: Manifest
    edges: list[Edge]
    # For each edge with a record: the ids of what it read, which `node_of_id` makes nodes.
    reads: dict[int, "array[int]"]
    node_of_id: list[int]
    unrecorded: list[int] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    # By node: edges that name it as an input, and edges that read it.
    users: dict[int, list[int]] = field(default_factory=dict)
    readers: list[list[int]] = field(default_factory=list)
    nodes_of_file: dict[str, list[int]] = field(default_factory=dict)
    # Edges by index: those that run nothing, and those that may leave their outputs as they were.
    phony: set[int] = field(default_factory=set)
    restat: set[int] = field(default_factory=set)

    @property
    def paths(self) -> list[str]:
        """The path of each node, relative to the build directory or absolute."""
        return self.manifest.paths

    @property
    def units(self) -> list[Edge]:
        """The compilations."""
        return [edge for edge in self.edges if edge.kind == "compile"]

    def connect(self) -> None:
        """Fills what is looked up often: `users`, `readers`, `nodes_of_file`, `phony`, `restat`."""
        self.phony = {edge.index for edge in self.edges if edge.is_phony}
        self.restat = {
            edge.index for edge in self.edges if not edge.is_phony and edge.value("restat", self.paths)
        }
        readers: list[list[int]] = [[] for _ in self.paths]
        by_id = [readers[node] for node in self.node_of_id]
        for edge, ids in self.reads.items():
            # Millions of calls in a large tree, so the loop is C's: map, drained by a deque of no length.
            deque(map(list.append, picked(by_id, ids), repeat(edge)), maxlen=0)
        self.readers = readers
        for edge_of in self.edges:
            for node in dict.fromkeys(edge_of.inputs):
                self.users.setdefault(node, []).append(edge_of.index)
        files = Files(self.build_dir)
        for node in dict.fromkeys([*self.node_of_id, *self.users]):
            self.nodes_of_file.setdefault(files.real(self.paths[node]), []).append(node)

    def index_making(self, output: str) -> int | None:
        """The index of an output's edge; None where there is none, or one that the default targets do not need."""
        edge = self.manifest.edge_making(output)
        return None if edge is None or edge.index < 0 else edge.index

    def waiting_for(self, edge: Edge) -> set[int]:
        """The edges that run when this one has made something new."""
        found: set[int] = set()
        for node in edge.outputs:
            found.update(self.users.get(node, ()), self.readers[node])
        found.discard(edge.index)
        return found

    def nodes_read(self, edge: int) -> Iterator[int]:
        """What the edge's record names, in the compiler's order."""
        return map(self.node_of_id.__getitem__, self.reads.get(edge, ()))

    def inputs(self, edge: int) -> Iterator[int]:
        """What the edge names as inputs, then what it read; a node may come twice."""
        return chain(self.edges[edge].inputs, self.nodes_read(edge))

    def output(self, edge: int) -> str:
        """The edge's first output, relative to the build directory when it lies there."""
        path = self.paths[self.edges[edge].outputs[0]]
        inside = f"{self.build_dir}/"
        return path.removeprefix(inside)

    def affected(self, touched: Iterable[int], *, through_restat: bool = True) -> list[int]:
        """Edges that run when these nodes are newer than before, phony ones among them.

        Not `through_restat` is the least: every restat edge is taken to leave its outputs as they were.
        """
        edges, phony, users, readers = self.edges, self.phony, self.users, self.readers
        ends: set[int] = set() if through_restat else self.restat
        dirty: dict[int, None] = {}
        newer, changed = list(touched), list[int]()
        seen = set(newer)
        while newer or changed:
            is_newer = bool(newer)
            node = newer.pop() if is_newer else changed.pop()
            for index in chain(users.get(node, ()), readers[node]):
                if index in dirty:
                    continue
                if is_newer and index in phony:
                    # A phony edge hands on its newest input's time, unless a file has its name.
                    if not self._exists(edges[index].outputs[0]):
                        newer += [each for each in edges[index].outputs if each not in seen]
                        seen.update(edges[index].outputs)
                    continue
                dirty[index] = None
                if index not in ends:
                    changed += edges[index].outputs
        return list(dirty)

    def _exists(self, node: int) -> bool:
        return os.path.lexists(self.build_dir / self.paths[node])
