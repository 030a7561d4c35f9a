"""Follows CONTRIBUTING.md's "Add an operator" by the letter, in a clone: writes its files and runs its commands.

Usage: ci/add_an_op.py. The clone is build/add_an_op/checkout, new each time. Exit 1 when a command fails.
Standard library only.
"""

import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CLONE = ROOT / "build" / "add_an_op" / "checkout"
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_NAMES_FILE = re.compile(r"(?:#|//) ([\w./-]+/[\w.-]+\.\w+)\n")


@dataclass(frozen=True)
class Steps:
    """Files by path, and commands in order."""

    files: dict[str, str]
    commands: list[str]


def steps(text: str) -> Steps:
    """What the section asks for: blocks that open with a path are files, lines with `$ ` commands."""
    section = text.partition("\n## Add an operator\n")[2].partition("\n## ")[0]
    files: dict[str, str] = {}
    commands: list[str] = []
    for language, body in _BLOCK.findall(section):
        named = _NAMES_FILE.match(body)
        if language and named:
            files[named[1]] = body[named.end() :]
        commands += [line[2:] for line in body.splitlines() if line.startswith("$ ")]
    return Steps(files, commands)


def main() -> int:
    wanted = steps((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"))
    if not wanted.files or not wanted.commands:
        print("add_an_op: CONTRIBUTING.md has no files or no commands to follow", file=sys.stderr)
        return 1
    shutil.rmtree(CLONE, ignore_errors=True)
    CLONE.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["git", "clone", "--quiet", "--shared", str(ROOT), str(CLONE)], check=True)
    subprocess.run(["./tt", "build"], cwd=CLONE, check=True)
    for name, text in wanted.files.items():
        path = CLONE / name
        if path.exists():
            print(f"add_an_op: {name} is there already, so nothing can be shown", file=sys.stderr)
            return 1
        path.write_text(text, encoding="utf-8")
        print(f"wrote {name}", flush=True)
    for command in wanted.commands:
        print(f"$ {command}", flush=True)
        code = subprocess.run(["bash", "-c", command], cwd=CLONE).returncode
        if code:
            print(f"add_an_op: '{command}' ended with status {code}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
