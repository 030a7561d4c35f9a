"""Tracked files work on every machine, and the Notes that they refer to exist once."""

from __future__ import annotations

from pathlib import Path

import tracked_files

# Rules about Notes are not themselves Notes.
DOCUMENTS_THAT_EXPLAIN_NOTES = {"STYLE.md", "CONTRIBUTING.md"}


def test_no_absolute_machine_path(checkout: Path) -> None:
    assert tracked_files.machine_paths(tracked_files.tracked(checkout)) == []


def test_no_resolver_lock_file(checkout: Path) -> None:
    names = {Path(name).name for name in tracked_files.tracked(checkout)}
    assert not names & tracked_files.LOCK_FILES


def test_every_note_exists_once(checkout: Path) -> None:
    texts = {
        name: text
        for name, text in tracked_files.tracked(checkout).items()
        if name not in DOCUMENTS_THAT_EXPLAIN_NOTES and not name.startswith("tests/architecture/")
    }
    assert tracked_files.note_faults(texts) == []


def test_planted_machine_path_is_found() -> None:
    home = "/" + "home/ada/tt"
    texts = {"a.py": f"x = 1\npath = '{home}'\n", "b.md": "see docs/home/index and $ROOT/data/x"}
    assert tracked_files.machine_paths(texts) == ["a.py:2"]


def test_planted_note_faults_are_found() -> None:
    texts = {
        "a.h": "// Note [Byte strides]\n// Strides are in bytes.\n",
        "b.cpp": "// See Note [Byte strides] and Note [Gone].\n",
        "c.py": '"""\nNote [Byte strides]\n"""\n',
    }
    assert tracked_files.note_faults(texts) == [
        "Note [Gone] is named in b.cpp and defined nowhere",
        "Note [Byte strides] is defined 2 times: a.h, c.py",
    ]
