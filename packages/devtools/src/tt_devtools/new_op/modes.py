"""What `tt new-op` can be asked for, each answered by a module of its own: add, --undo, --check, --verify, --like."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tt_devtools import checkout
from tt_devtools.failure import FOUND, MISUSED, Failure
from tt_devtools.new_op.asked.request import Asked
from tt_devtools.output import put, put_json, say


@dataclass(frozen=True, slots=True)
class Answer:
    """The same as text and as an object, and whether all is well."""

    text: str
    data: dict[str, Any]
    ok: bool = True

    def put(self, *, as_json: bool) -> int:
        """Prints one of them and returns the exit code."""
        if as_json:
            put_json(self.data)
        else:
            put(self.text)
        return 0 if self.ok else FOUND


def answered(mode: str, asked: Asked, like: str, tree: Path | None, *, write: bool) -> Answer:
    """`mode` is the option that was given, "" to add an op; with `write` False nothing is written."""
    if mode == "--like":
        return _like(asked, like, tree)
    if mode == "--check":
        return _check(asked)
    if mode == "--verify":
        return _verify(asked, write)
    return _changed(mode, asked, write)


def _changed(mode: str, asked: Asked, write: bool) -> Answer:
    from tt_devtools.new_op.report import report
    from tt_devtools.new_op.run import op_name, scaffold, undo

    if not asked.schema and mode != "--undo":
        raise Failure("missing argument 'SCHEMA'", hint="tt new-op --help", code=MISUSED)
    here = checkout.find()
    if mode == "--undo":
        outcome = undo(here, op_name(asked.schema, mode), write=write)
    else:
        outcome = scaffold(here, asked, write=write)
    for doubt in outcome.doubts:
        say(f"tt new-op: {doubt.text()}")
    return Answer(report(outcome), outcome.as_json())


def _check(asked: Asked) -> Answer:
    from tt_devtools.new_op.checked import checked
    from tt_devtools.new_op.run import op_name

    found = checked(checkout.find(), op_name(asked.schema, "--check") if asked.schema else "")
    return Answer(found.report(), found.as_json(), found.is_clean)


def _verify(asked: Asked, run: bool) -> Answer:
    from tt_devtools.new_op.run import op_name
    from tt_devtools.new_op.verify import verify

    found = verify(checkout.find(), op_name(asked.schema, "--verify"), run=run)
    return Answer(found.report(), found.as_json(), not found.failed)


def _like(asked: Asked, like: str, tree: Path | None) -> Answer:
    from tt_devtools.like.report import nothing_like, report
    from tt_devtools.like.search import search
    from tt_devtools.like.spellings import spellings
    from tt_devtools.like.tree import chosen

    if asked.schema:
        raise Failure(f"--like takes one name, '{like}', and not '{asked.schema}' too", code=MISUSED)
    found = search(spellings(like), chosen(like, tree))
    if not found.hits:
        raise nothing_like(found)
    return Answer(report(found), found.as_json())
