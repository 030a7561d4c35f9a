"""Ctrl-C before a process can say a word waits until it can: Python would print at which import it was.

The signal mask holds it, and processes inherit the mask.
"""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

INTERRUPTED: Final = 128 + signal.SIGINT  # the exit status, as a shell says it
_ONES = {signal.SIGINT}


def hold() -> None:
    """Ctrl-C waits for `heed`, here or in a process that is started from now on."""
    signal.pthread_sigmask(signal.SIG_BLOCK, _ONES)


def heed() -> None:
    """Ctrl-C raises KeyboardInterrupt from now on, and does so here if it came already."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _ONES)


@contextmanager
def held() -> Iterator[None]:
    """Processes that are started in the block hold Ctrl-C; this one holds it only for the block."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _ONES)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
