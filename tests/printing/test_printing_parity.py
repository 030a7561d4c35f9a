"""Random tensors print as torch prints them. Asks an interpreter that has torch, named by TT_TORCH_PYTHON."""

import os
import subprocess
from pathlib import Path

import pytest

from fake_tensor import fake_from
from printed_case import from_json
from tt import printing

HERE = Path(__file__).parent
SEED, COUNT = 2026, 600


def torch_python() -> str:
    named = os.environ.get("TT_TORCH_PYTHON")
    python = Path(named) if named else HERE.parents[1] / ".venv-parity" / "bin" / "python"
    if not python.exists():
        pytest.skip(f"no interpreter with torch at {python}; set TT_TORCH_PYTHON")
    if subprocess.run([python, "-c", "import torch"], capture_output=True).returncode != 0:
        pytest.skip(f"{python} has no torch")
    return str(python)


def asked(*arguments: str) -> str:
    command = [torch_python(), str(HERE / "torch_reference.py"), *arguments]
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout


@pytest.mark.parity
def test_golden_texts_are_what_torch_prints() -> None:
    assert asked("golden") == (HERE / "golden.txt").read_text()


@pytest.mark.parity
def test_random_tensors_print_as_in_torch() -> None:
    try:
        for line in asked("fuzz", str(SEED), str(COUNT)).splitlines():
            case, expected = from_json(line)
            printing.set_printoptions(profile="default")
            printing.set_printoptions(**case.options)  # type: ignore[arg-type]
            printing.follow_default_dtype(lambda name=case.default_dtype: f"tt.{name}")  # type: ignore[misc]
            assert printing.tensor_str(fake_from(case)) == expected, case
    finally:
        printing.set_printoptions(profile="default")
        printing.follow_default_dtype(lambda: "tt.float32")
