"""The same commit in two folders, compiled twice, gives the same bytes: no path of the machine gets into a library.

The second checkout compiles everything anew, or the shared cache would hand it the first one's objects.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLACE = ROOT / "build" / "same_bytes"
LIBRARY = Path("packages/core/src/tt_core/lib/libtt_core.so")


def build(folder: Path, **environment: str) -> str:
    """A hash of the library as built in a fresh clone there."""
    subprocess.run(["git", "clone", "--quiet", "--shared", str(ROOT), str(folder)], check=True)
    variables = {**os.environ, **environment}
    subprocess.run(["./tt", "build", "--target", "tt_core"], cwd=folder, env=variables, check=True)
    return hashlib.sha256((folder / LIBRARY).read_bytes()).hexdigest()


def main() -> int:
    shutil.rmtree(PLACE, ignore_errors=True)
    PLACE.mkdir(parents=True)
    first = build(PLACE / "one")
    second = build(PLACE / "elsewhere" / "in a deeper folder", CCACHE_RECACHE="1")
    print(f"same_bytes: {LIBRARY.name} {first[:16]} and {second[:16]}", flush=True)
    shutil.rmtree(PLACE)
    if first != second:
        print("same_bytes: the two folders gave different libraries")
        print("hint: strings -a LIBRARY | grep -e one -e elsewhere")
    return 0 if first == second else 1


if __name__ == "__main__":
    sys.exit(main())
