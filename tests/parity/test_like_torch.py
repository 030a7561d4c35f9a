"""`tt new-op --like` on the installed PyTorch: an op's schema, derivative, documentation, tests and tables."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from exchange import ROOT, torch_python

pytestmark = pytest.mark.parity

PLACES = {
    "schema": "torchgen/packaged/ATen/native/native_functions.yaml",
    "derivative": "torchgen/packaged/autograd/derivatives.yaml",
    "docs": "torch/_torch_docs.py",
    "test": "torch/testing/_internal/common_mps.py",
    "table": "torch/testing/_internal/common_methods_invocations.py",
}


@cache
def hits(*arguments: str) -> dict[str, set[str]]:
    """Files by role, relative to site-packages."""
    command = [sys.executable, "-P", "-m", "tt_devtools", "new-op", "--like", *arguments, "--json"]
    environment = os.environ | {"TT_TORCH_PYTHON": str(torch_python())}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    found: dict[str, set[str]] = {}
    for hit in answer["hits"]:
        found.setdefault(hit["role"], set()).add(os.path.relpath(hit["file"], answer["tree"]))
    return found


@pytest.mark.parametrize("role", PLACES)
def test_an_op_that_we_do_not_have(role: str) -> None:
    assert PLACES[role] in hits("logaddexp")[role]


@pytest.mark.parametrize(
    "file", ["torch/_refs/__init__.py", "torch/_decomp/__init__.py", "torch/overrides.py"]
)
def test_tables(file: str) -> None:
    assert file in hits("logaddexp")["table"]


def test_generated_headers_are_left_out() -> None:
    files = set().union(*hits("logaddexp").values())
    assert not [file for file in files if file.startswith("torch/include/ATen/ops/")]


def test_the_package_s_folder_is_the_same_tree() -> None:
    (package,) = torch_python().parent.parent.glob("lib/python3*/site-packages/torch")
    assert hits("logaddexp", "--tree", str(Path(package))) == hits("logaddexp")
