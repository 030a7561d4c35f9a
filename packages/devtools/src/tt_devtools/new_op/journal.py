"""All or nothing. Texts go to files beside their targets, then a journal is written, then files are renamed.

Note [Scaffold journal]
  1. build/new-op/sweep.json names the files to come; every text is written to NAME.tt-new
  2. the journal, which holds old and new texts, appears by one rename: from here on the change is going to happen
  3. each NAME.tt-new is renamed to NAME; files that go are removed
  4. manifests are written, the journal and sweep.json are removed
Killed before 2, nothing has happened, and `recover` sweeps the leftovers up. Killed after it, `recover` does what
is left of 3 and 4: every step can be repeated. A failure that is no kill (a full disk) after 2 puts the old
texts back. `tt new-op` recovers before it does anything else.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tt_devtools.failure import Failure
from tt_devtools.new_op.places import STATE
from tt_devtools.new_op.workspace import Workspace

JOURNAL: Final = f"{STATE}/journal.json"
_DRAFT: Final = f"{STATE}/journal.draft"
_SWEEP: Final = f"{STATE}/sweep.json"
NEW: Final = ".tt-new"


@dataclass(frozen=True, slots=True)
class Writes:
    """Texts by file, files to remove, and manifests: texts by file that are written last; None removes."""

    texts: Mapping[str, str]
    removes: Sequence[str] = ()
    manifests: Mapping[str, str | None] | None = None


def apply(workspace: Workspace, writes: Writes) -> None:
    """Makes the change, wholly or not at all."""
    files = [*writes.texts, *writes.removes]
    before = {file: workspace.read(file) for file in files}
    # What a kill leaves behind is named before it is there.
    workspace.write(_SWEEP, json.dumps([f"{file}{NEW}" for file in writes.texts]))
    try:
        for file, text in writes.texts.items():
            workspace.write(f"{file}{NEW}", text)
        journal = {
            "files": {file: {"old": before[file], "new": writes.texts.get(file)} for file in files},
            "manifests": dict(writes.manifests or {}),
        }
        workspace.write(_DRAFT, json.dumps(journal))
        workspace.rename(_DRAFT, JOURNAL)
    except OSError as error:
        _sweep(workspace)
        raise _cannot(error) from None
    try:
        _finish(workspace, journal)
    except OSError as error:
        try:
            _put_back(workspace, journal)
        except OSError:
            what = f"the tree cannot be written: {error.strerror or error}; the change is half done"
            raise Failure(what, hint="tt new-op finishes it when it can write again") from None
        raise _cannot(error) from None


def recover(workspace: Workspace) -> str:
    """Ends what a kill has left; what was done, or ""."""
    text = workspace.read(JOURNAL)
    if text is not None:
        journal: dict[str, Any] = json.loads(text)
        for file, each in journal["files"].items():
            if workspace.read(file) not in (each["old"], each["new"]):
                hint = f"compare it with {JOURNAL}, then remove that file"
                raise Failure(f"an earlier run was killed, and {file} was edited since", hint=hint)
        _finish(workspace, journal)
        return "finished what an earlier run had begun when it was killed"
    if workspace.read(_SWEEP) is not None:
        _sweep(workspace)
        return "removed what an earlier run had left when it was killed; it had changed nothing"
    return ""


def _finish(workspace: Workspace, journal: Mapping[str, Any]) -> None:
    for file, each in journal["files"].items():
        if each["new"] is None:
            workspace.remove(file)
        elif workspace.read(file) != each["new"]:
            if workspace.read(f"{file}{NEW}") != each["new"]:
                workspace.write(f"{file}{NEW}", each["new"])
            workspace.rename(f"{file}{NEW}", file)
        else:
            workspace.remove(f"{file}{NEW}")
    for file, text in journal["manifests"].items():
        if text is None:
            workspace.remove(file)
        else:
            workspace.write(file, text)
    workspace.remove(_SWEEP)
    workspace.remove(JOURNAL)


def _put_back(workspace: Workspace, journal: Mapping[str, Any]) -> None:
    for file, each in journal["files"].items():
        if each["old"] is None:
            workspace.remove(file)
        elif workspace.read(file) != each["old"]:
            workspace.write(f"{file}{NEW}", each["old"])
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


def _cannot(error: OSError) -> Failure:
    where = f": {error.filename}" if error.filename else ""
    return Failure(f"the tree cannot be written: {error.strerror or error}{where}; nothing has changed")
