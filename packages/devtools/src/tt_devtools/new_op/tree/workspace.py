"""The tree that an op is added to: a checkout on disk, or files in memory. Names are relative, with slashes.

Nothing here decides what is written or in which order; `journal` does.
"""

import os
from collections.abc import Mapping
from fnmatch import fnmatch
from pathlib import Path
from typing import Protocol

from tt_devtools.failure import Failure


class Workspace(Protocol):
    """What the rest of `new_op` may do to a tree, one step at a time."""

    def read(self, name: str) -> str | None:
        """The text of a file, None where there is none."""

    def names(self, pattern: str) -> list[str]:
        """Files of one folder that match, `folder/*.h`, sorted."""

    def write(self, name: str, text: str) -> None:
        """Makes the file hold the text and puts it on the disk; not atomic."""

    def rename(self, source: str, target: str) -> None:
        """Atomic, and replaces `target`."""

    def remove(self, name: str) -> None:
        """Takes a file away; one that is not there is no error."""


def needed(workspace: Workspace, file: str) -> str:
    """The text of a file that blocks go into; a Failure where it is not as git has it."""
    text = workspace.read(file)
    if text is None:
        raise Failure(f"{file} is not there", hint=f"git checkout {file}")
    if "\r" in text or not text.endswith("\n"):
        raise Failure(f"{file} does not end its lines as the others do", hint=f"git checkout {file}")
    return text


class Disk:
    """A checkout."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def read(self, name: str) -> str | None:
        try:
            return (self.root / name).read_bytes().decode()  # not read_text: it would change line ends
        except (FileNotFoundError, NotADirectoryError):
            return None

    def names(self, pattern: str) -> list[str]:
        folder, _, file = pattern.rpartition("/")
        return sorted(f"{folder}/{found.name}" for found in (self.root / folder).glob(file))

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(path, "wb") as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())

    def rename(self, source: str, target: str) -> None:
        path = self.root / target
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            os.chmod(self.root / source, path.stat().st_mode & 0o7777)
        os.replace(self.root / source, path)

    def remove(self, name: str) -> None:
        (self.root / name).unlink(missing_ok=True)


class Memory:
    """Files in a dict, for tests and for looking at what would be written."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self.files = dict(files)

    def read(self, name: str) -> str | None:
        return self.files.get(name)

    def names(self, pattern: str) -> list[str]:
        depth = pattern.count("/")
        return sorted(name for name in self.files if name.count("/") == depth and fnmatch(name, pattern))

    def write(self, name: str, text: str) -> None:
        self.files[name] = text

    def rename(self, source: str, target: str) -> None:
        self.files[target] = self.files.pop(source)

    def remove(self, name: str) -> None:
        self.files.pop(name, None)
