"""./tt from start to exec: a warm launch compares one stamp; a cold one sets up under a lock and builds.

Must not know what a command does, only whether it imports tt or compiles.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from . import libraries, stamp, standard_files

INTERRUPTED = 130  # as a shell says it: 128 and SIGINT


def main(root: str, args: list[str]) -> int:  # noqa: RET503 - execv does not return
    """Returns only when something is wrong, with the exit status; else this process becomes the command."""
    standard_files.open_all()
    os.environ.pop("PYTHONHOME", None)  # another Python's, which ours would not start with
    command = libraries.command_of(args)
    if not _is_ready(root, command):
        status = _prepare_or_report(root, command)
        if status:
            return status
    python = stamp.venv_python(root)
    _hold_interrupts()
    # -P: a typer.py in the user's folder is not ours.
    os.execv(python, [python, "-P", "-m", "tt_devtools", *args])


def _hold_interrupts() -> None:
    """Ctrl-C waits until the command can say a word about it: see tt_devtools/interrupts.py."""
    import signal

    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def say(text: str) -> None:
    """Progress, on stderr so that stdout stays the command's own."""
    sys.stderr.write(f"tt: {text}\n")
    sys.stderr.flush()


def prepare(root: str, command: str) -> None:
    """Whatever is missing for the command: .venv, and the libraries where the command imports tt."""
    from . import child, environment, machine

    with locked(root) as lock:
        # Asked again under the lock: another launch may have done the work while this one waited.
        if _is_ready(root, command):
            return
        run = child.runner(inherited=(lock,))
        changed = stamp.differences(root)
        if command in libraries.COMMANDS_THAT_COMPILE:
            machine.check_headers()
            machine.check_compiler(run)
        if changed != []:
            machine.check_python()
            machine.check_disk(root)
            say(_why(root, changed))
            environment.make(root, changed, run, say)
        if command in libraries.COMMANDS_THAT_IMPORT_TT and libraries.missing(root):
            _build(root, lock)


@contextmanager
def locked(root: str) -> Iterator[int]:
    """Holds the checkout's set-up lock, and says so when it has to wait; yields the lock's descriptor."""
    import fcntl

    from .environment import read_only

    try:
        lock = os.open(os.path.join(root, ".tt-lock"), os.O_CREAT | os.O_RDWR, 0o666)
    except OSError as error:
        raise read_only(root) from error
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("another ./tt is setting up this checkout; waiting for it")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield lock
    finally:
        os.close(lock)


def _is_ready(root: str, command: str) -> bool:
    if stamp.differences(root) != []:
        return False
    return command not in libraries.COMMANDS_THAT_IMPORT_TT or not libraries.missing(root)


def _prepare_or_report(root: str, command: str) -> int:
    from .problem import Problem

    try:
        prepare(root, command)
    except Problem as problem:
        sys.stderr.write(problem.report())
        return problem.exit_code
    except KeyboardInterrupt:
        say("interrupted; the next ./tt takes it up again")
        return INTERRUPTED
    except OSError as error:
        from .environment import diagnose

        # str(error) holds what pip's output would: errno, reason and file.
        sys.stderr.write(diagnose(str(error), f"set-up failed: {error}", None, root).report())
        return 1
    return 0


def _why(root: str, changed: list[str] | None) -> str:
    if changed:
        return f"setting up again, because of a change in {', '.join(changed)}"
    if os.path.exists(stamp.venv_folder(root)):
        return "setting up again, because the last set-up was not finished"
    return "first use of this checkout: setting up .venv, which takes 20 seconds to two minutes"


def _build(root: str, lock: int) -> None:
    import signal
    import subprocess

    from .problem import Problem

    absent = libraries.missing(root)
    say(f"building the libraries ({len(absent)} of 4 are missing) ...")
    argv = [stamp.venv_python(root), "-P", "-m", "tt_devtools", "build"]
    # stdout goes to stderr: the caller's stdout belongs to the command that follows.
    _hold_interrupts()  # or one before `try` would leave a build behind that nobody waits for
    build = subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=2, pass_fds=(lock,))
    try:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        code = build.wait()
    except KeyboardInterrupt:
        build.wait()  # the terminal told it too; it takes half-written files away, and says that it was interrupted
        raise SystemExit(INTERRUPTED) from None
    if code:
        raise Problem("the build failed; what it said is above", "./tt build")
    absent = libraries.missing(root)
    if absent:
        raise Problem(f"the build made no {absent[0]}", "./tt build --clean")
