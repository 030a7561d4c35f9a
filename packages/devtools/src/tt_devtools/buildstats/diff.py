"""The price of a change before it is built: which units, which file carries it, what the cache will save."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tt_devtools.buildstats.changes import changes
from tt_devtools.buildstats.comments import Change, classify
from tt_devtools.buildstats.edits import Edit, edits
from tt_devtools.buildstats.ranking import line
from tt_devtools.buildstats.report import Line
from tt_devtools.buildstats.subject import Cost, Subject
from tt_devtools.buildstats.text import aligned, listed, printable, rounded, seconds
from tt_devtools.failure import MISUSED, Failure
from tt_devtools.git import repository
from tt_devtools.plural import plural

WHAT: dict[Change, str] = {
    "comments": "comments",
    "moved": "comments that move code",
    "code": "code",
}
_SOURCES = (".c", ".cc", ".cpp", ".cxx", ".cu", ".m", ".mm", ".s", ".S", ".hip")


@dataclass(frozen=True, slots=True)
class Share:
    """One changed file of the build. `only` costs what nothing else in the change would cause."""

    file: str
    change: Change
    line: Line
    only: Cost


@dataclass(slots=True)
class Diff:
    """`hits` are units that the cache should have; `unbuilt` are new sources."""

    since: str
    shares: list[Share]
    whole: Cost
    hits: list[int]
    configures: bool
    unbuilt: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    submodules: list[str] = field(default_factory=list)
    outside: int = 0
    unrecorded: int = 0


def price_edits(subject: Subject, revision: str, *, staged: bool) -> Diff:
    """Prices what git says has changed."""
    known = subject.graph.nodes_of_file
    root = repository(subject.root, {})
    if not root:
        raise Failure(f"there is no git repository around {subject.root}", code=MISUSED)
    found = edits(root, revision, known, staged=staged)
    ours = [edit for edit in found.files if edit.file in known]
    nodes = {edit.file: known[edit.file] for edit in ours}
    kinds = {edit.file: _kind(edit) for edit in ours}
    whole = subject.cost([node for each in nodes.values() for node in each])
    counts = changes(nodes)
    shares = [
        Share(
            edit.file,
            kinds[edit.file],
            line(subject, edit.file, nodes[edit.file], counts),
            _only(subject, edit.file, nodes, whole),
        )
        for edit in ours
    ]
    shares.sort(key=lambda share: (-(share.only.cpu_s or 0), -(share.line.cpu_s or 0), -share.line.units))
    made = Diff(found.since, shares, whole, _hits(subject, kinds, nodes, whole), _configures(subject, whole))
    made.submodules = found.submodules
    made.unrecorded = sum(subject.graph.edges[each].kind == "compile" for each in subject.graph.unrecorded)
    _others(subject, made, [edit for edit in found.files if edit.file not in known])
    made.gone = [subject.names.shown(edit.file) for edit in ours if edit.after is None]
    return made


def _kind(edit: Edit) -> Change:
    if edit.before is None or edit.after is None:
        return "code"
    return classify(edit.before, edit.after)


def _only(subject: Subject, file: str, nodes: dict[str, list[int]], whole: Cost) -> Cost:
    others = set(
        subject.graph.affected(node for other, each in nodes.items() if other != file for node in each)
    )
    return subject.cost_of([edge for edge in whole.edges if edge not in others])


def _hits(subject: Subject, kinds: dict[str, Change], nodes: dict[str, list[int]], whole: Cost) -> list[int]:
    """Units that run only for files whose preprocessed text stays as it was, and none of them made on the way."""
    graph = subject.graph
    real = [node for file, each in nodes.items() if kinds[file] != "comments" for node in each]
    made = [
        node for edge in whole.edges if not graph.edges[edge].is_phony for node in graph.edges[edge].outputs
    ]
    misses = set(graph.affected([*real, *made]))
    return [edge for edge in whole.edges if graph.edges[edge].kind == "compile" and edge not in misses]


def _configures(subject: Subject, whole: Cost) -> bool:
    return any(subject.graph.edges[each].value("generator", subject.graph.paths) for each in whole.edges)


def _others(subject: Subject, made: Diff, files: Sequence[Edit]) -> None:
    for edit in files:
        if edit.before is None and edit.file.endswith(_SOURCES):
            made.unbuilt.append(subject.names.shown(edit.file))
        else:
            made.outside += 1


def describe(subject: Subject, made: Diff, top: int) -> str:
    """The change, for people: the sum, what the cache saves, and the files by what they add."""
    cost = made.whole
    if not made.shares:
        lines = [f"{made.since}: no file that this build has read"]
    else:
        counts = [plural(cost.units, "unit"), plural(cost.links, "link")]
        if cost.cpu_s is not None:
            counts.append(f"{seconds(cost.cpu_s)} CPU s, {seconds(cost.wall_s)} s on {subject.jobs} jobs")
        lines = [f"{made.since}: {plural(len(made.shares), 'file')} of the build: {', '.join(counts)}"]
    if cost.least < cost.units:
        lines.append(
            f"  at least {plural(cost.least, 'unit')}, if the files generated on the way come out the same"
        )
    if made.hits:
        left = subject.cost_of([each for each in cost.edges if each not in set(made.hits)])
        saved = f", which leaves {seconds(left.cpu_s)} CPU s" if left.cpu_s is not None else ""
        lines.append(
            f"  {plural(len(made.hits), 'cache hit')} expected: no line of code moves for them{saved}"
        )
    if made.configures:
        lines.append("  CMake runs again; what it changes is not known before")
    for names, what in (
        (made.unbuilt, "new to the build, so that their price is not known"),
        (made.gone, "deleted: units that still include them fail"),
        (made.submodules, "submodules, not looked into"),
    ):
        if names:
            lines += [f"  {what}:", *listed([printable(each) for each in names], top)]
    if made.outside:
        who = f"no unit with a record reads them, and {plural(made.unrecorded, 'unit')} has none"
        who = who if made.unrecorded else "the build does not read them"
        lines.append(f"  {plural(made.outside, 'other changed file')}: {who}")
    return "\n".join([*lines, *_table(made, top)])


def _table(made: Diff, top: int) -> list[str]:
    if not made.shares:
        return []
    rows = [("only here", "alone", "units", "what", "file")]
    for share in made.shares[:top]:
        row = (seconds(share.only.cpu_s), seconds(share.line.cpu_s), str(share.line.units))
        rows.append((*row, WHAT[share.change], printable(share.line.path)))
    lines = aligned(rows, left=2)
    lines.append(
        "only here: CPU seconds that this file alone adds to the change; alone: that it costs by itself"
    )
    if len(made.shares) > top:
        lines.append(f"{len(made.shares) - top} more: --top N shows them")
    return lines


def as_json(subject: Subject, made: Diff) -> dict[str, Any]:
    """`headers` are the changed files; `diff` is the change as a whole."""
    return {
        "build_dir": subject.shown_dir,
        "units": len(subject.graph.units),
        "headers": [
            {**share.line.as_json(), "change": share.change, "only_cpu_s": rounded(share.only.cpu_s)}
            for share in made.shares
        ],
        "outputs": {},
        "diff": {
            "since": made.since,
            "units": made.whole.units,
            "least_units": made.whole.least,
            "links": made.whole.links,
            "cpu_s": rounded(made.whole.cpu_s),
            "wall_s": rounded(made.whole.wall_s),
            "outputs": sorted(
                subject.graph.output(each)
                for each in made.whole.edges
                if subject.graph.edges[each].kind == "compile"
            ),
            "expected_hits": sorted(subject.graph.output(each) for each in made.hits),
            "configures": made.configures,
            "unbuilt": made.unbuilt,
            "deleted": made.gone,
            "submodules": made.submodules,
            "outside": made.outside,
            "unrecorded_units": made.unrecorded,
        },
    }
