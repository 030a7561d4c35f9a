"""One writer at a time in a checkout. Who only looks waits for a writer and leaves nothing behind."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tt_devtools.failure import Failure
from tt_devtools.new_op.tree.places import STATE


@contextmanager
def alone(root: Path, write: bool) -> Iterator[None]:
    """Holds the lock; a Failure where it cannot be had to write."""
    path = root / STATE / "lock"
    try:
        descriptor = _to_write(path) if write else os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError as error:
        if write:
            what = f"the tree cannot be written: {error.strerror}: {error.filename}; nothing has changed"
            raise Failure(what, hint="--plan only looks") from None
        yield  # nobody has written here yet
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX if write else fcntl.LOCK_SH)
        yield
    finally:
        os.close(descriptor)


def _to_write(path: Path) -> int:
    path.parent.mkdir(parents=True, exist_ok=True)
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
