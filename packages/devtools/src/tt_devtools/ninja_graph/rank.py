"""The price of every header at once: units, links and CPU time of what is rebuilt when it is touched.

A header's direct units come from the dependency records, and headers that the same units read are summed up once.
What follows from units (links, and whatever a built tool generates) is the same for all units of a library, so it is
computed once for each such class of edges, as a bit mask over the edges that can follow. Times are summed over a
mask by their binary digits.
"""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass

from tt_devtools.ninja_graph.graph import Graph, picked
from tt_devtools.ninja_graph.headers import headers

# Bits handled at a time: classes x this / 8 bytes of memory, however deep the graph.
BLOCK = 1 << 15


@dataclass(frozen=True, slots=True)
class Row:
    """One header. `file` is its real path; `cpu_ms` is 0 where nothing was ever timed."""

    file: str
    nodes: list[int]
    units: int
    links: int
    cpu_ms: int


@dataclass(slots=True)
class _Sum:
    units: int = 0
    links: int = 0
    ms: int = 0


def rank(graph: Graph, ms: Sequence[int] | None) -> list[Row]:
    """All headers, the dearest first."""
    return sorted(
        _Ranking(graph, ms or [0] * len(graph.edges)).rows(),
        key=lambda row: (-row.cpu_ms, -row.units, -row.links, row.file),
    )


@dataclass(slots=True)
class _Direct:
    """Edges that read a header, and their sum, which grows by what follows; mixed: not only units."""

    edges: list[int]
    total: _Sum
    mixed: bool


class _Ranking:
    def __init__(self, graph: Graph, ms: Sequence[int]) -> None:
        self._graph = graph
        self._ms = ms
        self._is_unit = [edge.kind == "compile" for edge in graph.edges]
        self._is_link = [edge.kind == "link" for edge in graph.edges]
        self._class_of = [-1] * len(graph.edges)
        self._followers: list[tuple[int, ...]] = []  # by class: the edges that wait for its members
        self._alike: dict[int, list[_Direct]] = {}  # by the hash of their edges
        self._groups: dict[bytes, list[_Direct]] = {}  # by the classes of their edges
        self._classify()

    def rows(self) -> list[Row]:
        """One for each header, in no order."""
        sums: dict[str, _Sum] = {}
        found = headers(self._graph)
        for file, nodes in found.items():
            edges = self._direct(nodes)
            if edges is None:  # through a phony edge: rare, and particular
                sums[file] = self._total(self._graph.affected(nodes))
            else:
                sums[file] = self._read_by(edges).total
        followers = sorted({each for members in self._followers for each in members})
        for start in range(0, len(followers), BLOCK):
            self._add_block(followers[start : start + BLOCK])
        return [
            Row(file, nodes, sums[file].units, sums[file].links, sums[file].ms)
            for file, nodes in found.items()
        ]

    def _read_by(self, edges: list[int]) -> _Direct:
        """The sum that all headers read by these edges share."""
        alike = self._alike.setdefault(hash(tuple(edges)), [])
        for each in alike:
            if each.edges == edges:
                return each
        total = self._total(edges)
        made = _Direct(edges, total, total.units < len(edges))
        alike.append(made)
        # A set would be ten times larger, and in a large tree hardly two are the same.
        classes = array("I", sorted(set(picked(self._class_of, edges)))).tobytes()
        self._groups.setdefault(classes, []).append(made)
        return made

    def _direct(self, nodes: list[int]) -> list[int] | None:
        """The edges that name or read one of the nodes; None where a phony edge is among them."""
        readers, users = self._graph.readers, self._graph.users
        named = [each for node in nodes for each in users.get(node, ())]
        if any(self._graph.edges[each].is_phony for each in named):
            return None
        if not named and len(nodes) == 1:
            return readers[nodes[0]]
        every = [each for node in nodes for each in readers[node]]
        return list(dict.fromkeys(every + named))

    def _total(self, edges: Sequence[int]) -> _Sum:
        units = sum(picked(self._is_unit, edges))
        links = sum(picked(self._is_link, edges)) if units < len(edges) else 0
        return _Sum(units, links, sum(picked(self._ms, edges)))

    def _classify(self) -> None:
        """Gives each edge its class, those that follow first."""
        classes: dict[tuple[int, ...], int] = {}
        for edge in self._followers_first():
            key = tuple(sorted(self._graph.waiting_for(self._graph.edges[edge])))
            if key not in classes:
                classes[key] = len(self._followers)
                self._followers.append(key)
            self._class_of[edge] = classes[key]

    def _followers_first(self) -> list[int]:
        """Edges in reverse topological order. A cycle, which ninja refuses, is cut somewhere."""
        graph, order = self._graph, []
        state = bytearray(len(graph.edges))  # 1: entered, 2: done
        for root in range(len(graph.edges)):
            stack = [root]
            while stack:
                edge = stack[-1]
                if not state[edge]:
                    state[edge] = 1
                    stack += [each for each in graph.waiting_for(graph.edges[edge]) if not state[each]]
                    continue
                stack.pop()
                if state[edge] == 1:
                    state[edge] = 2
                    order.append(edge)
        return order

    def _add_block(self, block: list[int]) -> None:
        bits = {edge: 1 << place for place, edge in enumerate(block)}
        masks: list[int] = []
        for members in self._followers:
            mask = 0
            for edge in members:
                mask |= bits.get(edge, 0)
            for each in {self._class_of[edge] for edge in members}:
                mask |= masks[each] if each < len(masks) else 0
            masks.append(mask)
        units = sum(bits[edge] for edge in block if self._is_unit[edge])
        links = sum(bits[edge] for edge in block if self._is_link[edge])
        digits = self._digits(block, bits)
        for classes, alike in self._groups.items():
            mask = 0
            for each in array("I", classes):
                mask |= masks[each]
            if not mask:
                continue
            ms = sum((mask & plane).bit_count() << digit for digit, plane in enumerate(digits))
            followed = _Sum((mask & units).bit_count(), (mask & links).bit_count(), ms)
            # An edge can be direct and follow too: then it must not count twice.
            repeats = mask & units or any(direct.mixed for direct in alike)
            again = {edge for edge in block if mask & bits[edge]} if repeats else set()
            for direct in alike:
                twice = self._total([each for each in direct.edges if each in again]) if again else _Sum()
                direct.total.units += followed.units - twice.units
                direct.total.links += followed.links - twice.links
                direct.total.ms += followed.ms - twice.ms

    def _digits(self, block: list[int], bits: dict[int, int]) -> list[int]:
        """For each binary digit of the times, the edges that have it."""
        longest = max((self._ms[edge] for edge in block), default=0)
        return [
            sum(bits[edge] for edge in block if self._ms[edge] >> digit & 1)
            for digit in range(longest.bit_length())
        ]
