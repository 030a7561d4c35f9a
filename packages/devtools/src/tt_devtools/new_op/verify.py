"""`tt new-op --verify`: is the op whole? Generated files current, built, tested, traced, by our own commands.

Each command runs in a process of its own: a kernel under work may end the one that calls it. The first step that
fails ends the run.
"""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from tt_devtools.checkout import Checkout
from tt_devtools.new_op.tree import drift
from tt_devtools.new_op.tree.workspace import Disk
from tt_devtools.op_names import known_ops, unknown_op
from tt_devtools.stopping import started

_SHOWN: Final = 3  # failures in a step's line; the rest is in its answer
_NEXT_LINE: Final = "\n" + " " * 22  # below the first line of what a step said

Answer = dict[str, Any]


@dataclass(slots=True)
class Step:
    """`ok` is None for a step that was not run; `answer` is what the command said with --json."""

    name: str
    command: tuple[str, ...] = ()
    ok: bool | None = None
    said: str = ""
    answer: Answer = field(default_factory=dict)
    seconds: float = 0.0

    @property
    def shown(self) -> str:
        """The command as a user gives it."""
        return " ".join(("./tt", *self.command)) if self.command else ""

    def as_json(self) -> dict[str, Any]:
        """The step as an object."""
        facts = {"step": self.name, "ok": self.ok, "command": self.shown, "said": self.said}
        return {**facts, "seconds": round(self.seconds, 3), "answer": self.answer}


@dataclass(frozen=True, slots=True)
class Verified:
    """All steps in order."""

    op: str
    steps: Sequence[Step]

    @property
    def failed(self) -> str:
        """The name of the step that failed, "" for none."""
        return next((step.name for step in self.steps if step.ok is False), "")

    def as_json(self) -> dict[str, Any]:
        """The object of `--json`."""
        steps = [step.as_json() for step in self.steps]
        failed = self.failed or None
        return {
            "op": self.op,
            "action": "verify",
            "ok": all(step.ok for step in self.steps),
            "failed": failed,
            "steps": steps,
        }

    def report(self) -> str:
        """The text for a person."""
        words = {True: "ok", False: "FAILED", None: "not run"}
        lines = [
            f"  {step.name:<10}{words[step.ok]:<8}  {(step.said or step.shown).replace(chr(10), _NEXT_LINE)}"
            for step in self.steps
        ]
        results = {step.ok for step in self.steps}
        whole = (
            f"{self.failed} failed" if self.failed else "would be verified" if None in results else "whole"
        )
        return "\n".join([f"{self.op}: {whole}", *lines])


def verify(checkout: Checkout, op: str, *, run: bool) -> Verified:
    """Runs the steps; with `run` False only says which they are."""
    if op not in (known := known_ops()):
        raise unknown_op(op, known)
    steps = [
        Step("generated"),
        Step("build", ("build",)),
        Step("test", ("test", op, "--no-build", "-q")),
        Step("trace", ("trace", op, "--requires-grad")),
    ]
    for step in steps if run else ():
        began = time.monotonic()
        if step.command:
            _run(checkout.root, step)
        else:
            _look(checkout, step)
        step.seconds = time.monotonic() - began
        if not step.ok:
            break
    return Verified(op, steps)


def _look(checkout: Checkout, step: Step) -> None:
    stale = [each.said for each in drift.of_tree(Disk(checkout.root))]
    step.ok, step.said = not stale, stale[0] if stale else "the stub and the docs page are current"


def _run(root: Path, step: Step) -> None:
    code, output = _ended(root, step.command)
    try:
        step.answer = json.loads(output)
    except ValueError:
        step.answer = {"error": f"ended with status {code} and no answer"}
    step.ok = code == 0
    step.said = step.answer.get("error") or _SUMMARIES[step.name](step.answer)


def _ended(root: Path, words: Sequence[str]) -> tuple[int, str]:
    """Exit status and stdout of a `tt` command, whose talk goes where ours goes."""
    command = [sys.executable, "-P", "-m", "tt_devtools", *words, "--json"]
    with started(command, cwd=root, stdout=subprocess.PIPE, text=True) as child:
        output, _ = child.communicate()
        return child.returncode, output


def _built(answer: Answer) -> str:
    done = answer["done"]
    failed = "".join(f"; {output} failed" for output in answer["failed"][:_SHOWN])
    return f"{done['compile']} compiled, {done['link']} linked{failed}"


def _tested(answer: Answer) -> str:
    counts = [
        f"{answer[each]} {each}"
        for each in ("passed", "failed", "errors", "skipped", "xfailed")
        if answer[each]
    ]
    failed = "".join(f"; {test}" for test in answer["failures"][:_SHOWN])
    return f"{', '.join(counts) or 'no tests'}{failed}"


def _traced(answer: Answer) -> str:
    route = answer["routes"]["tt"]
    backward = route.get("backward", {})
    if error := route.get("error") or backward.get("error"):
        return f"{error['type']}: {error['message']}"
    back = f", {len(backward['stages'])} of the backward" if backward else ""
    return f"{route['call']}: {len(route['stages'])} stages{back}"


_SUMMARIES: Final[dict[str, Callable[[Answer], str]]] = {"build": _built, "test": _tested, "trace": _traced}
