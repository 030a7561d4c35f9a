"""Which Python has PyTorch. It is never imported here: the checkout's own environment does not have it."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from tt_devtools.checkout import Checkout
from tt_devtools.failure import MISUSED, Failure

TORCH_PYTHON = "TT_TORCH_PYTHON"
_WHERE_TORCH_IS = """
import importlib.util, sys
sys.path[:] = filter(None, sys.path)  # a folder here may be called torch
print("torch:", importlib.util.find_spec("torch").origin)
"""
_ANSWER_S = 60  # an interpreter starts in far less, on a busy machine too


def torch_python(checkout: Checkout, asked: Path | None) -> Path | None:
    """The interpreter that was asked for, else the running one, else `.venv-parity`'s, if it has torch."""
    if asked is not None:
        check_there(asked)
        if not _has_torch(asked.absolute()):
            raise Failure(f"{asked} has no torch", hint=f"{asked} -m pip install torch==2.13.0")
        return asked.absolute()
    if find_spec("torch"):
        return Path(sys.executable)
    parity = checkout.root / ".venv-parity" / "bin" / "python"
    return parity if parity.is_file() and _has_torch(parity) else None


def check_there(asked: Path) -> None:
    """A Failure where no interpreter is."""
    if not asked.is_file():
        raise Failure(f"there is no interpreter at '{asked}'", hint=how_to_get_torch(), code=MISUSED)


def how_to_get_torch() -> str:
    """The command that makes `.venv-parity`."""
    return "ci/parity.sh --prepare"


def torch_folder(python: Path) -> Path | None:
    """Where the interpreter's torch lies; None where it has none."""
    command = [str(python), "-c", _WHERE_TORCH_IS]
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=_ANSWER_S)
    except subprocess.TimeoutExpired:
        raise Failure(f"{python} gave no answer in {_ANSWER_S} s", code=MISUSED) from None
    except OSError as error:
        raise Failure(f"{python} does not run: {error.strerror}", code=MISUSED) from None
    before, found, origin = done.stdout.strip().partition("torch: ")
    return Path(origin).parent if found and not before and done.returncode == 0 else None


def _has_torch(python: Path) -> bool:
    return torch_folder(python) is not None
