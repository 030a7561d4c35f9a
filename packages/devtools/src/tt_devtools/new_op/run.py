"""One `tt new-op` from request to written tree, and its undoing."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final

from tt_devtools.checkout import Checkout
from tt_devtools.failure import MISUSED, Failure
from tt_devtools.new_op import check
from tt_devtools.new_op.asked.request import Asked
from tt_devtools.new_op.calculus.doubt import Doubt
from tt_devtools.new_op.language.vocabulary import Vocabulary
from tt_devtools.new_op.plan import changes
from tt_devtools.new_op.read_request import make_request
from tt_devtools.new_op.tree import dirty, drift, journal, manifest
from tt_devtools.new_op.tree.alone import alone
from tt_devtools.new_op.tree.change import Change
from tt_devtools.new_op.tree.formatter import Tools
from tt_devtools.new_op.tree.insert import lines_of
from tt_devtools.new_op.tree.journal import Writes
from tt_devtools.new_op.tree.rebuild import Rebuild, rebuild
from tt_devtools.new_op.tree.taking_out import undone
from tt_devtools.new_op.tree.workspace import Disk
from tt_devtools.output import say
from tt_devtools.progress import Progress

_STEPS: Final = 3  # of the bar while an op is made


@dataclass(slots=True)
class Outcome:
    """What was done, or would be; `written` is False for a plan."""

    op: str
    action: str
    written: bool
    changes: Sequence[Change] = ()
    removed: Sequence[str] = ()
    compiled: bool = False
    price: Rebuild | None = None
    blanks: Sequence[str] = field(default_factory=tuple)
    doubts: Sequence[Doubt] = ()
    seconds: float = 0.0

    def as_json(self) -> dict[str, Any]:
        """The object of `--json`."""
        files = [
            {"file": each.file, "change": each.kind, "lines": each.lines_added} for each in self.changes
        ] + [{"file": file, "change": "remove", "lines": 0} for file in self.removed]
        return {
            "op": self.op,
            "action": self.action,
            "written": self.written,
            "files": files,
            "compiled": self.compiled,
            "unwritten": list(self.blanks),
            "warnings": [doubt.as_json() for doubt in self.doubts],
            "rebuild": self.price.as_json() if self.price else None,
            "seconds": round(self.seconds, 3),
        }


def scaffold(checkout: Checkout, asked: Asked, *, write: bool, preset: str = "dev") -> Outcome:
    """Adds an op; with `write` False only says what it would do."""
    began = time.monotonic()
    workspace = Disk(checkout.root)
    with alone(checkout.root, write), Progress("tt new-op", loud=False) as progress:
        _recover(workspace, write)
        progress.step(0, _STEPS, "reading the tree")
        request = make_request(asked, Vocabulary(workspace))
        request = replace(request, says=partial(progress.step, 1, _STEPS))
        request.says("making the texts")
        made = changes(request, workspace, Tools(checkout))
        progress.step(2, _STEPS, "compiling what is new")
        check.python(made)
        dirty.check(checkout.root, made, manifest.all_of(workspace))
        compiled = check.units(checkout.root, request, made, workspace)
        price = rebuild(checkout.build_dir(preset), made, request.devices)
        outcome = Outcome(request.name, "add", write, made, compiled=compiled, price=price)
        outcome.blanks, outcome.doubts = _blanks(made), request.doubts
        if write:
            record = manifest.of_changes(request.name, made)
            texts = {each.file: each.after for each in made}
            journal.apply(workspace, Writes(texts, (), {manifest.file_of(request.name): record.as_text()}))
    outcome.seconds = time.monotonic() - began
    return outcome


def undo(checkout: Checkout, name: str, *, write: bool) -> Outcome:
    """Takes away what `scaffold` added."""
    began = time.monotonic()
    workspace = Disk(checkout.root)
    with alone(checkout.root, write):
        _recover(workspace, write)
        known = manifest.read(workspace, name)
        if known is None:
            raise drift.unknown(workspace, name, manifest.all_of(workspace))
        made, removed, heirs = undone(workspace, known)
        check.python(made)
        if write:
            manifests: dict[str, str | None] = {manifest.file_of(each.name): each.as_text() for each in heirs}
            manifests[manifest.file_of(name)] = None
            journal.apply(workspace, Writes({each.file: each.after for each in made}, removed, manifests))
    return Outcome(name, "undo", write, made, removed, seconds=time.monotonic() - began)


def op_name(text: str, option: str) -> str:
    """The name in the argument of --undo, --check and --verify, which may be a whole schema."""
    name = text.partition("(")[0].strip()
    if not name.isidentifier():
        raise Failure(f"{option} takes an op's name, got '{text}'", code=MISUSED)
    return name


def _blanks(made: Sequence[Change]) -> list[str]:
    """`file:line` of what a stub leaves to be written."""
    marks = ("kUnwritten = true", "is not written yet", "unwritten(")
    found = []
    for change in made:
        if change.kind == "renew":
            continue
        before = set(lines_of(change.before or ""))
        for number, line in enumerate(lines_of(change.after), 1):
            if any(mark in line for mark in marks) and line not in before:
                found.append(f"{change.file}:{number}")
    return found


def _recover(workspace: Disk, write: bool) -> None:
    if write and (what := journal.recover(workspace)):
        say(f"tt new-op: {what}")
