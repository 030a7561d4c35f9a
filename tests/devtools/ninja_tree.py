"""A small build directory with a hand-written build.ninja, built for real by the pinned ninja and cc."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

from tt_devtools.buildstats.run import Request, run

# As CMake writes it; the description is what tells a compilation in ninja's output.
RULES = """
rule CC
  command = cc $flags -MD -MF $out.d -c $in -o $out
  deps = gcc
  depfile = $out.d
  description = Building C object $out
rule LINK
  command = cc -shared $in -o $out
  description = Linking C shared library $out
rule COPY_IF_DIFFERENT
  command = cmp -s $in $out || cp $in $out
  restat = 1
  description = Generating $out
"""


class NinjaTree:
    """Sources at `root`, the build in `root/out`."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.out = root / "out"
        self.out.mkdir(parents=True)
        self._ninja = Path(sys.prefix, "bin", "ninja")

    def write(self, name: str, text: str) -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def manifest(self, text: str, name: str = "build.ninja") -> None:
        self.write(f"out/{name}", RULES + text if name == "build.ninja" else text)

    def build(self) -> set[str]:
        """The objects that a build makes."""
        return self._steps()

    def would_build(self) -> set[str]:
        """The objects that ninja plans to make."""
        return self._steps("-n")

    def touch(self, name: str) -> None:
        """Makes a file newer than all that is built, by the file system's own clock."""
        os.utime(self.root / name)

    def predicted(self, *headers: str) -> dict[str, set[str]]:
        """What `tt buildstats` names, by header."""

        text = StringIO()
        with redirect_stdout(text):
            assert run(Request(headers, self.out, as_json=True)) == 0
        return {name: set(units) for name, units in json.loads(text.getvalue())["outputs"].items()}

    def commit(self, *names: str) -> None:
        """Commits files to the git repository at the root, which it makes."""
        settings = ("user.name=a", "user.email=a@b", "init.defaultBranch=main", "commit.gpgSign=false")
        options = [word for each in settings for word in ("-c", each)]
        git = ["git", "-C", str(self.root), *options]
        for command in (["init", "-q"], ["add", *names], ["commit", "-qm", "change"]):
            subprocess.run([*git, *command], check=True)

    def fingerprint(self) -> str:
        """A hash of every name, time, mode and content below the root."""
        digest = hashlib.sha256()
        for path in sorted(self.root.rglob("*")):
            status = path.lstat()
            digest.update(f"{path}\0{status.st_mtime_ns}\0{status.st_mode}\0{status.st_ino}\0".encode())
            if path.is_file():
                digest.update(path.read_bytes())
        return digest.hexdigest()

    def _steps(self, *options: str) -> set[str]:
        done = subprocess.run(
            [self._ninja, "-C", self.out, *options],
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        marker = "Building C object "  # steps' own parser takes names without spaces
        return {line.split(marker, 1)[1].strip("'") for line in done.stdout.splitlines() if marker in line}
