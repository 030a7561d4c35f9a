"""A kill -9, a full disk or an interrupt at every step of writing leaves a tree that is clean or can be finished."""

from __future__ import annotations

import fcntl
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from every_kind import EVERY_KIND
from scaffold_root import texts, written
from small_tree import small_tree
from tt_devtools.new_op.kinds import KINDS
from tt_devtools.new_op.tree.places import OPS, STATE

HERE = Path(__file__).parent
ENVIRONMENT = {
    **os.environ, "PYTHONPATH": str(HERE), "OPENBLAS_NUM_THREADS": "1", "PYTHONDONTWRITEBYTECODE": "1",
}  # fmt: skip


@pytest.mark.slow
def test_every_kind_stopped_at_every_step(tmp_path: Path) -> None:
    command = [sys.executable, str(HERE / "stopped_runs.py"), str(tmp_path)]
    cases = json.dumps(EVERY_KIND)
    done = subprocess.run(command, input=cases, env=ENVIRONMENT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    trials = json.loads(done.stdout)
    assert not {case: each["wrong"] for case, each in trials.items() if each["wrong"]}
    assert len(trials) >= 2 * len(KINDS)
    assert min(each["steps"] for each in trials.values()) > 30


_COMMAND = """
import sys
from pathlib import Path
from tt_devtools import checkout, cli
from tt_devtools.new_op import check
checkout.find = lambda: checkout.Checkout(Path(sys.argv[1]))
check.compiler = lambda: None
sys.exit(cli.main(["new-op", *sys.argv[2:]]))
"""


class Running:
    """The command over a tree in a process of its own."""

    def __init__(self, root: Path, *arguments: str) -> None:
        command = [sys.executable, "-c", _COMMAND, str(root), *arguments]
        self.process = subprocess.Popen(
            command, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def has_open(self, path: Path) -> bool:
        """Whether it holds the file open: it waits for the lock then, or has it."""
        try:
            links = [os.readlink(each) for each in Path(f"/proc/{self.process.pid}/fd").iterdir()]
        except OSError:  # a descriptor that was closed meanwhile
            return False
        return str(path) in links

    def ended(self) -> tuple[int, str]:
        """Exit status and stderr."""
        error = self.process.communicate(timeout=120)[1]
        return self.process.returncode, error


def both_at_once(root: Path, *commands: tuple[str, ...]) -> list[tuple[int, str]]:
    """Lets all of them wait for the lock, then go."""
    lock = root / STATE / "lock"
    lock.parent.mkdir(parents=True, exist_ok=True)
    with open(lock, "w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        running = [Running(root, *each) for each in commands]
        deadline = time.monotonic() + 120
        while not all(each.has_open(lock) for each in running):
            assert time.monotonic() < deadline, "they never came to the lock"
            time.sleep(0.02)
    return [each.ended() for each in running]


def test_two_runs_at_once_both_succeed(tmp_path: Path) -> None:
    root = written(tmp_path)
    ended = both_at_once(
        root, ("one(Tensor self) -> Tensor",), ("two(Tensor self) -> Tensor", "--expr", "-self")
    )
    assert ended == [(0, ""), (0, "")]
    table = (root / OPS / "unary.py").read_text()
    assert '"one(Tensor self)' in table and '"two(Tensor self)' in table
    assert both_at_once(root, ("one", "--undo"), ("two", "--undo")) == [(0, ""), (0, "")]
    assert texts(root) == small_tree().files


def test_of_two_runs_with_one_name_the_second_writes_nothing(tmp_path: Path) -> None:
    root = written(tmp_path)
    schema = "one(Tensor self) -> Tensor"
    ended = both_at_once(root, (schema, "--expr", "2 * self"), (schema, "--expr", "3 * self"))
    assert sorted(code for code, _ in ended) == [0, 1]
    loser = next(number for number, (code, _) in enumerate(ended) if code)
    assert ended[loser][1].startswith(f"tt new-op: the name 'one' is taken: the op table, {OPS}/unary.py:")
    header = (root / "packages/kernels/cpp/tt/kernels/functors/one.h").read_text()
    assert f"W({3 - loser}) *" in header, "what the other asked for is nowhere"


def test_a_run_that_is_killed_while_it_waits_for_the_lock_leaves_nothing(tmp_path: Path) -> None:
    root = written(tmp_path)
    lock = root / STATE / "lock"
    lock.parent.mkdir(parents=True)
    with open(lock, "w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        run = Running(root, "one(Tensor self) -> Tensor")
        while not run.has_open(lock):
            assert run.process.poll() is None
            time.sleep(0.02)
        run.process.send_signal(signal.SIGKILL)
        assert run.ended()[0] == -signal.SIGKILL
    assert texts(root) == small_tree().files
