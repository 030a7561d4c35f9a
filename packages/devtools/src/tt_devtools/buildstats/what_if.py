"""What removing one include line would save: the units that then no longer read a header, and their price.

The header's own changes are what becomes cheaper; so do those of every header that was only read through it.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from tt_devtools.buildstats.changes import SINCE_DAYS, changes
from tt_devtools.buildstats.include_graph import IncludeGraph, UnitGraph
from tt_devtools.buildstats.subject import Cost, Subject
from tt_devtools.buildstats.text import aligned, printable, rounded, seconds
from tt_devtools.failure import MISUSED, Failure
from tt_devtools.plural import plural

_EDGE = re.compile(r"\s*(\S.*?)\s+-x->\s+(\S.*?)\s*")


@dataclass(frozen=True, slots=True)
class Saved:
    """A header that some units would no longer read."""

    file: str
    before: Cost
    after: Cost
    changes: int | None

    @property
    def cpu_s(self) -> float | None:
        """CPU seconds less for each of its changes."""
        if self.before.cpu_s is None or self.after.cpu_s is None:
            return None
        return self.before.cpu_s - self.after.cpu_s


@dataclass(frozen=True, slots=True)
class WhatIf:
    """`cut` units lose the header, `kept` reach it another way, of `unknown` no lines say how they reach it."""

    source: str
    target: str
    cut: list[int]
    kept: list[int]
    unknown: list[int]
    saved: list[Saved]


def what_if(subject: Subject, text: str) -> WhatIf:
    """Prices `a.h -x-> b.h`."""
    found = _EDGE.fullmatch(text)
    if found is None:
        hint = "tt buildstats --cuts 10 lists the include lines most worth it"
        raise Failure(f"--what-if expects 'a.h -x-> b.h', got '{text}'", hint=hint, code=MISUSED)
    whole = IncludeGraph(subject.graph, subject.includes)
    source = _file(subject, found[1])
    target = _included(subject, whole, source, found[2])
    line = (whole.number[source], whole.number[target])
    units = _readers(subject, whole, target)
    if not _has_line(units, line):
        raise _no_line(subject, units, line, whole)
    cut, kept, unknown = list[int](), list[int](), list[int]()
    lost: dict[int, set[int]] = {}
    for unit in units:
        before = unit.reachable()
        if line[1] not in before:
            unknown.append(unit.edge)
            continue
        gone = before - unit.reachable(line)
        (cut if line[1] in gone else kept).append(unit.edge)
        for file in gone:
            lost.setdefault(file, set()).add(unit.edge)
    saved = _saved(subject, {whole.files[file]: edges for file, edges in lost.items()})
    return WhatIf(source, target, cut, kept, unknown, saved)


def _file(subject: Subject, name: str) -> str:
    file = subject.names.find(name)
    if file is None:
        subject.refuse_if_unknown(name)
        raise Failure(f"no unit of {subject.shown_dir} reads '{name}'", code=MISUSED)
    return file


def _included(subject: Subject, whole: IncludeGraph, source: str, name: str) -> str:
    """The file that `name` means: of several, the one that `source` includes."""
    several = subject.names.matching(name)
    lines = [
        file
        for file in several
        if len(several) > 1
        and _has_line(_readers(subject, whole, file), (whole.number[source], whole.number[file]))
    ]
    return lines[0] if len(lines) == 1 else _file(subject, name)


def _readers(subject: Subject, whole: IncludeGraph, file: str) -> list[UnitGraph]:
    graph = subject.graph
    readers = {each for node in graph.nodes_of_file[file] for each in graph.readers[node]}
    return [whole.unit(each) for each in sorted(readers) if graph.edges[each].kind == "compile"]


def _has_line(units: list[UnitGraph], line: tuple[int, int]) -> bool:
    return any(line[0] in unit.read and line[1] in unit.included(line[0]) for unit in units)


def _no_line(subject: Subject, units: list[UnitGraph], line: tuple[int, int], whole: IncludeGraph) -> Failure:
    shown = [printable(subject.names.shown(whole.files[each])) for each in line]
    includers = {file for unit in units for file in unit.read if line[1] in unit.included(file)}
    some = sorted(subject.names.shown(whole.files[each]) for each in includers)[:3]
    hint = f"{', '.join(map(printable, some))}{' and others' * (len(includers) > 3)} do" if some else ""
    return Failure(f"{shown[0]} does not include {shown[1]} directly", hint=hint, code=MISUSED)


def _saved(subject: Subject, lost: dict[str, set[int]]) -> list[Saved]:
    ours = {file: edges for file, edges in lost.items() if not subject.names.is_foreign(file)}
    counts = changes(ours)
    found = []
    for file, edges in ours.items():
        nodes = subject.graph.nodes_of_file[file]
        before = subject.cost(nodes)
        with _unread(subject, nodes, edges):
            found.append(Saved(file, before, subject.cost(nodes), counts.get(file)))
    return sorted(
        found, key=lambda each: (-(each.cpu_s or 0), each.after.units - each.before.units, each.file)
    )


@contextmanager
def _unread(subject: Subject, nodes: list[int], edges: set[int]) -> Iterator[None]:
    """As if these edges did not read these nodes."""
    readers = subject.graph.readers
    kept = {node: readers[node] for node in nodes}
    try:
        for node in nodes:
            readers[node] = [each for each in readers[node] if each not in edges]
        yield
    finally:
        for node, each in kept.items():
            readers[node] = each


def in_history(saved: list[Saved]) -> float | None:
    """CPU seconds that the changes of the last days would not have cost; None without times or history."""
    known = [
        each.cpu_s * each.changes for each in saved if each.cpu_s is not None and each.changes is not None
    ]
    return sum(known) if known else None


def describe(subject: Subject, made: WhatIf, top: int) -> str:
    """The answer, for people."""
    shown = subject.names.shown
    readers = len(made.cut) + len(made.kept) + len(made.unknown)
    lines = [
        f"without {printable(shown(made.source))} -> {printable(shown(made.target))}: "
        f"{len(made.cut)} of {plural(readers, 'unit')} no longer read {printable(shown(made.target))}"
    ]
    if made.kept:
        lines.append(
            f"  {plural(len(made.kept), 'unit')} include{'s' * (len(made.kept) == 1)} it in another way too"
        )
    if made.unknown:
        lines.append(f"  cannot tell for {plural(len(made.unknown), 'unit')}: no include line leads there")
    if (whole := in_history(made.saved)) is not None:
        lines.append(
            f"  the changes of the last {SINCE_DAYS} days would have cost {seconds(whole)} CPU s less"
        )
    if made.saved:
        rows: list[tuple[str, ...]] = [("units", "then", "CPU s", "then", "changes", "header")]
        for each in made.saved[:top]:
            count = "?" if each.changes is None else str(each.changes)
            units, cpu = (each.before.units, each.after.units), (each.before.cpu_s, each.after.cpu_s)
            rows.append((*map(str, units), *map(seconds, cpu), count, printable(shown(each.file))))
        lines += aligned(rows)
        lines.append("that the units still compile without these headers is not known")
    return "\n".join(lines)


def as_json(subject: Subject, made: WhatIf) -> dict[str, Any]:
    """`headers` are those that fewer units would read."""
    output = subject.graph.output
    return {
        "build_dir": subject.shown_dir,
        "units": len(subject.graph.units),
        "headers": [
            {
                "path": subject.names.shown(each.file),
                "units": each.before.units,
                "links": each.before.links,
                "cpu_s": rounded(each.before.cpu_s),
                "wall_s": rounded(each.before.wall_s),
                "changes": each.changes,
                "then": {
                    "units": each.after.units,
                    "cpu_s": rounded(each.after.cpu_s),
                    "wall_s": rounded(each.after.wall_s),
                },
            }
            for each in made.saved
        ],
        "outputs": {subject.names.shown(made.target): sorted(map(output, made.cut))},
        "what_if": {
            "from": subject.names.shown(made.source),
            "to": subject.names.shown(made.target),
            "cut": len(made.cut),
            "kept": sorted(map(output, made.kept)),
            "unknown": sorted(map(output, made.unknown)),
            "saved_cpu_s": rounded(made.saved[0].cpu_s) if made.saved else 0.0,
            "saved_in_history_cpu_s": rounded(in_history(made.saved)),
        },
    }
