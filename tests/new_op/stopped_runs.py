"""`tt new-op` stopped at every step of its writing: for each step a fork of this process, which ends there.

A step is a system call that changes the tree: opening to write, half of a write, the other half, fsync, rename,
chmod, unlink, mkdir. It is stopped by `kill` (-9), by a disk that is `full` from there on, or by an `interrupt`.

Usage: stopped_runs.py FOLDER < CASES, which are name to [schema, asked]. Prints an object: by case, of those that
differ in the files they write, and "add" or "undo" the number of steps and what went wrong.
"""

from __future__ import annotations

import builtins
import gc
import json
import os
import shutil
import signal
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

from scaffold_root import texts, written
from tt_devtools.checkout import Checkout
from tt_devtools.failure import Failure
from tt_devtools.interrupts import INTERRUPTED
from tt_devtools.new_op import check, run
from tt_devtools.new_op.asked.request import Asked
from tt_devtools.new_op.tree import drift, journal, manifest
from tt_devtools.new_op.tree.formatter import Plain
from tt_devtools.new_op.tree.places import STATE
from tt_devtools.new_op.tree.workspace import Disk

WAYS = ("kill", "full", "interrupt")
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT
_CHANGES = (
    "os.rename",
    "os.remove",
    "os.rmdir",
    "os.mkdir",
    "os.chmod",
    "os.link",
    "os.symlink",
    "os.truncate",
)


