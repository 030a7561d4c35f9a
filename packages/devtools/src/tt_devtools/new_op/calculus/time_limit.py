"""An end to computations of which nobody knows how long they take."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raises TimeoutError in what runs longer. Only a main thread can be interrupted; in others nothing happens."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(signal_number: int, frame: FrameType | None) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, ring)
    left, _ = signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, left)
        signal.signal(signal.SIGALRM, before)
