"""No arguments whatever crash, hang or exhaust the process: random calls of every public op."""

import subprocess
import sys
from pathlib import Path

import pytest

WORKER = Path(__file__).with_name("fuzz_worker.py")


@pytest.mark.parametrize("seed", range(4))
def test_garbage_gives_exceptions(seed: int) -> None:
    done = subprocess.run(
        [sys.executable, str(WORKER), str(seed), "4000"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    last = done.stdout.splitlines()[-1:] or ["nothing"]
    assert done.returncode == 0, f"exit code {done.returncode} in {last[0]}\n{done.stderr[-3000:]}"
    assert last == ["done"]
