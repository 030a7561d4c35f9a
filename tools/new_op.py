"""`tt new-op` from a bare checkout: `python3 tools/new_op.py "gain(Tensor self) -> Tensor" --plan`.

Runs in the checkout's .venv when there is one, else in this Python if it has what is needed; nothing has to be
built. The scaffold is tt_devtools.new_op.
"""

import os
import sys
from importlib.machinery import BuiltinImporter, FrozenImporter, PathFinder
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"

if Path(sys.prefix) != VENV and PYTHON.exists():
    os.execv(PYTHON, [str(PYTHON), "-P", __file__, *sys.argv[1:]])

sys.path[:0] = [str(source) for source in sorted(ROOT.glob("packages/*/src"))]
# Before the finders of editable installs: another checkout's packages are not these.
FIRST = [BuiltinImporter, FrozenImporter, PathFinder]
sys.meta_path.sort(key=lambda finder: FIRST.index(finder) if finder in FIRST else len(FIRST))
NEEDED = ["typer", "rich", "libcst", *(["sympy"] if any(a.startswith("--expr") for a in sys.argv) else [])]
for needed in NEEDED:
    if sys.version_info < (3, 11) or find_spec(needed) is None:
        here = f"this Python has no {needed}, and the checkout has no .venv"
        hint = f"./tt new-op ..., or {sys.executable} -m pip install {' '.join(NEEDED)}"
        sys.exit(f"tools/new_op.py: {here}\nhint: {hint}")

from tt_devtools.cli import main  # noqa: E402 - the path is set above

sys.exit(main(["new-op", *sys.argv[1:]]))
