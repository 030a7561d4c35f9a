"""The command over a tree on disk: what it prints and returns, what it leaves, and what stops it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scaffold_root import texts
from small_tree import small_tree
from tt_devtools import cli, progress
from tt_devtools.failure import Failure
from tt_devtools.new_op import check
from tt_devtools.new_op.asked.request import Asked
from tt_devtools.new_op.language.vocabulary import Vocabulary
from tt_devtools.new_op.plan import changes
from tt_devtools.new_op.read_request import make_request
from tt_devtools.new_op.tree.formatter import Plain
from tt_devtools.new_op.tree.places import FORMULAS, FUNCTORS, OPS
from tt_devtools.new_op.tree.workspace import Disk

SCHEMA = "soft(Tensor self) -> Tensor"
EXPR = ("--expr", "exp(self) / 2 - 1")


def git(root: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=test", "-c", "user.email=test@localhost", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *identity, *arguments], cwd=root, check=True, capture_output=True)


def test_added_and_undone(root: Path, tt: Callable[..., Any]) -> None:
    before = texts(root)
    code, out, err = tt(SCHEMA, *EXPR)
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == "soft: added"
    assert f"  new      {FUNCTORS}/soft.h" in out
    assert "no C++ compiler was found" in out
    assert out.splitlines()[-1] == "next: ./tt test soft; ./tt new-op soft --undo takes it out again"
    assert sorted(set(texts(root)) - set(before)) == [
        "changelog.d/soft.md", f"{FUNCTORS}/soft.h", "tests/ops/samples/soft.py",
    ]  # fmt: skip
    code, out, err = tt("soft", "--undo")
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == "soft: taken out"
    assert texts(root) == before


def test_doubtful_places_are_told(root: Path, tt: Callable[..., Any]) -> None:
    doubtful = ("soft(Tensor self) -> Tensor", "--expr", "self * log(self)", "--plan")
    code, _, err = tt(*doubtful)
    assert code == 0
    assert err.splitlines()[:2] == [
        "tt new-op: warning: the value: at self = 0 in float32 it is nan and not 0",
        "hint: where(self == 0, 0, self * log(self)) reaches further",
    ]
    (found, *_) = json.loads(tt(*doubtful, "--json")[1])["warnings"]
    assert (found["at"], found["got"], found["expected"]) == ({"self": "0"}, "nan", "0")


def test_who_watches_sees_what_takes_long(
    root: Path, tt: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "is_terminal", lambda stream: True)
    monkeypatch.setattr(progress, "REDRAW_S", 0.0)
    for arguments, code in (((SCHEMA, *EXPR, "--plan"), 0), ((SCHEMA, "--expr", "exq(self)"), 2)):
        found = tt(*arguments)
        assert found[0] == code
        drawn = found[2].split("\r\x1b[K")
        assert drawn[1].endswith("reading the tree")
        assert not code or drawn[-1].startswith("tt new-op: --expr"), (
            "the bar is gone before anything is told"
        )
        assert bool(code) is not any(each.endswith("differentiating by 'self'") for each in drawn)


def test_json(root: Path, tt: Callable[..., Any]) -> None:
    code, out, _ = tt(SCHEMA, "--json")
    made = json.loads(out)
    assert code == 0
    assert (made["op"], made["action"], made["written"], made["rebuild"]) == ("soft", "add", True, None)
    assert {each["file"]: each["change"] for each in made["files"]}[f"{OPS}/unary.py"] == "insert"
    assert [place.partition(":")[0] for place in made["unwritten"]] == [
        f"{FUNCTORS}/soft.h", "tests/ops/samples/soft.py", f"{FORMULAS}/unary.py",
    ]  # fmt: skip
    for place in made["unwritten"]:
        file, _, line = place.partition(":")
        assert "ritten" in (root / file).read_text().splitlines()[int(line) - 1]


@pytest.mark.parametrize("look", ["--plan", "--dry-run"])
def test_looking_writes_nothing(root: Path, tt: Callable[..., Any], look: str) -> None:
    before = set(root.rglob("*"))
    code, out, _ = tt(SCHEMA, *EXPR, look)
    assert (code, out.splitlines()[0]) == (0, "soft: would be added")
    assert set(root.rglob("*")) == before
    tt(SCHEMA, *EXPR)
    added = texts(root)
    assert tt("soft", "--undo", look)[1].startswith("soft: would be taken out")
    assert texts(root) == added


def test_the_plan_names_the_units_of_the_build(root: Path, tt: Callable[..., Any]) -> None:
    build = root / "build/dev"
    (build / "gen").mkdir(parents=True)
    for isa in ("baseline", "avx2"):
        (build / f"gen/loops_small.{isa}.gen.cpp").write_text("")
    (build / ".ninja_log").write_text(
        "# ninja log v7\n"
        "0\t4000\t0\tx/loops_small.baseline.gen.cpp.o\ta\n"
        "0\t6000\t0\tx/loops_small.avx2.gen.cpp.o\tb\n"
        "0\t2000\t0\tx/op_table.gen.cpp.o\tc\n"
    )
    rebuild = json.loads(tt(SCHEMA, *EXPR, "--plan", "--json")[1])["rebuild"]
    assert rebuild["units"] == [
        "loops_soft.baseline.gen.cpp", "loops_soft.avx2.gen.cpp", "op_table.gen.cpp", "registration.gen.cpp",
    ]  # fmt: skip
    assert rebuild["seconds"] == pytest.approx(2 * 5 + 2)
    assert rebuild["links"] == 1
    (build / "gen/emulated_small.gen.cpp").write_text("")
    rebuild = json.loads(tt(SCHEMA, *EXPR, "--plan", "--json")[1])["rebuild"]
    assert "emulated_soft.gen.cpp" in rebuild["units"] and rebuild["links"] == 2


def test_a_second_run_changes_nothing(root: Path, tt: Callable[..., Any]) -> None:
    tt(SCHEMA, *EXPR)
    added = texts(root)
    code, out, err = tt(SCHEMA, *EXPR)
    assert (code, out) == (1, "")
    assert err.startswith(f"tt new-op: the name 'soft' is taken: the op table, {OPS}/unary.py:")
    assert texts(root) == added


def test_wrong_input_exits_2_with_a_caret(tt: Callable[..., Any]) -> None:
    code, _, err = tt(SCHEMA, "--expr", "self + exq(self)")
    assert code == 2
    assert err.splitlines() == [
        "tt new-op: --expr: unknown function 'exq'",
        "self + exq(self)",
        "       ^",
        "hint: did you mean 'eq' or 'exp'?",
    ]
    assert tt("soft(Tensor self -> Tensor", "--json")[0] == 2


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (
            ("loud", "--undo"),
            1,
            "'loud' was not made by tt new-op in this checkout\nhint: no op was, since build/",
        ),
        (
            ("loud", "--check"),
            1,
            "'loud' was not made by tt new-op in this checkout\nhint: no op was, since build/",
        ),
        (("exp", "--undo"), 1, "checkout\nhint: it is in the op table: ./tt where exp shows its places"),
        (("so ft", "--undo"), 2, "--undo takes an op's name, got 'so ft'"),
        (("soft(Tensor self) -> Tensor", "--expr", ""), 2, "--expr is empty"),
        (("soft(Tensor self) -> Tensor", "--dtypes", " "), 2, "--dtypes is empty"),
        (("--undo",), 2, "--undo takes an op's name, got ''"),
        (("--like", ""), 2, "--like is empty"),
        (("soft", "--undo", "--expr", "self"), 2, "--undo takes a name and no more"),
    ],
)
def test_used_wrongly(
    root: Path, tt: Callable[..., Any], arguments: tuple[str, ...], code: int, message: str
) -> None:
    found = tt(*arguments)
    assert found[0] == code
    assert message in found[2]


def test_a_tree_that_cannot_be_written_to(root: Path, tt: Callable[..., Any]) -> None:
    (root / "build").write_text("a file where the folder should be")
    before = texts(root)
    code, _, err = tt(SCHEMA, *EXPR)
    assert code == 1
    assert err.startswith("tt new-op: the tree cannot be written: ")
    assert len(err.splitlines()) == 2
    assert texts(root) == before


def test_the_next_run_finishes_what_a_killed_one_began(
    root: Path, tt: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException):
        pass

    renames = 0
    rename = Disk.rename

    def killed_at_the_third(self: Disk, source: str, target: str) -> None:
        nonlocal renames
        renames += 1
        if renames == 3:
            raise Killed
        rename(self, source, target)

    monkeypatch.setattr(Disk, "rename", killed_at_the_third)
    with pytest.raises(Killed):
        cli.main(["new-op", SCHEMA, *EXPR])
    monkeypatch.setattr(Disk, "rename", rename)
    code, _, err = tt("loud(Tensor self) -> Tensor")
    assert code == 0
    assert err == "tt new-op: finished what an earlier run had begun when it was killed\n"
    assert '"soft(Tensor self)' in (root / OPS / "unary.py").read_text()
    assert not list(root.rglob("*.tt-new"))
    for name in ("soft", "loud"):
        assert tt(name, "--undo")[0] == 0
    assert texts(root) == small_tree().files


def test_an_uncommitted_edit_is_not_cut_in_two(root: Path, tt: Callable[..., Any]) -> None:
    (root / ".gitignore").write_text("/build/\n")
    git(root, "init", "--quiet")
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "-m", "tree")
    file = root / FORMULAS / "unary.py"
    lines = file.read_text().splitlines()
    place = lines.index("from tt_core import ops")
    lines[place : place + 1] = ["from tt_autograd.other import one", "from tt_core import ops, also"]
    file.write_text("\n".join(lines) + "\n")
    edited = texts(root)
    code, _, err = tt(SCHEMA)  # a stub, whose import would go between the two
    assert code == 1
    assert f"into the middle of an uncommitted edit, {FORMULAS}/unary.py:{place + 2}" in err
    assert texts(root) == edited
    assert tt(SCHEMA, *EXPR)[0] == 0, "at the end of the file it is in nobody's way"


def test_a_functor_that_does_not_compile_is_not_written(checkout: Path) -> None:
    workspace = Disk(checkout)
    request = make_request(Asked("zz_soft(Tensor self) -> Tensor", expr="self * self"), Vocabulary(workspace))
    made = changes(request, workspace, Plain())
    assert check.units(checkout, request, made, workspace)
    broken = [
        type(each)(each.file, each.kind, each.before, each.after.replace("return", "return no_such +"))
        if each.file.endswith(".h")
        else each
        for each in made
    ]
    with pytest.raises(Failure, match=r"(?s)the new C\+\+ does not compile:.*zz_soft\.h.*no_such"):
        check.units(checkout, request, broken, workspace)


@pytest.mark.parametrize("kind", ["unary", "irregular"])
def test_a_macro_is_no_name(checkout: Path, kind: str) -> None:
    workspace = Disk(checkout)
    request = make_request(
        Asked("zz_soft(Tensor self, float NULL=3) -> Tensor", kind=kind), Vocabulary(workspace)
    )
    with pytest.raises(Failure, match="'NULL' is a macro of C\\+\\+ headers") as caught:
        check.units(checkout, request, changes(request, workspace, Plain()), workspace)
    assert caught.value.code == 2


def test_the_tool_runs_where_nothing_is_built(checkout: Path, tmp_path: Path) -> None:
    """A Python without the libraries says what it lacks; one with them needs no build and no .venv."""
    for folder in ("tools", "packages", "docs", "tests", "changelog.d"):
        ignored = shutil.ignore_patterns("*.so", "*.so.*", "__pycache__")
        shutil.copytree(checkout / folder, tmp_path / folder, ignore=ignored)
    before = texts(tmp_path)
    tool = [str(tmp_path / "tools/new_op.py"), SCHEMA.replace("soft", "zz_soft"), "--plan", "--json"]
    bare = subprocess.run([sys.executable, "-I", "-S", *tool], capture_output=True, text=True)
    assert bare.returncode == 1
    assert bare.stderr.startswith(
        "tools/new_op.py: this Python has no typer, and the checkout has no .venv\nhint: "
    )
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, *arguments]
        return subprocess.run(command, capture_output=True, text=True, env=environment, cwd=tmp_path)

    done = run(*tool)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["op"] == "zz_soft"
    assert texts(tmp_path) == before
    # It is this tree that is read, and not the one whose packages are installed.
    (tmp_path / "changelog.d/zz_soft.md").write_text("Taken.\n")
    assert "is taken: a changelog fragment" in run(*tool).stderr


def test_a_type_of_cpp_is_no_name(checkout: Path) -> None:
    workspace = Disk(checkout)
    request = make_request(Asked("vector(Tensor self) -> Tensor", expr="exp(self)"), Vocabulary(workspace))
    made = changes(request, workspace, Plain())
    with pytest.raises(Failure, match=r"^the name 'vector' is taken: C\+\+'s Vector, packages/[^:\n]+\.h$"):
        check.units(checkout, request, made, workspace)
