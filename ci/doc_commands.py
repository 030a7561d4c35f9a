"""Runs the commands of documents as a reader would: in a fresh clone, blocks from top to bottom.

A fenced block that begins with `sh` is run; other words in that line are programs that it needs, and without one
of them it is passed over, visibly. Each block is one script, stopped by the first command that fails.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CLONE = ROOT / "build" / "doc_commands"
DOCUMENTS = ("docs/build.md", "docs/header-impact.md", "docs/cuda.md", "docs/adding-an-op.md")
_BLOCK = re.compile(r"^```sh(?: ([^\n]*))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(text: str) -> list[tuple[list[str], str]]:
    """Needed programs and script of each block."""
    return [(needs.split(), script) for needs, script in _BLOCK.findall(text)]


def main() -> int:
    shutil.rmtree(CLONE, ignore_errors=True)
    CLONE.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["git", "clone", "--quiet", "--shared", str(ROOT), str(CLONE)], check=True)
    for name in DOCUMENTS:
        found = blocks((ROOT / name).read_text(encoding="utf-8"))
        if not found:
            print(f"doc_commands: {name} has no block to run", file=sys.stderr)
            return 1
        for needs, script in found:
            missing = [program for program in needs if shutil.which(program) is None]
            if missing:
                print(
                    f"doc_commands: skipped in {name}, for want of {', '.join(missing)}:\n{script}",
                    flush=True,
                )
                continue
            print(f"== {name}\n{script}", end="", flush=True)
            code = subprocess.run(["bash", "-euo", "pipefail", "-c", script], cwd=CLONE).returncode
            if code:
                print(
                    f"doc_commands: a command of {name} ended with status {code}:\n{script}", file=sys.stderr
                )
                return 1
    shutil.rmtree(CLONE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
