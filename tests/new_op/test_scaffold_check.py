"""--check tells what of an op is no longer as it was written, with the place, and changes nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scaffold_root import Tt, texts
from tt_devtools.new_op.tree import journal
from tt_devtools.new_op.tree.places import DOCS, FORMULAS, FUNCTORS, OPS, SAMPLES, STUB

FUNCTOR, FORMULA, ENTRY = f"{FUNCTORS}/soft.h", f"{FORMULAS}/unary.py", f"{OPS}/unary.py"


@pytest.fixture
def soft(root: Path, tt: Tt) -> Path:
    """The tree with an op `soft`."""
    assert tt("soft(Tensor self) -> Tensor", "--expr", "self / (2 + exp(self))")[0] == 0
    return root


def replaced(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def drift_of(tt: Tt, *arguments: str) -> list[tuple[str, str, int]]:
    code, out, _ = tt(*arguments, "--check", "--json")
    answer = json.loads(out)
    found = [each for op in answer["ops"] for each in op["drift"]] + answer["tree"]
    assert answer["clean"] is (not found)
    assert code == (1 if found else 0)
    return [(each["what"], each["file"], each["line"]) for each in found]


def test_as_it_was_written(soft: Path, tt: Tt) -> None:
    before = texts(soft)
    assert tt("soft", "--check") == (0, "soft: as it was written\n", "")
    assert drift_of(tt) == []
    assert texts(soft) == before


def test_nothing_was_made_here(root: Path, tt: Tt) -> None:
    assert tt("--check") == (0, "no op was made by tt new-op in this checkout\n", "")
    assert not (root / "build").exists(), "who only looks leaves no lock"


@pytest.mark.parametrize("file", [FUNCTOR, f"{SAMPLES}/soft.py", "changelog.d/soft.md"])
def test_a_file_of_its_own(soft: Path, tt: Tt, file: str) -> None:
    path = soft / file
    text = path.read_text()
    path.write_text(f"{text}\n")
    assert drift_of(tt, "soft") == [("edited", file, 1)]
    path.unlink()
    assert drift_of(tt, "soft") == [("removed", file, 1)]
    moved = path.with_stem("softer")
    moved.write_text(text)
    assert drift_of(tt, "soft") == [("moved", moved.relative_to(soft).as_posix(), 1)]


def test_a_block_that_was_edited_is_told_by_its_line(soft: Path, tt: Tt) -> None:
    lines = (soft / ENTRY).read_text().splitlines()
    line = next(at for at, each in enumerate(lines, 1) if "soft.h:Soft" in each)
    replaced(soft / ENTRY, '"soft.h:Soft"', '"soft.h:Softer"')
    code, out, _ = tt("soft", "--check")
    assert code == 1
    assert out.splitlines()[:2] == ["soft: has drifted", f"  {ENTRY}:{line}: the block of soft was edited"]


def test_a_block_that_moved_or_went(soft: Path, tt: Tt) -> None:
    text = (soft / FORMULA).read_text()
    start = text.index('derivative(\n    "soft"')
    block = text[start:]
    other = soft / FORMULAS / "binary.py"
    (soft / FORMULA).write_text(text[: start - 1])
    assert drift_of(tt, "soft") == [("removed", FORMULA, 1)]
    other.write_text(f"{other.read_text()}\n{block}")
    line = other.read_text().splitlines().index('    "soft",')
    assert drift_of(tt, "soft") == [("moved", f"{FORMULAS}/binary.py", line)]


def test_lines_around_a_block_are_nobody_s_business(soft: Path, tt: Tt) -> None:
    replaced(soft / FORMULA, '"""The derivatives of unary ops."""', '"""The derivatives\n\nof unary ops."""')
    replaced(soft / ENTRY, '\nneg = unary(\n    "neg(', '\n# what neg is\nneg = unary(\n    "neg(')
    assert drift_of(tt, "soft") == []


@pytest.mark.parametrize("file", [STUB, DOCS])
def test_a_generated_file_that_is_behind_the_table(soft: Path, tt: Tt, file: str) -> None:
    lines = (soft / file).read_text().splitlines(keepends=True)
    at = next(at for at, line in enumerate(lines) if "soft" in line)
    (soft / file).write_text("".join(lines[:at] + lines[at + 1 :]))
    assert drift_of(tt, "soft") == [("stale", file, at + 1)]
    assert f"{file} is not what the op table gives; " in tt("soft", "--check")[1]
    (soft / file).unlink()
    assert drift_of(tt) == [("stale", file, 1)]


def test_a_table_that_cannot_be_read_is_no_end_of_it(soft: Path, tt: Tt) -> None:
    (soft / ENTRY).write_text("neg = (\n")
    assert drift_of(tt, "soft") == [("removed", ENTRY, 1), ("stale", STUB, 1)]
    assert f"{ENTRY} cannot be read: " in tt("--check")[1]


def test_every_op_without_a_name(soft: Path, tt: Tt) -> None:
    tt("loud(Tensor self) -> Tensor")
    (soft / FUNCTOR).unlink()
    code, out, _ = tt("--check")
    assert (code, out.splitlines()) == (
        1,
        ["loud: as it was written", "soft: has drifted", f"  {FUNCTOR} was removed"],
    )
    assert tt("loud", "--check")[0] == 0


def test_an_op_of_which_nothing_is_left_is_forgotten_by_undo(soft: Path, tt: Tt) -> None:
    kept = {file: (soft / file).read_text() for file in (ENTRY, FORMULA, STUB, DOCS)}
    tt("loud(Tensor self) -> Tensor")
    loud = [each for each in soft.rglob("*loud*") if each.suffix != ".json"]
    for each in loud:
        each.unlink()
    assert loud and drift_of(tt, "loud")[0][0] == "removed" and tt("loud", "--undo")[0] == 1
    for file, text in kept.items():
        (soft / file).write_text(text)
    code, out, _ = tt("loud", "--check")
    assert (code, out.splitlines()) == (
        1,
        ["loud: has drifted", "  all of it was taken out by other means; ./tt new-op loud --undo forgets it"],
    )
    assert tt("loud", "--undo")[:2] == (0, "loud: taken out\n  nothing of it was left\n")
    assert {file: (soft / file).read_text() for file in kept} == kept
    assert tt("--check")[:2] == (0, "soft: as it was written\n")


def test_a_run_that_was_killed(soft: Path, tt: Tt) -> None:
    (soft / journal.JOURNAL).parent.mkdir(exist_ok=True)
    (soft / journal.JOURNAL).write_text("{}")
    assert drift_of(tt, "soft") == [("interrupted", journal.JOURNAL, 1)]


def test_an_op_that_was_not_made_here(soft: Path, tt: Tt) -> None:
    code, out, err = tt("sotf", "--check")
    assert (code, out) == (1, "")
    assert err == (
        "tt new-op: 'sotf' was not made by tt new-op in this checkout\nhint: did you mean 'soft'?\n"
    )


@pytest.mark.parametrize("name", ["journal", "sweep", "lock", "run"])
def test_ops_may_be_named_as_the_files_of_the_bookkeeping_are(root: Path, tt: Tt, name: str) -> None:
    assert tt(f"{name}(Tensor self) -> Tensor", "--expr", "2 * self")[0] == 0
    assert tt(name, "--check")[0] == 0
    assert tt(name, "--undo")[0] == 0
