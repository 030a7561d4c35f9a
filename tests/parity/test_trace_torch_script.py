"""`tt trace SCRIPT` of a script that uses PyTorch: its ops by op and by line, in the interpreter that has it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from exchange import torch_python

pytestmark = pytest.mark.parity

TRAIN = """
import threading
import torch
w = torch.ones(4, 4, requires_grad=True)
def loss(x):
    return torch.relu(torch.nn.functional.linear(x, w)).sum()
for step in range(10):
    loss(torch.ones(2, 4)).backward()
thread = threading.Thread(target=lambda: torch.exp(w))
thread.start(); thread.join()
"""


def traced(folder: Path, text: str, *options: str) -> tuple[int, dict[str, Any]]:
    """The exit code and what `tt trace --json` says."""
    (folder / "work.py").write_text(text)
    command = [sys.executable, "-m", "tt_devtools", "trace", "work.py", "--json", *options]
    environment = os.environ | {"TT_TORCH_PYTHON": str(torch_python())}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert done.stdout, done.stderr
    return done.returncode, json.loads(done.stdout)


def test_sums_by_op_and_by_line(tmp_path: Path) -> None:
    code, report = traced(tmp_path, TRAIN, "--chrome", "trace.json")
    assert (code, report["exit_code"], report["followed"]) == (0, 0, ["torch"])
    ops = {op["op"]: op for op in report["ops"]}
    assert ops["aten::relu"]["calls"] == ops["aten::threshold_backward"]["calls"] == 10
    assert ops["aten::exp"]["calls"] == 1, "threads are followed"
    assert "bytes" not in ops["aten::relu"], "what is not known is not there"
    lines = {line["line"]: line for line in report["lines"]}
    assert set(lines) == {4, 6, 8, 9}
    assert lines[6]["ops"]["aten::relu"] == lines[8]["ops"]["aten::threshold_backward"] == 10
    assert sum(line["ns"] for line in report["lines"]) == sum(op["own_ns"] for op in report["ops"])
    assert any("below Autograd" in note for note in report["notes"])
    slices = [
        each for each in json.loads((tmp_path / "trace.json").read_text())["traceEvents"] if each["ph"] == "X"
    ]
    assert len({each["tid"] for each in slices}) == 2, "a track for each thread"
    assert slices[0]["name"] == "call aten::ones"
    assert slices[0]["args"]["script"] == "work.py:4"
    assert len(slices) == sum(op["calls"] for op in report["ops"])


def test_however_it_ends_what_it_did_is_there(tmp_path: Path) -> None:
    begin = "import torch\nx = torch.exp(torch.ones(3))\n"
    code, report = traced(tmp_path, begin + "torch.add(x, torch.ones(2))")
    assert code == 1
    assert any("the script raised RuntimeError" in note for note in report["notes"])
    assert {op["op"]: op["raised"] for op in report["ops"]}["aten::add.Tensor"] == 1
    code, report = traced(tmp_path, begin + "import os\nos._exit(3)")
    assert code == 1
    assert "aten::exp" in {op["op"] for op in report["ops"]}
    code, report = traced(
        tmp_path, begin + "import os\nif os.fork() == 0:\n    torch.log(x)\nelse: os.wait()"
    )
    assert (code, "aten::log" in {op["op"] for op in report["ops"]}) == (0, False)
    assert "1 forked process(es) were not followed" in report["notes"]


def test_pytorchs_compiler_is_not_loaded_to_watch(tmp_path: Path) -> None:
    loaded = "import sys, torch\ntorch.exp(torch.ones(3))\nsys.exit('torch._dynamo' in sys.modules)\n"
    assert traced(tmp_path, loaded)[0] == 0
