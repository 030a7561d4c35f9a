"""Who includes whom in each unit, for all units at once: files are numbers, and most lines are resolved once.

A line names one file in nearly every tree; where it may name several, the unit's own resolution decides.
"""

import os
from collections.abc import Sequence

from tt_devtools.buildstats.includes import Include, Includes
from tt_devtools.ninja_graph.graph import Graph

# What a file's line leads to: one file, or a choice of several that depends on the unit.
_Target = int | tuple[Include, tuple[int, ...]]


class IncludeGraph:
    """`files[n]` is the real path of file n."""

    def __init__(self, graph: Graph, includes: Includes) -> None:
        self.files = list(graph.nodes_of_file)
        self.number = {file: number for number, file in enumerate(self.files)}
        self._graph = graph
        self._includes = includes
        self._of_node = {
            node: number for number, nodes in enumerate(graph.nodes_of_file.values()) for node in nodes
        }
        self._by_name: dict[str, list[int]] = {}
        for number, file in enumerate(self.files):
            self._by_name.setdefault(file.rpartition("/")[2], []).append(number)
        self._targets: dict[int, list[_Target]] = {}

    def unit(self, edge: int) -> "UnitGraph":
        """The files that a unit read and the lines between them."""
        of_node = self._of_node
        read = {of_node[node] for node in self._graph.nodes_read(edge)}
        source = self.number.get(self._includes.source(edge), -1)
        return UnitGraph(self, self._includes, edge, source, read)

    def targets(self, file: int) -> list[_Target]:
        """Where the include lines of a file may lead, in any unit."""
        if file not in self._targets:
            found = [self._target(file, line) for line in self._includes.scan(self.files[file])]
            self._targets[file] = [each for each in found if each is not None]
        return self._targets[file]

    def _target(self, file: int, line: Include) -> _Target | None:
        tail = os.path.normpath(line.name)
        named = self._by_name.get(tail.rpartition("/")[2], ())
        if line.quoted and named:
            beside = os.path.normpath(os.path.join(os.path.dirname(self.files[file]), line.name))
            if beside in self.number:
                return self.number[beside]
        ending = "/" + tail.lstrip("./")
        found = tuple(each for each in named if each != file and self.files[each].endswith(ending))
        if len(found) == 1:
            return found[0]
        return (line, found) if found else None


class UnitGraph:
    """One unit. `roots` are its source and what its command includes by force."""

    def __init__(
        self, whole: IncludeGraph, includes: Includes, edge: int, source: int, read: set[int]
    ) -> None:
        self._whole = whole
        self._includes = includes
        self.edge = edge
        self.read = read
        forced = [whole.number[file] for file in includes.forced(edge)]
        self.roots = [each for each in (source, *forced) if each >= 0]

    def included(self, file: int) -> list[int]:
        """Files that its lines include directly, each once."""
        found: dict[int, None] = {}
        for target in self._whole.targets(file):
            number = target if isinstance(target, int) else self._choose(file, *target)
            if number is not None and number in self.read:
                found[number] = None
        return list(found)

    def reachable(self, without: tuple[int, int] | None = None) -> set[int]:
        """All files that lines lead to, optionally as if one line (from, to) were not there."""
        seen, pending = set(self.roots), list(self.roots)
        while pending:
            file = pending.pop()
            for each in self.included(file):
                if each not in seen and (file, each) != without:
                    seen.add(each)
                    pending.append(each)
        return seen

    def _choose(self, file: int, line: Include, candidates: Sequence[int]) -> int | None:
        here = [each for each in candidates if each in self.read]
        if len(here) < 2:
            return here[0] if here else None
        files = self._whole.files
        found = self._includes.unit(self.edge).resolve(files[file], line)
        return None if found is None else self._whole.number.get(found)
