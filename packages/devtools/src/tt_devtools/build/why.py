"""Why a build would do what it would: a forest with root causes on top and what follows from them below.

The roots are ninja's own reasons, completed by what it leaves out: all newer inputs instead of the newest one, and
the difference of the flags instead of "command line changed".
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tt_devtools.build import commands
from tt_devtools.build.ninja import DryRun
from tt_devtools.build.steps import Reason
from tt_devtools.failure import MISUSED, Failure
from tt_devtools.ninja_graph.graph import Graph
from tt_devtools.plural import plural
from tt_devtools.suggest import did_you_mean

CHILDREN_SHOWN = 8
DEEPEST_SHOWN = 6


@dataclass(slots=True)
class Cause:
    """Something that happened, or an output that runs because of what is above it."""

    text: str
    then: list["Cause"] = field(default_factory=list)

    def count(self) -> int:
        """How many outputs hang on it."""
        return sum(1 + each.count() for each in self.then)

    def as_json(self) -> dict[str, Any]:
        """The tree below it."""
        return {"cause": self.text, "then": [each.as_json() for each in self.then]}


class Forest:
    """The roots, the weightiest first. An output dirty of itself stands below each of its causes, any other once.

    `configures`: why CMake runs before and may change all that, "" where it does not.
    """

    def __init__(
        self, dry_run: DryRun, graph: Graph, build_dir: Path, root: Path, configures: str = ""
    ) -> None:
        self.configures = configures
        self._graph = graph
        self._build_dir = build_dir
        self._root = root
        self._known = commands.read(build_dir)
        self._times: dict[str, int | None] = {}
        self._dirty = self._edges(dry_run)
        self.roots = self._grow(dry_run.reasons)

    def _edges(self, dry_run: DryRun) -> set[int]:
        """The edges that would run. Ninja's own words name some by description only, so that reasons count too."""
        named = [step.output for step in dry_run.steps] + [reason.output for reason in dry_run.reasons]
        dirty = {edge for name in named if (edge := self._graph.index_making(name)) is not None}
        pending = list(dirty)
        while pending:  # what is made from what is dirty runs as well, unless restat saves it
            for other in self._graph.waiting_for(self._graph.edges[pending.pop()]):
                if other not in dirty:
                    dirty.add(other)
                    pending.append(other)
        return dirty

    def _grow(self, reasons: Sequence[Reason]) -> list[Cause]:
        roots: dict[str, Cause] = {}
        nodes: list[tuple[int, Cause]] = []
        seen: set[int] = set()
        for reason in reasons:
            edge = self._graph.index_making(reason.output)
            for text in self._texts(reason, edge):
                root = roots.setdefault(text, Cause(text))
                if edge is not None:
                    child = self._child(root, edge)
                    if edge not in seen:
                        seen.add(edge)
                        nodes.append((edge, child))
        for edge, cause in nodes:  # grows while it is walked
            for other in sorted(self._graph.waiting_for(self._graph.edges[edge]) & self._dirty - seen):
                seen.add(other)
                nodes.append(
                    (other, cause if self._graph.edges[other].is_phony else self._child(cause, other))
                )
        return sorted(roots.values(), key=lambda root: (-root.count(), root.text))

    def _child(self, parent: Cause, edge: int) -> Cause:
        child = Cause(self._shown(self._graph.output(edge)))
        parent.then.append(child)
        return child

    def _texts(self, reason: Reason, edge: int | None) -> list[str]:
        if reason.input and edge is not None:
            # A source may stand in build.ninja and in the compiler's record, each with its own spelling.
            newer = dict.fromkeys(map(self._shown, self._newer_inputs(edge, reason)))
            return [f"{each} is newer" for each in newer]
        if reason.text.startswith("command line changed") and edge is not None:
            before = self._known.get(reason.output)
            now = commands.command_of(self._graph, self._graph.edges[edge])
            if before is None:
                return ["the command changed; what it was is not known"]
            return [f"the command changed: {commands.difference(before, now) or 'the order of its words'}"]
        if "not found in log" in reason.text or "doesn't exist" in reason.text:
            return ["never built" if reason.output not in self._known else "the output is missing"]
        return [reason.text.replace(reason.output, self._shown(reason.output))]

    def _newer_inputs(self, edge: int, reason: Reason) -> list[str]:
        """All inputs that are newer than the output, the one that ninja names first."""
        made = self._time(reason.output)
        paths = self._graph.paths
        inputs = [*self._graph.edges[edge].inputs, *self._graph.nodes_read(edge)]
        newer = [
            paths[node] for node in dict.fromkeys(inputs) if (self._time(paths[node]) or 0) > (made or 0)
        ]
        named = [reason.input] if reason.input in newer or not newer or made is None else []
        return list(dict.fromkeys([*named, *(newer if made is not None else [])])) or [reason.input]

    def _time(self, path: str) -> int | None:
        if path not in self._times:
            try:
                self._times[path] = os.stat(self._build_dir / path).st_mtime_ns
            except OSError:
                self._times[path] = None
        return self._times[path]

    def _shown(self, path: str) -> str:
        full = os.path.normpath(self._build_dir / path)
        inside = f"{self._build_dir}/"
        return full.removeprefix(inside) if full.startswith(inside) else full.removeprefix(f"{self._root}/")

    def only(self, names: Sequence[str]) -> list[Cause]:
        """The parts of the forest that lead to what is named, by the end of its path."""
        kept = [found for root in self.roots if (found := _pruned(root, names))]
        missing = [name for name in names if not any(_leads_to(root, name) for root in kept)]
        if missing:
            everything = {self._shown(self._graph.output(edge.index)) for edge in self._graph.edges}
            if not any(_is(each, missing[0]) for each in everything):
                bases = {*everything, *(os.path.basename(each) for each in everything)}
                hint = did_you_mean(missing[0], bases) or "tt build --why shows all that would be made"
                raise Failure(f"the build makes nothing called '{missing[0]}'", hint=hint, code=MISUSED)
        return kept


def _is(path: str, name: str) -> bool:
    return path == name or path.endswith(f"/{name}")


def _leads_to(cause: Cause, name: str) -> bool:
    return _is(cause.text, name) or any(_leads_to(each, name) for each in cause.then)


def _pruned(cause: Cause, names: Sequence[str]) -> Cause | None:
    if any(_is(cause.text, name) for name in names):
        return cause
    then = [found for each in cause.then if (found := _pruned(each, names))]
    return Cause(cause.text, then) if then else None


def describe(roots: Sequence[Cause]) -> str:
    """The forest as an indented list."""
    lines: list[str] = []
    for root in roots:
        count = root.count()
        lines.append(f"{root.text}: {plural(count, 'step')}" if count else root.text)
        _add(lines, root.then, 1)
    return "\n".join(lines)


def _add(lines: list[str], causes: Sequence[Cause], depth: int) -> None:
    for cause in causes[:CHILDREN_SHOWN]:
        lines.append(f"{'  ' * depth}{cause.text}")
        if depth < DEEPEST_SHOWN:
            _add(lines, cause.then, depth + 1)
    if len(causes) > CHILDREN_SHOWN:
        rest = causes[CHILDREN_SHOWN:]
        count = len(rest) + sum(each.count() for each in rest)
        lines.append(f"{'  ' * depth}and {count} more")
