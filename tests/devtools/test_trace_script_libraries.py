"""Scripts that use other libraries: where they run, and what is said of calls that are not followed. The calls of
PyTorch themselves are in tests/parity/test_trace_torch_script.py."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from ran import Tt
from tt_devtools import interpreters
from tt_devtools.trace import script_interpreter
from tt_devtools.trace.script_imports import imported_by


@pytest.mark.parametrize(
    ("text", "modules"),
    [
        ("import torch.nn as nn, tt\nfrom numpy.linalg import norm", {"torch", "tt", "numpy"}),
        ("def later():\n    import torch", {"torch"}),
        ("from . import torch\nfrom .torch import nn", set()),
        ("'import torch'  # import torch", set()),
        ("def (:", set()),
        ("x = '\0'", set()),
    ],
)
def test_what_a_script_imports(tmp_path: Path, text: str, modules: set[str]) -> None:
    script = tmp_path / "work.py"
    script.write_text(text)
    assert imported_by(script) == modules


def test_a_script_runs_where_pytorch_is_only_if_it_needs_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "work.py"
    monkeypatch.setattr(script_interpreter, "find_spec", lambda name: None)
    monkeypatch.setattr(interpreters, "torch_python", lambda checkout, asked: Path("/with/torch"))
    for text, python in (
        ("import torch", "/with/torch"),
        ("import tt", sys.executable),
        ("import torch, tt", sys.executable),
    ):
        script.write_text(text)
        assert script_interpreter.child_of(script, None)[0] == python
    script.write_text("import torch")
    monkeypatch.setattr(interpreters, "torch_python", lambda checkout, asked: None)
    assert script_interpreter.child_of(script, None)[0] == sys.executable


def test_calls_of_numpy_are_said_not_to_be_followed(
    tt: Tt, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("work.py").write_text("import numpy, tt\nnumpy.add(1, 2)\ntt.ones(3)\n")
    ran = tt("trace", "work.py")
    assert ran.code == 0
    assert "note: calls of numpy are not followed in scripts" in ran.out
    Path("plain.py").write_text("import tt\ntt.ones(3)\n")
    assert "not followed" not in tt("trace", "plain.py").out


def test_where_pytorch_is_missing_the_way_to_it_is_named(
    tt: Tt, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(interpreters, "torch_python", lambda checkout, asked: None)
    Path("work.py").write_text("import torch\n")
    ran = tt("trace", "work.py")
    assert ran.code == 1
    assert "note: the script raised ModuleNotFoundError: No module named 'torch'" in ran.out
    assert "note: it runs where torch is, given --torch-python; or ci/parity.sh --prepare" in ran.out
