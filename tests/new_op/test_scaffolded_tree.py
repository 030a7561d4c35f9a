"""Sixty ops are scaffolded in a copy of the checkout, built once, tested, one filled in, and all taken out again."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from scaffold_copy import Copy, copied
from scaffold_matrix import CASES

pytestmark = [pytest.mark.scaffold, pytest.mark.slow]

FILLED_IN = next(case.name for case in CASES if not case.expr and "Scalar by" in case.schema)
BY_COMMAND = 4
"""How many are added by the command itself; the others by one process, since its start costs more than its work."""


@pytest.fixture(scope="module")
def copy(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Copy:
    return copied(checkout, tmp_path_factory.mktemp("scaffold") / "tt")


def test_sixty_ops_are_green_at_once_and_leave_no_trace(copy: Copy) -> None:
    before = copy.files()
    _add(copy)
    copy.tt("build")
    _check_style(copy)
    _test(copy)
    _fill_in(copy)
    _take_out(copy)
    assert copy.files() == before


def _add(copy: Copy) -> None:
    """A stub names its blanks, an expression leaves none; a name can be had once."""
    shuffled = random.Random(60).sample(CASES, len(CASES))
    made = [copy.tt("new-op", *case.arguments) for case in shuffled[:BY_COMMAND]]
    made += copy.new_ops([case.arguments for case in shuffled[BY_COMMAND:]])
    for case, answer in zip(shuffled, made, strict=True):
        assert (answer["op"], answer["written"]) == (case.name, True)
        assert bool(answer["unwritten"]) is not bool(case.expr), case
    refused = copy.tt("new-op", *shuffled[0].arguments, code=1)
    assert refused["error"].startswith(f"the name '{shuffled[0].name}' is taken")
    assert copy.tt("new-op", "--check")["clean"]


def _check_style(copy: Copy) -> None:
    """What was made is formatted, linted and current, as CI asks of every file."""
    tools = ("ruff format --check .", "ruff check .", "python -P ci/generated_current.py")
    for tool in tools:
        program, *arguments = tool.split()
        command = [copy.python if program == "python" else program, *arguments]
        done = copy.run(command)
        assert done.returncode == 0, f"{tool}\n{done.stdout}{done.stderr}"
    headers = sorted(copy.root.glob("packages/kernels/cpp/tt/kernels/functors/zz_*.h"))
    assert copy.run(["clang-format", "--dry-run", "-Werror", *headers]).returncode == 0


def _test(copy: Copy) -> None:
    """Every test of every op, second derivatives and the CUDA emulator included; blanks are expected to fail."""
    complete = [case.name for case in CASES if case.expr]
    stubs = [case.name for case in CASES if not case.expr]
    with ThreadPoolExecutor(2) as pool:
        of_complete, of_stubs = pool.map(lambda names: _tested(copy, names), (complete, stubs))
    assert of_complete["passed"] > 30 * len(complete)
    assert of_stubs["passed"] > 5 * len(stubs) and of_stubs["xfailed"] > 5 * len(stubs)


def _tested(copy: Copy, names: Sequence[str]) -> Any:
    result = copy.tt("test", *names, "--no-build", "-q")
    assert result["failed"] + result["errors"] == 0, result["failures"]
    return result


def _fill_in(copy: Copy) -> None:
    """A filled blank fails until its mark is gone; without marks the op is whole."""
    name = FILLED_IN
    edits = {
        f"packages/kernels/cpp/tt/kernels/functors/{name}.h": [
            (r"  static constexpr bool kUnwritten = true;\n", ""),
            (r"return self;", "return self * by;"),
        ],
        "packages/autograd/src/tt_autograd/formulas/unary.py": [
            (rf'lambda grad: unwritten\("{name}", "self"\)', "lambda grad, by: grad * by"),
        ],
        f"tests/ops/samples/{name}.py": [
            (r"    raise NotImplementedError\(.*\)", "    return self * by"),
        ],
    }
    made = {file: (copy.root / file).read_text() for file in edits}
    for file, changes in edits.items():
        text = made[file]
        for pattern, replacement in changes:
            text, count = re.subn(pattern, replacement, text)
            assert count == 1, f"{file}: {pattern}"
        (copy.root / file).write_text(text)
    refused = copy.tt("new-op", name, "--undo", code=1)
    assert "was edited" in refused["error"]
    drifted = {each["file"] for each in copy.tt("new-op", name, "--check", code=1)["ops"][0]["drift"]}
    assert drifted == set(edits)
    failed = copy.tt("test", name, code=1)["failures"]
    assert sorted(each.partition("[")[2] for each in failed) == [
        f"{name}-{blank}]" for blank in ("functor", "reference", "self")
    ]
    samples = copy.root / f"tests/ops/samples/{name}.py"
    samples.write_text(re.sub(r",\s*unwritten=\([^)]*\)", "", samples.read_text()))
    whole = copy.tt("new-op", name, "--verify")
    tested = next(step["answer"] for step in whole["steps"] if step["step"] == "test")
    assert (whole["ok"], tested["failed"], tested["skipped"], tested["xfailed"]) == (True, 0, 0, 0)
    for file, text in made.items():
        (copy.root / file).write_text(text)


def _take_out(copy: Copy) -> None:
    """In no order, the first by the command itself."""
    names = [case.name for case in random.Random(61).sample(CASES, len(CASES))]
    copy.tt("new-op", names[0], "--undo")
    answers = copy.new_ops([[name, "--undo"] for name in names[1:]])
    assert [each["op"] for each in answers] == names[1:]
