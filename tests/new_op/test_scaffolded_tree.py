"""Ops of each kind are scaffolded in a copy of the checkout, built, tested, filled in and taken out again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scaffold_copy import Copy, copied

pytestmark = [pytest.mark.scaffold, pytest.mark.slow]

REDUCES = "Tensor self, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None"
COMPLETE = {
    "zz_bell": ("zz_bell(Tensor self, *, float width=1.5) -> Tensor", "exp(-width * self * self) - self"),
    "zz_cube": ("zz_cube(Tensor self) -> Tensor", "self**3 + 2*self"),
    "zz_tilt": ("zz_tilt(Tensor self, Tensor other) -> Tensor", "exp(-self * self) * other + 2 * other"),
    "zz_hypot": ("zz_hypot(Tensor self, Tensor other) -> Tensor", "sqrt(self*self + other*other + 1)"),
    "zz_leak": ("zz_leak(Tensor self, float slope=0.01) -> Tensor", "where(self > 0, self, slope * self)"),
    "zz_clip": ("zz_clip(Tensor self) -> Tensor", "relu(self) - relu(self - 1) + abs(self)"),
    "zz_energy": (f"zz_energy({REDUCES}) -> Tensor", "sqrt(mean(self * self)) + 1"),
}
STUBS = {
    "zz_gain": "zz_gain(Tensor self, Scalar by=2) -> Tensor",
    "zz_blend": "zz_blend(Tensor self, Tensor other) -> Tensor",
    "zz_spread": f"zz_spread({REDUCES}) -> Tensor",
}


@pytest.fixture(scope="module")
def copy(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Copy:
    return copied(checkout, tmp_path_factory.mktemp("scaffold") / "tt")


def test_scaffolded_ops_are_green_at_once_and_leave_no_trace(copy: Copy) -> None:
    before = copy.files()
    for schema, expr in COMPLETE.values():
        made = copy.tt("new-op", schema, "--expr", expr)
        assert made["written"] and made["unwritten"] == []
    for schema in STUBS.values():
        assert len(copy.tt("new-op", schema, "--dtypes", "floating")["unwritten"]) >= 3
    assert copy.tt("new-op", COMPLETE["zz_bell"][0], code=1)["error"].startswith(
        "the name 'zz_bell' is taken"
    )
    copy.tt("build")
    _check_style(copy)
    for name in COMPLETE:
        result = copy.tt("test", name, "--no-build")
        assert result["failed"] == 0 and result["passed"] > 30, name
    for name in STUBS:
        result = copy.tt("test", name, "--no-build")
        assert result["failed"] == 0 and result["passed"] > 5 and result["skipped"] > 5, name
    _fill_in(copy)
    for name in (*COMPLETE, *STUBS):
        copy.tt("new-op", name, "--undo")
    assert copy.files() == before


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


def _fill_in(copy: Copy) -> None:
    """A filled blank fails until its mark is gone; without marks the op is whole."""
    name = "zz_gain"
    edits = {
        f"packages/kernels/cpp/tt/kernels/functors/{name}.h": [
            (r"  static constexpr bool kUnwritten = true;\n", ""),
            (r"return self;", "return self * by;"),
        ],
        "packages/autograd/src/tt_autograd/formulas/unary.py": [
            (r'lambda grad: unwritten\("zz_gain", "self"\)', "lambda grad, by: grad * by"),
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
    failed = copy.tt("test", name, code=1)["failures"]
    assert sorted(each.partition("[")[2] for each in failed) == [
        "zz_gain-functor]", "zz_gain-reference]", "zz_gain-self]",
    ]  # fmt: skip
    samples = copy.root / f"tests/ops/samples/{name}.py"
    samples.write_text(re.sub(r",\s*unwritten=\([^)]*\)", "", samples.read_text()))
    whole = copy.tt("test", name)
    assert whole["failed"] == 0 and whole["skipped"] == 0
    for file, text in made.items():
        (copy.root / file).write_text(text)
