"""Which Python has PyTorch, for parity tests and comparisons. It may be missing: nothing depends on it."""

import os
from pathlib import Path

from tt_devtools.bootstrap.child import Run
from tt_devtools.checkout import Checkout
from tt_devtools.doctor.check import Check
from tt_devtools.failure import Failure
from tt_devtools.interpreters import TORCH_PYTHON, how_to_get_torch, torch_python

WANTED = "2.13.0"
_VERSION = "import importlib.metadata as m; print(m.version('torch'))"


def torch_check(checkout: Checkout, run: Run) -> Check:
    """The interpreter that `tt test --parity` would take."""
    named = os.environ.get(TORCH_PYTHON)
    try:
        python = torch_python(checkout, Path(named) if named else None)
    except Failure as failure:
        fix = failure.hint or f"unset {TORCH_PYTHON}"
        return Check("torch", "warn", f"{TORCH_PYTHON}: {failure.message}", fix)
    if python is None:
        return Check("torch", "warn", "no Python here has PyTorch: parity cannot run", how_to_get_torch())
    asked = run([str(python), "-c", _VERSION], None)
    version = asked.output.strip().partition("+")[0]
    if asked.code or version != WANTED:
        text = f"torch {version or 'unknown'} at {python}, the tests are for {WANTED}"
        return Check("torch", "warn", text, f"{python} -m pip install torch=={WANTED}")
    return Check("torch", "ok", f"torch {version} at {checkout.relative(python)}")
