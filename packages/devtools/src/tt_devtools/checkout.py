"""Where the checkout is, and which of its tools to run. Must not know any command."""

import os
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from tt_devtools.failure import Failure

MARK = Path("packages", "opspec")


@dataclass(frozen=True, slots=True)
class Checkout:
    """A tree with the sources of tt; `root` is absolute."""

    root: Path

    def build_dir(self, preset: str) -> Path:
        """Where the preset's build lives."""
        return self.root / "build" / preset

    def relative(self, path: Path | str) -> str:
        """The path as a reader of the checkout writes it; unchanged outside of it."""
        text = os.path.relpath(path, self.root) if os.path.isabs(path) else str(path)
        return str(path) if text.startswith("..") else text

    def tool(self, name: str) -> Path | None:
        """A program from the running environment, the checkout's `.venv`, or PATH, in this order."""
        for folder in (Path(sys.prefix, "bin"), self.root / ".venv" / "bin"):
            if os.access(folder / name, os.X_OK):
                return folder / name
        found = shutil.which(name)
        return Path(found) if found else None

    def needed_tool(self, name: str) -> Path:
        """As `tool`, or a Failure that says how to get it."""
        found = self.tool(name)
        if found is None:
            raise Failure(f"{name} is not installed", hint="./tt --help installs the pinned tools")
        return found


def find() -> Checkout:
    """The checkout that this code lies in, else the one around the current folder."""
    here, cwd = Path(__file__).resolve(), Path.cwd()
    for folder in (*here.parents, cwd, *cwd.parents):
        if (folder / MARK).is_dir():
            return Checkout(folder)
    raise Failure("there is no checkout of tt here", hint="run it in a folder that `git clone` made", code=2)
