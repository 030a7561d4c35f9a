"""The results of both libraries: torch's from one process of the Python that has it, ours from this one."""

import os
import pickle
import subprocess
import tempfile
from collections.abc import Set
from functools import cache
from pathlib import Path

import pytest

import tt
import tt_core
from cases import Seen, evaluate_module
from samples.library import Library

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
FOLDERS = (HERE, HERE.parent / "ops", ROOT / "packages" / "opspec" / "src")

TT = Library(tt, lambda qualified: getattr(tt_core.ops, qualified.partition(".")[0]))


def torch_python() -> Path:
    """The Python that TT_TORCH_PYTHON names, else .venv-parity's; skips where there is none with torch."""
    named = os.environ.get("TT_TORCH_PYTHON")
    python = Path(named) if named else ROOT / ".venv-parity" / "bin" / "python"
    if not python.exists():
        pytest.skip(f"no interpreter with torch at {python}; set TT_TORCH_PYTHON")
    return python


@cache
def torch_results() -> dict[str, dict[str, Seen]]:
    """What torch gives for every case, by module and id."""
    return _from_worker(None)


def torch_spreads(module: str, names: Set[str]) -> dict[str, Seen]:
    """What torch gives for some cases of a module, with by how much rounding may move it."""
    return _from_worker({module: names})[module] if names else {}


def _from_worker(spreads: dict[str, Set[str]] | None) -> dict[str, dict[str, Seen]]:
    with tempfile.TemporaryDirectory(prefix="tt-parity-") as folder:
        output, names = Path(folder, "seen.pickle"), Path(folder, "names.pickle")
        names.write_bytes(pickle.dumps(spreads))
        asked = [] if spreads is None else ["--spread", names]
        command = [torch_python(), HERE / "worker.py", output, *asked, *FOLDERS]
        run = subprocess.run([str(each) for each in command], capture_output=True, text=True)
        if "No module named 'torch'" in run.stderr:
            pytest.skip(f"{torch_python()} has no torch")
        assert run.returncode == 0, run.stderr
        return pickle.loads(output.read_bytes())


def both(module: str) -> list[tuple[str, Seen, Seen]]:
    """(id, ours, torch's) for every case of a module."""
    theirs = torch_results()[module]
    ours = evaluate_module(module, TT)
    assert ours.keys() == theirs.keys()
    return [(name, ours[name], theirs[name]) for name in ours]
