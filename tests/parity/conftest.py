"""Puts the samples of tests/ops within reach: parity asks the same calls of both libraries."""

import sys
from pathlib import Path

sys.path.insert(1, str(Path(__file__).parents[1] / "ops"))
