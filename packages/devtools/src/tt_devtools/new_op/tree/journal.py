"""All or nothing. Texts go to files beside their targets, then a journal is written, then files are renamed.

Note [Scaffold journal]
  1. build/new-op/run/sweep.json names the files to come; every text is written to NAME.tt-new
  2. the journal, which holds old and new texts, appears by one rename: from here on the change is going to happen
  3. each NAME.tt-new is renamed to NAME, files that go are removed; manifests are files like any others, and last
  4. sweep.json and the journal are removed
Killed before 2, nothing has happened, and `recover` sweeps the leftovers up. Killed after it, `recover` does what
is left of 3 and 4: every step can be repeated. A failure that is no kill (a full disk, an interrupt) after 2 puts
the old texts back. `tt new-op` recovers before it does anything else.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from tt_devtools.failure import Failure
from tt_devtools.new_op.tree.places import STATE
from tt_devtools.new_op.tree.workspace import Workspace

JOURNAL: Final = f"{STATE}/run/journal.json"
"""In a folder of its own: the manifests beside it are named for ops, and `journal` is a fine name for one."""
_DRAFT: Final = f"{STATE}/run/journal.draft"
_SWEEP: Final = f"{STATE}/run/sweep.json"
NEW: Final = ".tt-new"
_STOPS: Final = (OSError, KeyboardInterrupt)

Files = dict[str, dict[str, str | None]]
"""By file the text that it had, "old", and the one that it gets, "new"; None for no file."""


@dataclass(frozen=True, slots=True)
class Writes:
    """Texts by file, files to remove, and manifests, which are written last; a manifest of None is removed."""

    texts: Mapping[str, str]
    removes: Sequence[str] = ()
    manifests: Mapping[str, str | None] | None = None


def apply(workspace: Workspace, writes: Writes) -> None:
    """Makes the change, wholly or not at all."""
    after = {**writes.texts, **dict.fromkeys(writes.removes), **(writes.manifests or {})}
    files: Files = {file: {"old": workspace.read(file), "new": text} for file, text in after.items()}
    try:
        # What a kill leaves behind is named before it is there.
        workspace.write(_SWEEP, json.dumps([f"{file}{NEW}" for file in files]))
        for file, text in after.items():
            if text is not None:
                workspace.write(f"{file}{NEW}", text)
        workspace.write(_DRAFT, json.dumps({"files": files}))
        workspace.rename(_DRAFT, JOURNAL)
    except _STOPS as error:
        _sweep(workspace)
        raise _told(error) from None
    try:
        _finish(workspace, files, "new")
    except _STOPS as error:
        try:
            _finish(workspace, files, "old")
        except _STOPS:
            what = f"the tree cannot be written: {_reason(error)}; the change is half done"
            raise Failure(what, hint="tt new-op finishes it when it can write again") from None
        raise _told(error) from None


def recover(workspace: Workspace) -> str:
    """Ends what a kill has left; what was done, or ""."""
    text = workspace.read(JOURNAL)
    if text is not None:
        files: Files = json.loads(text)["files"]
        for file, each in files.items():
            if workspace.read(file) not in (each["old"], each["new"]):
                hint = f"compare it with {JOURNAL}, then remove that file"
                raise Failure(f"an earlier run was killed, and {file} was edited since", hint=hint)
        _finish(workspace, files, "new")
        return "finished what an earlier run had begun when it was killed"
    if workspace.read(_SWEEP) is not None:
        _sweep(workspace)
        return "removed what an earlier run had left when it was killed; it had changed nothing"
    return ""


def _finish(workspace: Workspace, files: Files, version: Literal["old", "new"]) -> None:
    for file, each in files.items():
        text = each[version]
        if text is None:
            workspace.remove(file)
        elif workspace.read(file) != text:
            if workspace.read(f"{file}{NEW}") != text:
                workspace.write(f"{file}{NEW}", text)
            workspace.rename(f"{file}{NEW}", file)
        workspace.remove(f"{file}{NEW}")
    workspace.remove(_SWEEP)
    workspace.remove(JOURNAL)


def _sweep(workspace: Workspace) -> None:
    try:
        leftovers = json.loads(workspace.read(_SWEEP) or "[]")
    except ValueError:  # killed while it was written, before anything else was
        leftovers = []
    for file in leftovers:
        workspace.remove(file)
    workspace.remove(_DRAFT)
    workspace.remove(_SWEEP)


def _told(error: BaseException) -> BaseException:
    """A full disk as a Failure; an interrupt stays one."""
    if not isinstance(error, OSError):
        return error
    where = f": {error.filename}" if error.filename else ""
    return Failure(f"the tree cannot be written: {_reason(error)}{where}; nothing has changed")


def _reason(error: BaseException) -> str:
    return (isinstance(error, OSError) and error.strerror) or str(error) or "interrupted"
