"""Puts the samples of tests/ops within reach, since parity asks the same calls of both libraries, and the reader of
pages of tests/devtools."""

import sys
from pathlib import Path

sys.path[1:1] = [str(Path(__file__).parents[1] / folder) for folder in ("ops", "devtools")]
