"""--verify runs our own build, test and trace in this order, stops at the first that fails, and says which."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from scaffold_root import Tt
from tt_devtools.new_op import verify

BUILT = {"done": {"compile": 4, "link": 1}, "failed": []}
TESTED = {"passed": 105, "failed": 0, "errors": 0, "skipped": 2, "xfailed": 1, "failures": []}
TRACED = {"routes": {"tt": {"call": "tt.exp(self)", "stages": [1, 2], "backward": {"stages": [1]}}}}
UNWRITTEN = {"type": "NotImplementedError", "message": "exp: not written\nhint: exp.h:9"}
UNWRITTEN_SAID = "NotImplementedError: exp: not written\nhint: exp.h:9"
FAILED = "105 passed, 1 failed, 2 skipped, 1 xfailed; a::b[exp]"
ANSWERS = {"build": (0, BUILT), "test": (0, TESTED), "trace": (0, TRACED)}


@pytest.fixture
def answers(root: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, tuple[int, object]]:
    """What the commands say, instead of running them."""
    said: dict[str, tuple[int, object]] = dict(ANSWERS)

    def ended(_: Path, words: tuple[str, ...]) -> tuple[int, str]:
        code, answer = said[words[0]]
        return code, answer if isinstance(answer, str) else json.dumps(answer)

    monkeypatch.setattr(verify, "_ended", ended)
    return said


def test_a_whole_op(answers: object, tt: Tt) -> None:
    code, out, err = tt("exp", "--verify")
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "exp: whole",
        "  generated ok        the stub and the docs page are current",
        "  build     ok        4 compiled, 1 linked",
        "  test      ok        105 passed, 2 skipped, 1 xfailed",
        "  trace     ok        tt.exp(self): 2 stages, 1 of the backward",
    ]


@pytest.mark.parametrize(
    ("step", "code", "answer", "said"),
    [
        ("build", 1, {**BUILT, "failed": ["loops_exp.o"]}, "4 compiled, 1 linked; loops_exp.o failed"),
        ("build", 2, {"error": "no compiler", "hint": ""}, "no compiler"),
        ("test", 1, {**TESTED, "failed": 1, "failures": ["a::b[exp]"]}, FAILED),
        ("test", 1, {**TESTED, "passed": 0, "skipped": 0, "xfailed": 0}, "no tests"),
        ("trace", 1, {"routes": {"tt": {"call": "tt.exp()", "error": UNWRITTEN}}}, UNWRITTEN_SAID),
        ("trace", 1, {"routes": {"tt": {"call": "c", "stages": [], "backward": {"error": UNWRITTEN}}}}, UNWRITTEN_SAID),
        ("trace", -11, "", "ended with status -11 and no answer"),
    ],
)  # fmt: skip
def test_the_first_step_that_fails_ends_it(
    answers: dict[str, tuple[int, object]], tt: Tt, step: str, code: int, answer: object, said: str
) -> None:
    answers[step] = (code, answer)
    ended, out, _ = tt("exp", "--verify", "--json")
    found = json.loads(out)
    assert (ended, found["ok"], found["failed"]) == (1, False, step)
    steps = {each["step"]: each for each in found["steps"]}
    assert list(steps) == ["generated", "build", "test", "trace"]
    assert steps[step]["said"] == said
    after = list(steps)[list(steps).index(step) + 1 :]
    assert [steps[each]["ok"] for each in after] == [None] * len(after)
    assert f"exp: {step} failed" == tt("exp", "--verify")[1].splitlines()[0]


def test_a_hint_stands_below_what_was_said(answers: dict[str, tuple[int, object]], tt: Tt) -> None:
    answers["trace"] = (1, {"routes": {"tt": {"call": "tt.exp()", "error": UNWRITTEN}}})
    assert tt("exp", "--verify")[1].splitlines()[-2:] == [
        "  trace     FAILED    NotImplementedError: exp: not written",
        "                      hint: exp.h:9",
    ]


def test_generated_files_that_are_behind_the_table(answers: object, root: Path, tt: Tt) -> None:
    (root / "docs/operators.md").write_text("by hand\n")
    code, out, _ = tt("exp", "--verify")
    assert code == 1
    assert out.splitlines()[0] == "exp: generated failed"
    assert out.splitlines()[2] == "  build     not run   ./tt build"


def test_looking_runs_nothing(answers: dict[str, tuple[int, object]], tt: Tt) -> None:
    answers.clear()
    code, out, _ = tt("exp", "--verify", "--dry-run")
    assert (code, out.splitlines()[0]) == (0, "exp: would be verified")
    assert out.splitlines()[3].split() == ["test", "not", "run", "./tt", "test", "exp", "--no-build", "-q"]


def test_an_op_that_is_not_there(tt: Tt) -> None:
    code, out, err = tt("epx", "--verify")
    assert (code, out) == (2, "")
    assert err == "tt new-op: unknown op 'epx'\nhint: did you mean 'exp'?\n"
    assert tt("a b", "--verify")[2].startswith("tt new-op: --verify takes an op's name, got 'a b'")


def test_the_real_commands(checkout: Path) -> None:
    command = [sys.executable, "-P", "-m", "tt_devtools", "new-op", "relu", "--verify", "--json"]
    done = subprocess.run(command, cwd=checkout, capture_output=True, text=True)
    found = json.loads(done.stdout)
    assert (done.returncode, found["ok"]) == (0, True), done.stderr
    assert found["steps"][2]["answer"]["passed"] > 30
    assert len(found["steps"][3]["answer"]["routes"]["tt"]["stages"]) >= 7


def test_an_interrupt_ends_the_step_too(checkout: Path) -> None:
    command = [sys.executable, "-P", "-m", "tt_devtools", "new-op", "positive", "--verify"]
    with subprocess.Popen(
        command, cwd=checkout, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as run:
        child = _first_child(run.pid)
        run.send_signal(signal.SIGINT)
        error = run.communicate(timeout=60)[1]
    assert run.returncode == 130
    assert "Traceback" not in error
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)


def _first_child(parent: int) -> int:
    listed = Path(f"/proc/{parent}/task/{parent}/children")
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if children := listed.read_text().split():
            return int(children[0])
        time.sleep(0.01)
    raise AssertionError("no step was started")
