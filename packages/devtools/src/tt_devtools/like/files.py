"""Which files of a tree a person wrote: no binaries, nothing generated, built or vendored. Trees may be hostile.

Symbolic links are not followed, and only regular files are opened, so that no loop, pipe or device is met.
"""

import os
import re
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

LARGEST_BYTES: Final = 16 << 20
_HEAD_BYTES: Final = 8192  # in which a binary file shows a zero, as for git and grep
_FOLDERS: Final = frozenset((
    ".git", ".hg", ".svn", ".venv", "__pycache__", "node_modules", "third_party", "thirdparty", "3rdparty", "vendor",
    "_vendor", "vendored", "generated", ".cache", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".hypothesis", ".tox",
    ".nox",
))  # fmt: skip
_BUILT: Final = frozenset(("build", "dist", "out", "_build", "target"))
"""Folders of these names right below the top are built; deeper down they may as well be sources."""
_MARKS: Final = frozenset(("CMakeCache.txt", "build.ninja", "CACHEDIR.TAG", "pyvenv.cfg"))
"""What shows that a folder was made by a program."""
_NO_SOURCE: Final = re.compile(
    r"\.(?:so(?:\.\d+)*|a|o|obj|lib|dll|dylib|exe|pyc|pyo|whl|zip|gz|bz2|xz|zst|tar|7z|jar|png|jpe?g|gif|ico|pdf|webp"
    r"|pt|pth|ptl|ff|bin|npy|npz|safetensors|onnx|pb|pkl|woff2?|ttf|mp4)$|\.gen\.\w+$|generated\w*\.\w+$",
    re.IGNORECASE,
)
_UNMARKED: Final = frozenset(("TensorBody.h", "RegistrationDeclarations.h"))
"""Headers that PyTorch generates without saying so in them."""
_GENERATED: Final = re.compile(
    rb"@generated|\b(?:automatically|auto-?) ?generated\b|\bgenerated (?:by|from|automatically)\b"
    rb"|\bdo not (?:edit|modify)\b|\bnot edited by hand\b",
    re.IGNORECASE,
)
_GENERATED_BYTES: Final = 600  # a file says it at its top
_COMMENTS: Final = (b"#", b"//", b"/*", b"<!--", b"--", b";", b'"""', b"..", b"%")


@dataclass(slots=True)
class PassedOver:
    """Files that nobody looked into although they may be text, by reason."""

    unreadable: list[str] = field(default_factory=list)
    huge: list[str] = field(default_factory=list)


def candidates(roots: Iterable[Path], passed: PassedOver) -> Iterator[str]:
    """Paths of regular files that may be sources, in no order."""
    for root in roots:
        folders = [(str(root), True)]
        while folders:
            folder, is_top = folders.pop()
            try:
                with os.scandir(folder) as scan:
                    entries = list(scan)
            except OSError:
                passed.unreadable.append(folder)
                continue
            if not is_top and not _MARKS.isdisjoint(each.name for each in entries):
                continue
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    if entry.name not in _FOLDERS and not (is_top and entry.name in _BUILT):
                        folders.append((entry.path, False))
                elif entry.is_file(follow_symlinks=False) and _may_be_source(entry.name):
                    yield entry.path


def _may_be_source(name: str) -> bool:
    return not _NO_SOURCE.search(name) and name not in _UNMARKED


def source(path: str, passed: PassedOver) -> bytes | None:
    """What is in a text file that a person wrote, None for any other."""
    try:
        # Between the listing and now it may have become a link or a pipe.
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with open(descriptor, "rb") as file:
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode):
                return None
            if status.st_size > LARGEST_BYTES:
                passed.huge.append(path)
                return None
            data = file.read(LARGEST_BYTES)
    except OSError:
        passed.unreadable.append(path)
        return None
    return None if b"\0" in data[:_HEAD_BYTES] or is_generated(data) else data


def is_generated(data: bytes) -> bool:
    """Whether a comment at the top says that a program wrote it."""
    return any(
        line.lstrip().startswith(_COMMENTS) and _GENERATED.search(line)
        for line in data[:_GENERATED_BYTES].splitlines()
    )
