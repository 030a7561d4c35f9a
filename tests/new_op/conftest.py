"""Fixtures for tests of `tt new-op`: a small tree in memory, and golden texts."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scaffold_root import Tt, written
from small_tree import small_tree
from tt_devtools import checkout as checkout_module
from tt_devtools import cli
from tt_devtools.checkout import Checkout
from tt_devtools.new_op import check
from tt_devtools.new_op.asked.request import Asked, Request
from tt_devtools.new_op.language.vocabulary import Vocabulary
from tt_devtools.new_op.plan import changes
from tt_devtools.new_op.read_request import make_request
from tt_devtools.new_op.tree.formatter import Plain
from tt_devtools.new_op.tree.workspace import Memory


@pytest.fixture
def tree() -> Memory:
    """A fresh small tree."""
    return small_tree()


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The small tree as the checkout, without a compiler: its headers are no whole library."""
    monkeypatch.setattr(checkout_module, "find", lambda: Checkout(tmp_path))
    monkeypatch.setattr(check, "compiler", lambda: None)
    return written(tmp_path)


@pytest.fixture
def tt(capfd: pytest.CaptureFixture[str]) -> Tt:
    """The command, in this process."""

    def run(*arguments: str) -> tuple[int, str, str]:
        capfd.readouterr()
        code = cli.main(["new-op", *arguments])
        return (code, *capfd.readouterr())

    return run


@pytest.fixture(scope="session")
def vocabulary() -> Vocabulary:
    """That of the small tree."""
    return Vocabulary(small_tree())


@pytest.fixture
def request_for(vocabulary: Vocabulary) -> Callable[..., Request]:
    """`request_for("gain(Tensor self) -> Tensor", expr="2 * self")`."""

    def make(schema: str, **asked: object) -> Request:
        return make_request(Asked(schema, **asked), vocabulary)  # type: ignore[arg-type]

    return make


@pytest.fixture
def scaffold_golden() -> Callable[[str, str], None]:
    """Compares a text with a file in golden/; TT_RENEW_GOLDEN=1 writes the file instead."""
    folder = Path(__file__).parent / "golden"

    def compare(name: str, text: str) -> None:
        if os.environ.get("TT_RENEW_GOLDEN"):
            (folder / name).write_text(text)
        assert text == (folder / name).read_text()

    return compare


@pytest.fixture
def own_files_golden(
    request_for: Callable[..., Request], tree: Memory, scaffold_golden: Callable[[str, str], None]
) -> Callable[[str, str, dict[str, Any]], None]:
    """Compares the files of an op with a golden one, an op that goes into no file that was there."""

    def compare(case: str, schema: str, asked: dict[str, Any]) -> None:
        made = [each for each in changes(request_for(schema, **asked), tree, Plain()) if each.kind != "renew"]
        assert all(each.kind == "new" for each in made), "files of its own"
        scaffold_golden(f"{case}.txt", "".join(f"=== {each.file}\n{each.after}" for each in made))

    return compare
