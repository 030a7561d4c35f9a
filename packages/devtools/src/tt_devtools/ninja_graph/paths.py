"""Paths as ninja spells them, and which spellings are one file. Must not know what a file is for."""

import os
import re
import stat
from pathlib import Path
from typing import IO

_NOT_CANONICAL = re.compile(r"//|/$|(?:^|/)\.\.?(?:/|$)")


def canonical(path: str) -> str:
    """Ninja's own form: no `//`, `.` or inner `..`, by text alone."""
    if not _NOT_CANONICAL.search(path):
        return path
    kept: list[str] = []
    for part in path.split("/"):
        if part == ".." and kept and kept[-1] != "..":
            kept.pop()
        elif part and part != "." and not (part == ".." and path.startswith("/")):
            kept.append(part)
    return ("/" if path.startswith("/") else "") + "/".join(kept) or "."


def open_regular(path: Path | str) -> IO[bytes]:
    """Opens for reading what must be a plain file: a pipe or a device would hang or never end."""
    if "\0" in str(path):
        raise OSError(22, "not a file name", str(path))
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(22, "not a regular file", str(path))
    return open(descriptor, "rb", buffering=1 << 20)


class Files:
    """Names one file by one path, however it is spelled. `base` is the build directory."""

    def __init__(self, base: Path) -> None:
        self.base = os.path.realpath(base)
        self._folders: dict[str, str] = {}

    def real(self, path: str) -> str:
        """The absolute path without symbolic links; that of a missing file as far as it exists."""
        folder, _, name = path.rpartition("/")
        if not folder and path.startswith("/"):
            folder = "/"
        if folder not in self._folders:
            self._folders[folder] = _realpath(os.path.join(self.base, folder))
        whole = os.path.join(self._folders[folder], name)
        try:
            if not stat.S_ISLNK(os.lstat(whole).st_mode):
                return whole
        except (OSError, ValueError):
            return whole
        return _realpath(whole)


def _realpath(path: str) -> str:
    try:
        return os.path.realpath(path)
    except (OSError, ValueError):  # a NUL inside
        return os.path.normpath(path)
