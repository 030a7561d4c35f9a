"""The stamp says whether .venv is current, and what changed since it was made."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bare_checkout import add_venv, make_checkout
from tt_devtools.bootstrap import stamp


@pytest.fixture
def root(tmp_path: Path) -> str:
    root = make_checkout(tmp_path / "checkout")
    add_venv(root)
    return root


def test_without_a_stamp_it_is_unfinished(root: str) -> None:
    assert stamp.differences(root) is None


def test_written_is_current_and_removed_is_unfinished(root: str) -> None:
    stamp.write(root)
    assert stamp.differences(root) == []
    stamp.remove(root)
    stamp.remove(root)
    assert stamp.differences(root) is None


@pytest.mark.parametrize("name", stamp.SOURCES)
def test_a_changed_file_is_named(root: str, name: str) -> None:
    stamp.write(root)
    with open(os.path.join(root, name), "a", encoding="utf-8") as file:
        file.write("numpy==2.4.6\n")
    assert stamp.differences(root) == [name]


def test_a_moved_checkout_is_named(root: str) -> None:
    stamp.write(root)
    os.rename(root, f"{root}-moved")
    assert stamp.differences(f"{root}-moved") == [stamp.PLACE]


def test_an_interpreter_that_is_gone_is_named(root: str) -> None:
    stamp.write(root)
    os.remove(stamp.venv_python(root))
    os.symlink("/nowhere/python3", stamp.venv_python(root))
    assert stamp.differences(root) == [stamp.INTERPRETER]


def test_a_damaged_stamp_is_not_current(root: str) -> None:
    stamp.write(root)
    Path(root, ".venv", "tt-stamp").write_bytes(b"")
    assert stamp.differences(root)
