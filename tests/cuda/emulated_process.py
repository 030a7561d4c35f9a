"""Runs lines of Python in a process of its own on the emulator, which `environment` may make another one."""

import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent


def run(body: str, **environment: str) -> str:
    """What they print. Fails with the process's stderr when the lines do."""
    program = "import tt\nMiB = 1 << 20\ncuda = tt.cuda\n" + dedent(body)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False,
        env={**os.environ, "TT_CUDA_EMULATE": "1", **environment},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def before_emulator(checkout: Path) -> list[str]:
    """What links a library whose functions are found before the emulator's, which has all others."""
    folder = checkout / "packages/kernels/src/tt_kernels/lib"
    return ["-Wl,--no-as-needed", f"-L{folder}", "-l:libtt_cuda_emulator.so", f"-Wl,-rpath,{folder}"]
