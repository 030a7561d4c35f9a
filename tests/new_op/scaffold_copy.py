"""A copy of the checkout with an environment of its own, in which ops can be scaffolded, built and tested.

The environment has the packages of the copy, and the tools and libraries of the one that runs the tests; the
compiler cache is shared, so that only what is new is compiled.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Copy:
    """`root` is the copy's."""

    root: Path

    @property
    def python(self) -> Path:
        return self.root / ".venv/bin/python"

    def tt(self, *arguments: str, code: int = 0) -> Any:
        """A command's `--json`; fails when it exits otherwise than with `code`."""
        done = self.run([self.python, "-P", "-m", "tt_devtools", *arguments, "--json"])
        assert done.returncode == code, f"tt {' '.join(arguments)}:\n{done.stdout}{done.stderr}"
        return json.loads(done.stdout)

    def new_ops(self, commands: list[list[str]]) -> Any:
        """The answers of many `tt new-op`, of one process."""
        script = Path(__file__).with_name("many_runs.py")
        done = self.run([self.python, "-P", script], input=json.dumps(commands))
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def run(self, command: list[Any], input: str | None = None) -> subprocess.CompletedProcess[str]:
        """A program in the copy."""
        path = os.pathsep.join([str(Path(sys.prefix, "bin")), os.environ.get("PATH", os.defpath)])
        kept = {key: value for key, value in os.environ.items() if not key.startswith(("PYTEST", "PYTHON"))}
        return subprocess.run(
            command, cwd=self.root, env={**kept, "PATH": path}, capture_output=True, text=True, input=input
        )

    def files(self) -> dict[str, bytes]:
        """Everything that git does not ignore."""
        return {name: (self.root / name).read_bytes() for name in listed(self.root)}


def listed(root: Path) -> list[str]:
    """Tracked files and those that git would track."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout.split("\0")
    return sorted(name for name in set(names) - {""} if (root / name).is_file())


def copied(checkout: Path, root: Path) -> Copy:
    """The files that git knows or would know, committed there, and an environment."""
    for name in listed(checkout):
        target = root / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(checkout / name, target)
    git = ["git", "-c", "user.name=test", "-c", "user.email=test@localhost", "-c", "commit.gpgsign=false"]
    for command in (
        ["init", "--quiet"],
        ["add", "--all"],
        ["commit", "--quiet", "--no-verify", "-m", "copy"],
    ):
        subprocess.run([*git, *command], cwd=root, check=True, capture_output=True)
    venv.create(root / ".venv", symlinks=True, with_pip=False)
    version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    sources = sorted(str(path) for path in root.glob("packages/*/src"))
    # A folder that is named in a .pth file has its own .pth files ignored: the checkout's packages stay out.
    lines = [*sources, sysconfig.get_path("purelib")]
    (root / ".venv/lib" / version / "site-packages/copy.pth").write_text("\n".join(lines) + "\n")
    return Copy(root)
