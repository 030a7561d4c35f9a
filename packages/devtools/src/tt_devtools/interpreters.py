"""Which Python has PyTorch. It is never imported here: the checkout's own environment does not have it."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from tt_devtools.checkout import Checkout
from tt_devtools.failure import MISUSED, Failure

TORCH_PYTHON = "TT_TORCH_PYTHON"
_HAS_TORCH = "import importlib.util, sys; sys.exit(importlib.util.find_spec('torch') is None)"


def torch_python(checkout: Checkout, asked: Path | None) -> Path | None:
    """The interpreter that was asked for, else the running one, else `.venv-parity`'s, if it has torch."""
    if asked is not None:
        if not asked.is_file():
            raise Failure(f"there is no interpreter at '{asked}'", code=MISUSED)
        if not _has_torch(asked):
            raise Failure(f"{asked} has no torch", hint=f"{asked} -m pip install torch==2.13.0")
        return asked.absolute()
    if find_spec("torch"):
        return Path(sys.executable)
    parity = checkout.root / ".venv-parity" / "bin" / "python"
    return parity if parity.is_file() and _has_torch(parity) else None


def how_to_get_torch() -> str:
    """The command that makes `.venv-parity`."""
    return "python3 -m venv .venv-parity && .venv-parity/bin/pip install torch==2.13.0 numpy"


def _has_torch(python: Path) -> bool:
    try:
        return subprocess.run([python, "-c", _HAS_TORCH], capture_output=True).returncode == 0
    except OSError as error:
        raise Failure(f"{python} does not run: {error.strerror}", code=MISUSED) from None
