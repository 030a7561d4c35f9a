"""`tt trace --import`: ops of other packages are traced once their module is imported, and its errors are one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from fake_library import install
from ran import Tt


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def test_the_module_is_imported_before_the_op_is_looked_up(
    tt: Tt, monkeypatch: pytest.MonkeyPatch, module: Path
) -> None:
    install(monkeypatch)
    (module / "tt_registers_ops.py").write_text("print('imported')\n")
    ran = tt("trace", "add", "--import", "tt_registers_ops")
    assert ran.code == 0
    assert ran.out.startswith("imported\n")


def test_a_module_that_raises(tt: Tt, monkeypatch: pytest.MonkeyPatch, module: Path) -> None:
    install(monkeypatch)
    (module / "tt_raises_at_once.py").write_text("1 / 0\n")
    ran = tt("trace", "add", "--import", "tt_raises_at_once")
    assert ran.code == 2
    assert ran.err == "tt trace: --import tt_raises_at_once: ZeroDivisionError: division by zero\n"
    assert tt("trace", "add", "--import", "tt_no_such_module").code == 2