class Steps:
    """Counts the steps below a folder, and stops this process at one of them."""

    def __init__(self, root: Path, at: int, way: str) -> None:
        self.root = str(root)
        self.at = at
        self.way = way
        self.count = 0

    def step(self, *, needs_room: bool = False) -> None:
        """Before each step."""
        self.count += 1
        if self.way == "full" and needs_room and self.count >= self.at:
            raise OSError(28, "No space left on device")
        if self.count != self.at:
            return
        if self.way == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        if self.way == "interrupt":
            raise KeyboardInterrupt

    def watch(self) -> None:
        """From here on whatever this process changes is a step: there is no way back."""
        real_open, real_fsync = builtins.open, os.fsync

        def opened(file: Any, mode: str = "r", *arguments: Any, **settings: Any) -> Any:
            made = real_open(file, mode, *arguments, **settings)
            return _InHalves(made, self) if "w" in mode and self._is_below(file) else made

        def fsync(descriptor: int) -> None:
            self.step(needs_room=True)
            real_fsync(descriptor)

        builtins.open, os.fsync = opened, fsync
        sys.addaudithook(self._audit)

    def _audit(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open" and isinstance(arguments[2], int) and arguments[2] & _WRITES:
            if self._is_below(arguments[0]):
                self.step(needs_room=True)
        elif event in _CHANGES and self._is_below(arguments[0]):
            self.step(needs_room=event == "os.mkdir")

    def _is_below(self, path: Any) -> bool:
        return isinstance(path, str | os.PathLike) and os.fspath(path).startswith(self.root)


class _InHalves:
    """A file that writes in two steps, since a kill may come in the middle."""

    def __init__(self, file: Any, steps: Steps) -> None:
        self._file = file
        self._steps = steps

    def write(self, data: bytes) -> None:
        for half in (data[: len(data) // 2], data[len(data) // 2 :]):
            self._steps.step(needs_room=True)
            self._file.write(half)
            self._file.flush()

    def __enter__(self) -> _InHalves:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


class Trials:
    """Stands in the place of journal.apply: tries it at every step, then lets it happen."""

    def __init__(self, root: Path, ways: Sequence[str]) -> None:
        self.root = root
        self.ways = ways
        self.steps = 0
        self.wrong: list[str] = []
        self._apply = journal.apply

    def apply(self, workspace: Disk, writes: journal.Writes) -> None:
        gc.freeze()  # everything is imported by now, and a fork need not copy what nobody changes
        before = self.root.with_name(f"{self.root.name}.before")
        shutil.rmtree(before, ignore_errors=True)
        shutil.copytree(self.root, before)
        start = texts(self.root)
        _, counted = self._forked(workspace, writes, 0, "")
        end = texts(self.root)
        self.steps = int(counted)
        for at in range(1, self.steps + 1):
            for way in self.ways:
                self._restore(before)
                status, talk = self._forked(workspace, writes, at, way)
                if problem := self._problem(way, status, talk, start, end):
                    self.wrong.append(f"{way} at step {at}: {problem}")
        self._restore(before)
        self._apply(workspace, writes)

    def _restore(self, before: Path) -> None:
        shutil.rmtree(self.root)
        shutil.copytree(before, self.root)

    def _forked(self, workspace: Disk, writes: journal.Writes, at: int, way: str) -> tuple[int, str]:
        """Exit status, negative for a signal, and the message of a failure, or the number of steps."""
        told, tells = os.pipe()
        child = os.fork()
        if child == 0:
            steps = Steps(self.root, at, way)
            steps.watch()
            try:
                self._apply(workspace, writes)
                code, message = 0, str(steps.count)
            except Failure as failure:
                code, message = failure.code, failure.message
            except KeyboardInterrupt:
                code, message = INTERRUPTED, ""
            except BaseException as error:
                code, message = 99, repr(error)
            os.write(tells, message.encode())
            os._exit(code)
        os.close(tells)
        with open(told) as pipe:
            message = pipe.read()
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), message

    def _problem(self, way: str, status: int, talk: str, start: object, end: object) -> str:
        """What is wrong after a stop, and after the recovery that the next run begins with."""
        now, left = texts(self.root), _leftovers(self.root)
        half_done = way == "full" and "half done" in talk
        if status == 0 and (now != end or left):
            return f"it says that it is done, and it is not: {left}"
        if status in (1, INTERRUPTED) and not half_done and (now != start or left):
            return f"it says that nothing has changed, and something has: {left} {talk}"
        if status not in (0, 1, INTERRUPTED, -signal.SIGKILL):
            return f"exit {status}: {talk}"
        disk = Disk(self.root)
        journal.recover(disk)
        if left := _leftovers(self.root):
            return f"left after a recovery: {left}"
        if (now := texts(self.root)) not in (start, end):
            return "neither as it was nor as it should be after a recovery"
        if drifts := [each for known in manifest.all_of(disk) for each in drift.of(disk, known)]:
            return f"manifests and tree do not fit: {drifts}"
        return ""


def _leftovers(root: Path) -> list[str]:
    """Files that only a run in progress has."""
    found = [*root.rglob(f"*{journal.NEW}"), *(root / STATE / "run").glob("*")]
    return [path.relative_to(root).as_posix() for path in found]


def main(folder: Path, cases: Mapping[str, tuple[str, dict[str, Any]]]) -> dict[str, dict[str, Any]]:
    """Adds and takes out an op of each kind, with trials at every step; the first is stopped in every way."""
    patch.object(check, "compiler", lambda: None).start()
    patch.object(run, "Tools", lambda _: Plain()).start()
    told: dict[str, dict[str, Any]] = {}
    seen: set[frozenset[str]] = set()
    for case, (schema, asked) in cases.items():
        name = schema.partition("(")[0]
        root = written(folder / case)
        start = texts(root)
        add = partial(run.scaffold, Checkout(root), Asked(schema, **asked))
        files = frozenset(each.file.replace(name, "") for each in add(write=False).changes)
        if files in seen:  # cases that write the same files take the same steps
            continue
        ways = ("kill",) if seen else WAYS
        seen.add(files)
        for action, change in (("add", add), ("undo", partial(run.undo, Checkout(root), name))):
            trials = Trials(root, ways)
            with patch.object(journal, "apply", trials.apply):
                change(write=True)
            told[f"{case} {action}"] = {"steps": trials.steps, "wrong": trials.wrong}
        if texts(root) != start:
            told[f"{case} undo"]["wrong"].append("the tree is not as it was")
    return told


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), json.load(sys.stdin))))
