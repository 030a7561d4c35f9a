"""Uncommitted edits. A block never overwrites them, since it goes between lines; it is refused only where it would
go into the middle of one, and git could no longer tell the two apart.

What `tt new-op` added itself, and its manifests still know, does not count as an edit.
"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tt_devtools.failure import Failure
from tt_devtools.git import git
from tt_devtools.new_op.tree.change import Change
from tt_devtools.new_op.tree.manifest import Manifest

_HUNK: Final = re.compile(r"^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@", re.MULTILINE)


def uncommitted_lines(root: Path, file: str) -> set[int]:
    """Lines of the file, from 0, that the last commit does not have; none outside of git."""
    differences, _ = git(
        str(root), ["diff", "--unified=0", "--no-color", "--no-ext-diff", "HEAD", "--", file]
    )
    lines: set[int] = set()
    for start, count in _HUNK.findall((differences or b"").decode(errors="replace")):
        lines.update(range(int(start) - 1, int(start) - 1 + int(count or "1")))
    return lines


def inside_edits(change: Change, edited: set[int], manifests: Sequence[Manifest]) -> int | None:
    """The line, from 1, of an insertion that has edited lines of one edit on both sides; None for none."""
    own = _own_lines(change, manifests)
    foreign = edited - own
    for insertion in change.insertions:
        if insertion.line - 1 in foreign and insertion.line in foreign:
            return insertion.line + 1
    return None


def check(root: Path, changes: Sequence[Change], manifests: Sequence[Manifest]) -> None:
    """A Failure for the first insertion into an uncommitted edit."""
    for change in changes:
        if change.kind != "insert":
            continue
        line = inside_edits(change, uncommitted_lines(root, change.file), manifests)
        if line is not None:
            where = f"{change.file}:{line}"
            what = f"the block would go into the middle of an uncommitted edit, {where}"
            raise Failure(what, hint=f"git commit {change.file}, or git stash")


def _own_lines(change: Change, manifests: Sequence[Manifest]) -> set[int]:
    before = change.before or ""
    lines: set[int] = set()
    for manifest in manifests:
        for block in manifest.blocks:
            at = before.find(block.text) if block.file == change.file else -1
            if at >= 0:
                first = before.count("\n", 0, at)
                lines.update(range(first, first + block.text.count("\n")))
    return lines
