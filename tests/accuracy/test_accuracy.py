"""Elementary functions are as exact as promised, with the loops of this machine and with those that run anywhere."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ulp_sweep import EXACT, worst

COUNT = 20_000
BOUNDS = {"float32": 1.5, "float64": 4.0}

PROGRAM = """
import sys
from ulp_sweep import EXACT, worst
for op in EXACT:
    for dtype in ("float32", "float64"):
        print(op, dtype, *worst(op, dtype, int(sys.argv[1]))[:1])
"""


@pytest.mark.parametrize("dtype", list(BOUNDS))
@pytest.mark.parametrize("op", list(EXACT))
def test_within_the_bound(op: str, dtype: str) -> None:
    error, at = worst(op, dtype, COUNT)
    assert error <= BOUNDS[dtype], f"{op} of {at}: {error} ULP"


def test_baseline_is_as_exact() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(COUNT)],
        env={**os.environ, "TT_ISA": "baseline", "PYTHONPATH": str(Path(__file__).parent)},
        capture_output=True,
        text=True,
        check=True,
    )
    rows = [line.split() for line in ran.stdout.splitlines()]
    assert [row[0] for row in rows[::2]] == list(EXACT)
    worse = [row for row in rows if float(row[2]) > BOUNDS[row[1]]]
    assert not worse
