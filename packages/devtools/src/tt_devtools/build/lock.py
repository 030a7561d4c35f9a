"""One build at a time in a build folder: an flock that the running ninja holds too.

The descriptor is handed down to ninja, so that the lock outlives a `tt build` that was killed for as long as
its ninja still writes. Must not know what is built.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tt_devtools.output import say


@contextmanager
def locked_to_read(path: Path, what: str) -> Iterator[None]:
    """The same for who only asks: ninja's dry run would mend a log that another ninja is in the middle of writing.

    Where there is no lock to take, since nothing was built or the tree is read-only, nobody else builds.
    """
    if not os.access(path, os.W_OK):
        yield
        return
    with locked(path, what):
        yield


@contextmanager
def locked(path: Path, what: str) -> Iterator[int]:
    """Waits for the lock, saying for whom; yields its descriptor."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.pread(descriptor, 32, 0).decode(errors="replace").strip() or "unknown"
            say(f"{what}: waiting for the build that process {holder} runs")
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
        yield descriptor
    finally:
        os.close(descriptor)
