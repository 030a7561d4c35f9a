"""`tt trace` from a bare checkout: `python3 tools/trace_dispatch.py add --shape 64x64`.

Runs in the checkout's .venv when there is one; says what is missing otherwise. The tracer is
tt_devtools.trace.
"""

import os
import sys
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"

if Path(sys.prefix) != VENV and PYTHON.exists():
    os.execv(PYTHON, [str(PYTHON), "-P", __file__, *sys.argv[1:]])

sys.path[:0] = [str(source) for source in sorted(ROOT.glob("packages/*/src"))]
for needed in ("typer", "rich", "tt_devtools"):
    if find_spec(needed) is None:
        here = f"this Python has no {needed}, and the checkout has no .venv"
        sys.exit(f"tools/trace_dispatch.py: {here}\nhint: ./tt trace {' '.join(sys.argv[1:])}")

from tt_devtools.cli import main  # noqa: E402 - the path is set above

sys.exit(main(["trace", *sys.argv[1:]]))
