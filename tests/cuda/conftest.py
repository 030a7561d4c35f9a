"""The tests of this folder see one CUDA device, the emulator's: no GPU is needed to run them.

What concerns a machine without any is tested in processes of its own (test_without_a_device.py).
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

if os.environ.get("TT_CUDA_REAL") != "1":  # ci/cuda.sh runs them on a card
    os.environ["TT_CUDA_EMULATE"] = "1"
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "ops"))

from blanks import pytest_runtest_makereport

__all__ = ["pytest_runtest_makereport"]


@pytest.fixture
def checks() -> Iterator[None]:
    """The emulator's checks are on, and as before again."""
    import tt
    from tt_kernels import _C

    before = _C.cuda.emulator_checks()
    _C.cuda.emulator_checks(1)
    yield
    tt.cuda.synchronize()
    _C.cuda.emulator_checks(before)
