"""What a child process of the tracer leaves for it, in files without a name: they are gone with the processes, however
those end.

Two files take turns, so that a child that is killed while it writes leaves what it wrote before. Standard library
only: the child may be a Python without our packages.
"""

import json
import os
import struct
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from tempfile import TemporaryFile
from typing import Any, BinaryIO

_HEAD = struct.Struct("<QQ")  # which answer it is, from 1, and how many bytes


class Answers:
    """The parent's side, from `asked`: hands `descriptors` to the child."""

    def __init__(self, *files: BinaryIO) -> None:
        self._files = files
        self.descriptors = [file.fileno() for file in files]

    def last(self) -> dict[str, Any] | None:
        """The last that was written whole; None where nothing was."""
        found = {}
        for file in self._files:
            file.seek(0)
            head, text = file.read(_HEAD.size), file.read()
            if text:
                number, size = _HEAD.unpack(head)
                if size == len(text):
                    found[number] = text
        return dict(json.loads(found[max(found)])) if found else None


@contextmanager
def asked() -> Iterator[Answers]:
    """Answers for the time of one child."""
    with TemporaryFile(buffering=0) as one, TemporaryFile(buffering=0) as other:
        yield Answers(one, other)


class Answering:
    """The child's side."""

    def __init__(self, descriptors: Sequence[int]) -> None:
        self._files = [(each, _identity(each)) for each in descriptors]
        self._written = 0
        for each in descriptors:
            os.set_inheritable(each, False)  # what the child starts has no business with them

    def write(self, answer: dict[str, Any]) -> None:
        """Replaces what was written before. OSError where the disk is full, or the files were closed meanwhile."""
        descriptor, identity = self._files[self._written % len(self._files)]
        if _identity(descriptor) != identity:
            raise OSError("its descriptor is another file's")
        self._written += 1
        text = json.dumps(answer).encode()
        with open(descriptor, "wb", closefd=False) as file:
            file.seek(0)
            file.truncate()
            file.write(_HEAD.pack(self._written, len(text)) + text)


def _identity(descriptor: int) -> tuple[int, int]:
    status = os.fstat(descriptor)
    return status.st_dev, status.st_ino
