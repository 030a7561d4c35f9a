"""The build option that leaves the trace hook out, as ci/hook_cost.py does: the units that use it still compile."""

import json
import shlex
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
UNITS = ("core/dispatch/dispatcher.cpp", "core/iterate/tensor_iterator_run.cpp", "kernels/cpu/softmax.cpp")


@pytest.mark.parametrize("unit", UNITS)
def test_compiles_without_the_hook(unit: str) -> None:
    database = ROOT / "build" / "dev" / "compile_commands.json"
    if not database.exists():
        pytest.skip("needs a dev build")
    (entry,) = (each for each in json.loads(database.read_text()) if each["file"].endswith(unit))
    command = shlex.split(entry["command"])
    compiler = next(at for at, word in enumerate(command) if "ccache" not in Path(word).name)
    command = [word for word in command[compiler:] if word not in ("-c", "-o") and not word.endswith(".o")]
    done = subprocess.run(
        [*command, "-DTT_NO_TRACE=1", "-fsyntax-only"], cwd=entry["directory"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
