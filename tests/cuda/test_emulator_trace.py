"""Where an error of a kernel is reported, and `tt trace` of a launch, on the emulator."""

import json
import os
import subprocess
import sys

from emulated_process import run

BAD_ADDRESS = """
    class Array:
        def __init__(self, tensor):
            facts = tensor.__cuda_array_interface__
            self.__cuda_array_interface__ = {**facts, "data": (facts["data"][0] + (1 << 32), False)}
    Array.__cuda_array_interface__ = None
    there = tt.ones(8, device="cuda")
    nowhere = tt.as_tensor(Array(there))
    def error_of(run):
        try:
            run()
        except RuntimeError as error:
            return str(error)
    made = []
    print(error_of(lambda: made.append(nowhere + 1)))
    print("--")
    print(error_of(lambda: made[0].cpu()) if made else "")
"""


def test_an_error_is_reported_by_the_call_that_waits() -> None:
    at_once, later = run(BAD_ADDRESS).split("--")
    assert at_once.strip() == "None"
    assert "while copying to the host: emulated kernel" in later and "illegal address: thread" in later


def test_blocking_launches_name_the_op() -> None:
    at_once, _ = run(BAD_ADDRESS, TT_CUDA_LAUNCH_BLOCKING="1").split("--")
    assert (
        at_once.startswith("add: CUDA error 719 (CUDA_ERROR_LAUNCH_FAILED)") and "illegal address" in at_once
    )


def test_blocking_products_name_the_op() -> None:
    body = BAD_ADDRESS.replace("nowhere + 1", "nowhere.view(2, 4) @ nowhere.view(4, 2)")
    at_once, later = run(body, TT_CUDA_EMULATE_CHECK="1").split("--")
    assert at_once.strip() == "None" and "while copying to the host: emulated cuBLAS reads 8 bytes" in later
    at_once, _ = run(body, TT_CUDA_EMULATE_CHECK="1", TT_CUDA_LAUNCH_BLOCKING="1").split("--")
    assert at_once.startswith("matmul: CUDA error 719") and "running it: emulated cuBLAS reads" in at_once


def test_the_command_traces_on_the_emulator() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tt_devtools", "trace", "add", "--device", "cuda", "--shape", "8x8", "--json"],
        capture_output=True, text=True, timeout=120, check=False, env={**os.environ, "TT_CUDA_EMULATE": "1"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    stages = json.loads(done.stdout)["routes"]["tt"]["stages"]
    (loop,) = [stage["detail"] for stage in stages if stage["stage"] == "loop"]
    assert loop["emulated"] == "yes" and loop["block"] == "128 x 1 x 1"
