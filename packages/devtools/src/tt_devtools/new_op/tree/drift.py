"""Drift: what of an op is no longer as `tt new-op` wrote it, with the place. Only looks."""

import difflib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import PurePosixPath
from typing import Final, Literal

from tt_devtools.failure import Failure
from tt_devtools.new_op.tree import journal, op_table
from tt_devtools.new_op.tree.insert import lines_of
from tt_devtools.new_op.tree.manifest import Block, Manifest, checksum, file_of
from tt_devtools.new_op.tree.places import STUB
from tt_devtools.new_op.tree.workspace import Workspace

What = Literal["edited", "removed", "moved", "stale", "interrupted"]
_SHOWN: Final = 8  # names in a hint
_RENEW: Final = ".venv/bin/python -m tt_opspec.generate --stubs"


@dataclass(frozen=True, slots=True)
class Drift:
    """`line` counts from 1; `said` is the whole of it for a person."""

    what: What
    file: str
    line: int
    said: str

    def as_json(self) -> dict[str, object]:
        """All fields by name."""
        return asdict(self)


def of(workspace: Workspace, manifest: Manifest) -> list[Drift]:
    """Of one op: its files first, then its blocks."""
    if is_gone(workspace, manifest):
        said = f"all of it was taken out by other means; ./tt new-op {manifest.name} --undo forgets it"
        return [Drift("removed", file_of(manifest.name), 1, said)]
    files = (_of_file(workspace, file, expected) for file, expected in manifest.files.items())
    blocks = (_of_block(workspace, block, manifest.name) for block in manifest.blocks)
    return [each for each in (*files, *blocks) if each is not None]


def is_gone(workspace: Workspace, manifest: Manifest) -> bool:
    """Whether none of it is left, as after `git checkout` and `git clean`."""
    files = any(workspace.read(file) is not None for file in manifest.files)
    return not files and not _is_in_table(workspace, manifest.name)


def of_tree(workspace: Workspace) -> Iterator[Drift]:
    """Of what all ops share: generated files that are behind the table, and a run that was killed."""
    if workspace.read(journal.JOURNAL) is not None:
        said = "an earlier run was killed half way; the next tt new-op that writes ends it"
        yield Drift("interrupted", journal.JOURNAL, 1, said)
        return
    try:
        texts = op_table.committed(op_table.entries(workspace))
    except Failure as failure:
        yield Drift("stale", STUB, 1, f"what {STUB} should be cannot be told: {failure.message}")
        return
    for file, text in texts.items():
        current = workspace.read(file)
        if current != text:
            line = _first_difference(lines_of(current or ""), lines_of(text))
            yield Drift("stale", file, line, f"{file} is not what the op table gives; {_RENEW}")


def _of_file(workspace: Workspace, file: str, expected: str) -> Drift | None:
    text = workspace.read(file)
    if text is not None:
        return None if checksum(text) == expected else Drift("edited", file, 1, f"{file} was edited")
    for other in _beside(workspace, file):
        if checksum(workspace.read(other) or "") == expected:
            return Drift("moved", other, 1, f"{file} was moved to {other}")
    return Drift("removed", file, 1, f"{file} was removed")


def _of_block(workspace: Workspace, block: Block, op: str) -> Drift | None:
    text = workspace.read(block.file)
    if text is not None and block.place_in(text) is not None:
        return None
    for other in _beside(workspace, block.file):
        elsewhere = workspace.read(other) or ""
        if (at := block.place_in(elsewhere)) is not None:
            line = elsewhere.count("\n", 0, at) + 1 + _empty_lines(block)
            return Drift("moved", other, line, f"{block.file}: the block of {op} was moved to {other}:{line}")
    if text is None:
        return Drift("removed", block.file, 1, f"{block.file} was removed")
    edited = _edited_line(lines_of(text), lines_of(block.text))
    if edited is None:
        return Drift("removed", block.file, 1, f"{block.file}: the block of {op} was removed")
    return Drift("edited", block.file, edited, f"{block.file}:{edited}: the block of {op} was edited")


def _beside(workspace: Workspace, file: str) -> list[str]:
    """The other files of its kind in its folder."""
    path = PurePosixPath(file)
    return [each for each in workspace.names(f"{path.parent}/*{path.suffix}") if each != file]


def _empty_lines(block: Block) -> int:
    return len(block.text) - len(block.text.lstrip("\n"))


def _edited_line(lines: list[str], block: list[str]) -> int | None:
    """Where the file, at the place that is most like the block, begins to differ from it; None for no such place."""
    matcher = difflib.SequenceMatcher(None, lines, block, autojunk=False)
    same = matcher.find_longest_match()
    if not any(len(line.strip()) > 3 for line in block[same.b : same.b + same.size]):
        return None  # brackets and empty lines are like any others
    first = max(same.a - same.b, 0)
    return first + _first_difference(lines[first:], block[max(same.b - same.a, 0) :])


def _first_difference(lines: list[str], others: list[str]) -> int:
    """Counted from 1."""
    pairs = enumerate(zip(lines, others, strict=False))
    return next((at for at, (one, other) in pairs if one != other), min(len(lines), len(others))) + 1


def unknown(workspace: Workspace, name: str, manifests: list[Manifest]) -> Failure:
    """What to say about an op that this command did not make."""
    from tt_devtools.suggest import did_you_mean

    names = [each.name for each in manifests]
    hint = did_you_mean(name, names)
    if not hint and _is_in_table(workspace, name):
        hint = f"it is in the op table: ./tt where {name} shows its places"
    if not hint:
        listed = f"{', '.join(names[:_SHOWN])}{' ...' if len(names) > _SHOWN else ''}"
        hint = f"made here: {listed}" if names else "no op was, since build/ was last removed"
    return Failure(f"'{name}' was not made by tt new-op in this checkout", hint=hint)


def _is_in_table(workspace: Workspace, name: str) -> bool:
    try:
        return any(entry.name == name for entry in op_table.entries(workspace))
    except Failure:  # of another entry, which is not what was asked about
        return False
