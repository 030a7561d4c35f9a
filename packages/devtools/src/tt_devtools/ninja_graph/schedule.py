"""How long edges take on N jobs: list scheduling as ninja does it.

Ninja (1.12 and later) starts the ready edge with the longest path behind it, each edge counting one and phony
ones nothing, and no more of a pool at once than its depth.
"""

import heapq
from collections.abc import Sequence

from tt_devtools.ninja_graph.graph import Graph

CONSOLE = "console"


class Scheduler:
    """Keeps what every schedule of one graph needs."""

    def __init__(self, graph: Graph, ms: Sequence[int]) -> None:
        self._ms = ms
        self._pools = {**graph.manifest.pools, CONSOLE: 1}
        self._pool_of = {edge.index: pool for edge in graph.edges if (pool := edge.value("pool"))}
        self._waiting = [tuple(graph.waiting_for(edge)) for edge in graph.edges]
        weight = _weights(graph, self._waiting)
        # Ready edges start in this order; a rank is one small number, which a heap is quick with.
        self._by_rank = sorted(range(len(weight)), key=lambda each: (-weight[each], each))
        self._rank = [0] * len(weight)
        for rank, edge in enumerate(self._by_rank):
            self._rank[edge] = rank
        self._known: dict[tuple[frozenset[int], int], float] = {}

    def seconds(self, edges: Sequence[int], jobs: int) -> float:
        """From the first start to the last end when exactly these edges run."""
        key = (frozenset(edges), jobs)
        if key not in self._known:
            self._known[key] = self._run(key[0], jobs) / 1000
        return self._known[key]

    def _run(self, edges: frozenset[int], jobs: int) -> int:
        missing = dict.fromkeys(edges, 0)
        for each in edges:
            for other in self._waiting[each]:
                if other in missing:
                    missing[other] += 1
        ready = sorted(self._rank[each] for each in edges if not missing[each])
        delayed: dict[str, list[int]] = {}
        used: dict[str, int] = {}
        running: list[tuple[int, int]] = []
        now = 0
        while ready or running:
            while ready and len(running) < jobs:
                rank = heapq.heappop(ready)
                edge = self._by_rank[rank]
                if pool := self._pool_of.get(edge):
                    depth = self._pools.get(pool, 0)
                    if depth and used.get(pool, 0) >= depth:
                        heapq.heappush(delayed.setdefault(pool, []), rank)
                        continue
                    used[pool] = used.get(pool, 0) + 1
                heapq.heappush(running, (now + self._ms[edge], edge))
            now, done = heapq.heappop(running)
            if pool := self._pool_of.get(done):
                used[pool] -= 1
                if delayed.get(pool):
                    heapq.heappush(ready, heapq.heappop(delayed[pool]))
            for other in self._waiting[done]:
                if other not in missing:
                    continue
                missing[other] -= 1
                if not missing[other]:
                    heapq.heappush(ready, self._rank[other])
        return now


def _weights(graph: Graph, waiting: Sequence[tuple[int, ...]]) -> list[int]:
    """The longest path from each edge; edges of a cycle, which ninja refuses, get 0."""
    left = [0] * len(waiting)
    for others in waiting:
        for other in others:
            left[other] += 1
    order = [each for each, count in enumerate(left) if not count]
    for each in order:
        for other in waiting[each]:
            left[other] -= 1
            if not left[other]:
                order.append(other)
    weight = [0] * len(waiting)
    for each in reversed(order):
        own = 0 if graph.edges[each].is_phony else 1
        weight[each] = own + max(map(weight.__getitem__, waiting[each]), default=0)
    return weight
