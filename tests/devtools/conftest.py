"""Fixtures for tests of the `tt` command: the command run in this process, tiny projects, golden texts."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from ran import Ran, Tt
from tiny_project import Project
from tt_devtools import checkout as checkout_module
from tt_devtools import cli
from tt_devtools.checkout import Checkout


@pytest.fixture
def tt(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Tt:
    """Runs a command; `root` stands for the checkout."""
    monkeypatch.setenv("COLUMNS", "110")
    monkeypatch.delenv("TT_TORCH_PYTHON", raising=False)

    def run(*arguments: str, root: Path | None = None) -> Ran:
        if root is not None:
            monkeypatch.setattr(checkout_module, "find", lambda: Checkout(root))
        capfd.readouterr()
        code = cli.main(arguments)
        out, err = capfd.readouterr()
        return Ran(code, out, err)

    return run


@pytest.fixture
def make_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Project]:
    """Makes projects that share an empty compiler cache."""
    monkeypatch.setenv("CCACHE_DIR", str(tmp_path / "ccache"))
    for name in ("CXX", "CXXFLAGS", "LDFLAGS"):
        monkeypatch.delenv(name, raising=False)
    return lambda name: Project(tmp_path / name)


@pytest.fixture
def project(make_project: Callable[[str], Project]) -> Project:
    """One project."""
    return make_project("checkout")


@pytest.fixture
def golden() -> Callable[[str, str], None]:
    """Compares a text with a file in golden/; TT_RENEW_GOLDEN=1 writes the file instead."""
    folder = Path(__file__).parent / "golden"

    def compare(name: str, text: str) -> None:
        lines = "".join(f"{line.rstrip()}\n" for line in text.splitlines())
        if os.environ.get("TT_RENEW_GOLDEN"):
            (folder / name).write_text(lines)
        assert lines == (folder / name).read_text()

    return compare
