"""Written is all or nothing: killed or failing at any step, the tree ends as it was or as it should be."""

from __future__ import annotations

import pytest

from tt_devtools.failure import Failure
from tt_devtools.new_op.tree import journal
from tt_devtools.new_op.tree.journal import JOURNAL, Writes
from tt_devtools.new_op.tree.places import STATE
from tt_devtools.new_op.tree.workspace import Memory

BEFORE = {"a.py": "a = 1\n", "b.py": "b = 1\n", "gone.py": "old\n"}
WRITES = Writes(
    {"a.py": "a = 1\na2 = 2\n", "new/c.h": "c\n", "b.py": "b = 2\n"},
    ("gone.py",),
    {f"{STATE}/op.json": "{}\n", f"{STATE}/old.json": None},
)
AFTER = {"a.py": "a = 1\na2 = 2\n", "new/c.h": "c\n", "b.py": "b = 2\n"}
MANIFEST = f"{STATE}/op.json"


class Killed(BaseException):
    """A kill: nothing of the process runs on."""


class Failing(Memory):
    """Raises at step `at`; of a write that is killed, half is on the disk."""

    def __init__(self, files: dict[str, str], at: int, error: BaseException) -> None:
        super().__init__(files)
        self.at = at
        self.error = error
        self.steps = 0

    def _step(self) -> None:
        self.steps += 1
        if self.steps == self.at:
            raise self.error

    def write(self, name: str, text: str) -> None:
        try:
            self._step()
        except Killed:
            super().write(name, text[: len(text) // 2])
            raise
        super().write(name, text)

    def rename(self, source: str, target: str) -> None:
        self._step()
        super().rename(source, target)

    def remove(self, name: str) -> None:
        self._step()
        super().remove(name)


def steps_of_a_whole_run() -> int:
    workspace = Failing(BEFORE, 0, Killed())
    journal.apply(workspace, WRITES)
    return workspace.steps


STEPS = range(1, steps_of_a_whole_run() + 1)


def sources(files: dict[str, str]) -> dict[str, str]:
    return {name: text for name, text in files.items() if not name.startswith(STATE)}


def test_a_whole_run_leaves_the_result_and_the_manifest_alone() -> None:
    workspace = Memory(BEFORE)
    journal.apply(workspace, WRITES)
    assert workspace.files == {**AFTER, MANIFEST: "{}\n"}


@pytest.mark.parametrize("at", STEPS)
def test_killed_at_any_step_it_is_as_it_was_or_finished(at: int) -> None:
    workspace = Failing(BEFORE, at, Killed())
    with pytest.raises(Killed):
        journal.apply(workspace, WRITES)
    later = Memory(workspace.files)
    said = journal.recover(later)
    assert said or at == len(STEPS), "something was left, and nobody said so"
    assert sources(later.files) in (BEFORE, AFTER)
    assert (MANIFEST in later.files) == (sources(later.files) == AFTER)
    assert set(later.files) <= {*BEFORE, *AFTER, MANIFEST}, "leftovers"
    journal.apply(later, WRITES)
    assert later.files == {**AFTER, MANIFEST: "{}\n"}


@pytest.mark.parametrize("at", STEPS)
def test_killed_again_while_it_recovers(at: int) -> None:
    for again in range(1, 12):
        workspace = Failing(BEFORE, at, Killed())
        with pytest.raises(Killed):
            journal.apply(workspace, WRITES)
        second = Failing(workspace.files, again, Killed())
        try:
            journal.recover(second)
        except Killed:
            pass
        later = Memory(second.files)
        journal.recover(later)
        assert sources(later.files) in (BEFORE, AFTER)


@pytest.mark.parametrize("at", STEPS)
def test_a_disk_that_is_full_at_one_step_changes_nothing_or_is_finished_later(at: int) -> None:
    workspace = Failing(BEFORE, at, OSError(28, "No space left on device"))
    with pytest.raises((Failure, OSError)) as caught:
        journal.apply(workspace, WRITES)
    later = Memory(workspace.files)
    if isinstance(caught.value, Failure) and "nothing has changed" in caught.value.message:
        assert sources(later.files) == BEFORE
    journal.recover(later)
    assert sources(later.files) in (BEFORE, AFTER)


def test_a_file_that_was_edited_after_the_kill_is_not_overwritten() -> None:
    workspace = Failing(BEFORE, _first_rename(), Killed())
    with pytest.raises(Killed):
        journal.apply(workspace, WRITES)
    later = Memory({**workspace.files, "b.py": "b = 'mine'\n"})
    assert JOURNAL in later.files
    with pytest.raises(Failure, match=r"b\.py was edited since"):
        journal.recover(later)
    assert later.files["b.py"] == "b = 'mine'\n"


def _first_rename() -> int:
    """The first step after the journal is there."""
    for at in STEPS:
        workspace = Failing(BEFORE, at, Killed())
        with pytest.raises(Killed):
            journal.apply(workspace, WRITES)
        if JOURNAL in workspace.files:
            return at
    raise AssertionError("there never was a journal")


def test_there_is_nothing_to_recover_in_a_clean_tree() -> None:
    assert journal.recover(Memory(BEFORE)) == ""
