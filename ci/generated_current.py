"""Are the committed files that a generator writes (stubs, rows of the docs) current? Exit 1 if not.

The generator itself compares: `tt_opspec.generate --stubs --check` writes nothing and prints what differs.
"""

import subprocess
import sys


def main() -> int:
    argv = [sys.executable, "-m", "tt_opspec.generate", "--stubs", "--check"]
    code = subprocess.run(argv, check=False).returncode
    if code:
        print("generated: stubs or docs rows are not current")
        print("hint: .venv/bin/python -m tt_opspec.generate --stubs")
    return 1 if code else 0


if __name__ == "__main__":
    sys.exit(main())
