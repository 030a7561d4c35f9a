"""Fixtures for tests of `tt new-op`: a small tree in memory, and golden texts."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from small_tree import small_tree
from tt_devtools.new_op.read_request import make_request
from tt_devtools.new_op.request import Asked, Request
from tt_devtools.new_op.vocabulary import Vocabulary
from tt_devtools.new_op.workspace import Memory


@pytest.fixture
def tree() -> Memory:
    """A fresh small tree."""
    return small_tree()


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
    """Compares a text with a file in golden/; TT_UPDATE_GOLDEN=1 writes the file instead."""
    folder = Path(__file__).parent / "golden"

    def compare(name: str, text: str) -> None:
        if os.environ.get("TT_UPDATE_GOLDEN"):
            (folder / name).write_text(text)
        assert text == (folder / name).read_text()

    return compare
