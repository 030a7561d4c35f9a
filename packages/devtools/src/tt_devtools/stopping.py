"""What ends a command from outside unwinds it like Ctrl-C, and its child processes end with it."""

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any, Final

from tt_devtools import interrupts

_GRACE_S: Final = 5  # for a child to end when it is told to
_SIGNALS: Final = (signal.SIGTERM, signal.SIGHUP)
_PARENT_DEATH_SIGNAL: Final = 1  # PR_SET_PDEATHSIG of linux/prctl.h


@contextmanager
def unwinding() -> Iterator[None]:
    """SIGTERM and SIGHUP raise SystemExit with a shell's code for them: children are stopped, temporary files go."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise SystemExit(128 + number)

    before = {}
    try:
        for number in _SIGNALS:
            if signal.getsignal(number) is signal.SIG_DFL:  # nohup stays nohup
                before[number] = signal.signal(number, stop)
    except ValueError:  # not the main thread
        pass
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def started(command: Sequence[str], **settings: Any) -> "Iterator[subprocess.Popen[Any]]":
    """A child that is waited for in the block. What ends the block, Ctrl-C at any moment included, stops the child."""
    with unwinding(), interrupts.held():
        child = subprocess.Popen(command, **settings)
        try:
            interrupts.heed()
            yield child
        except BaseException as end:
            stop(child, is_told=isinstance(end, KeyboardInterrupt))
            raise


def stop(child: "subprocess.Popen[Any]", *, is_told: bool) -> bool:
    """Ends a child as a person would, by an interrupt, so that it can clean up; by force where it goes on.

    A terminal has told it already when Ctrl-C was pressed. False where it took force.
    """
    if not is_told:
        child.send_signal(signal.SIGINT)
    with suppress(subprocess.TimeoutExpired, KeyboardInterrupt):
        child.wait(_GRACE_S)
        return True
    if is_told:  # or was it we alone that somebody else told?
        return stop(child, is_told=False)
    child.kill()
    child.wait()
    return False


def end_with_parent(parent: int) -> None:
    """For a child of the process `parent`: SIGKILL of that, which unwinds nothing, ends it too. Linux only."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PARENT_DEATH_SIGNAL, int(signal.SIGKILL))
        if os.getppid() != parent:  # it is dead already
            sys.exit(128 + signal.SIGKILL)


def signal_name(number: int) -> str:
    """SIGTERM; those for real time have numbers only."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
