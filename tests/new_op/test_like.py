"""--like: every whole-word hit of a tree that a person wrote, by role; nothing is executed, and no tree hangs it."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

from scaffold_root import Tt
from torch_like_tree import BY_ROLE, FILES, hostile, made
from tt_devtools.failure import Failure
from tt_devtools.like import files
from tt_devtools.like.report import report
from tt_devtools.like.roles import ROLES
from tt_devtools.like.search import Found, search
from tt_devtools.like.spellings import spellings
from tt_devtools.like.tree import Tree, chosen


def found_in(tree: Path, op: str = "logaddexp") -> Found:
    return search(spellings(op), Tree(tree, (tree,), is_ours=True))


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("log_softmax", ("log_softmax", "LogSoftmax", "LOG_SOFTMAX")),
        ("LogSoftmax", ("log_softmax", "LogSoftmax", "LOG_SOFTMAX")),
        ("LOG_SOFTMAX", ("log_softmax", "LogSoftmax", "LOG_SOFTMAX")),
        ("torch.nn.functional.gelu", ("gelu", "Gelu", "GELU")),
        ("aten::add.out", ("add", "Add", "ADD")),
        ("add_", ("add", "Add", "ADD")),
        ("__and__", ("__and__", "And", "__AND__")),
    ],
)
def test_spellings(text: str, forms: tuple[str, ...]) -> None:
    found = spellings(text)
    assert (found.snake, found.camel, found.upper) == forms


@pytest.mark.parametrize("text", ["", "a-b", "2add", "_", "ädd", "add."])
def test_what_names_no_op_is_refused(text: str) -> None:
    with pytest.raises(Failure, match="is not the name of an op") as caught:
        spellings(text)
    assert caught.value.code == 2


def test_whole_words_and_their_forms() -> None:
    text = b"add add_ add_out add.out add_.Tensor Add ADD x.add(y)\nadds add2 _add addmm aDD Add_ add_outer\nadd.\n"
    words = [(word.line, word.form) for word in spellings("add").words(text)]
    assert words == [
        (1, "snake"), (1, "inplace"), (1, "out"), (1, "overload"), (1, "camel"), (1, "upper"), (3, "snake"),
    ]  # fmt: skip


def test_a_line_without_end_is_cut_around_the_word() -> None:
    line = b"(Tensor) -> ::::" * 200 + b" add " + b", " * 2000
    (word,) = spellings("add").words(b"first\n" + line * 3)
    assert word.line == 2
    assert b" add " in word.text[:80]
    assert len(word.text) == 1000


def test_every_place_of_an_op_by_role(tmp_path: Path) -> None:
    found = found_in(made(tmp_path))
    by_role: dict[str, set[str]] = {}
    for hit in found.hits:
        by_role.setdefault(hit.role, set()).add(f"{hit.file}:{hit.line}")
    assert by_role == BY_ROLE
    assert list(found.counts) == [role for role in ROLES if role in BY_ROLE]


def test_it_finds_what_grep_finds(tmp_path: Path) -> None:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    words = [
        each
        for op in ("logaddexp", "logaddexp_", "logaddexp_out", "Logaddexp", "LOGADDEXP")
        for each in ("-e", op)
    ]
    command = ["grep", "-rnIw", *words, "."]
    lines = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    expected = {":".join(line.removeprefix("./").split(":")[:2]) for line in lines}
    assert {f"{hit.file}:{hit.line}" for hit in found_in(tmp_path).hits} == expected


def test_a_line_with_several_forms_is_shown_once(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("logaddexp(logaddexp_, Logaddexp)\nlogaddexp\n")
    found = found_in(tmp_path)
    assert len(found.hits) > 2
    assert [line.split()[0] for line in report(found).splitlines()[2:]] == ["a.py:1", "a.py:2"]


def test_a_hostile_tree_is_survived_and_never_executed(tmp_path: Path, tt: Tt) -> None:
    root = tmp_path / "hostile"
    hostile(root)
    try:
        code, out, err = tt("--like", "logaddexp", "--tree", str(root), "--json")
        text = tt("--like", "logaddexp", "--tree", str(root))[1]
    finally:
        (root / "locked").chmod(0o700)
    answer = json.loads(out)
    assert (code, err) == (0, "")
    assert sorted((os.path.basename(hit["file"]), hit["line"]) for hit in answer["hits"]) == [
        ("latin.py", 1), ("na\udcffme.py", 1), ("old_mac.c", 1), ("old_mac.c", 2), ("one_line.js", 1), ("runs.py", 2),
    ]  # fmt: skip
    assert [os.path.basename(each) for each in answer["passed_over"]["huge"]] == ["huge.py"]
    assert all(len(hit["text"]) <= 200 for hit in answer["hits"])
    assert not (root / "it ran").exists()
    assert r"na\udcffme.py:1" in text
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", text)
    assert "not looked into, larger than 16 MiB: 1" in text


def test_a_file_that_turns_into_a_pipe_or_a_link_is_not_opened_or_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    os.symlink("/etc/hostname", tmp_path / "link.py")
    passed = files.PassedOver()
    assert files.source(str(tmp_path / "pipe.py"), passed) is None
    assert files.source(str(tmp_path / "link.py"), passed) is None
    assert passed.unreadable == [str(tmp_path / "link.py")]


def test_what_cannot_be_read_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.py").write_text("logaddexp\n")

    def refused(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(files.os, "open", refused)
    found = found_in(tmp_path)
    assert found.passed.unreadable == [str(tmp_path / "a.py")]
    assert "not looked into, unreadable: 1" in report(found)


@pytest.mark.parametrize("folder", ["build", "a/node_modules", ".hypothesis/constants"])
def test_what_programs_keep_in_a_checkout_is_not_searched(tmp_path: Path, folder: str) -> None:
    (tmp_path / folder).mkdir(parents=True)
    (tmp_path / folder / "a.py").write_text("logaddexp\n")
    assert found_in(tmp_path).hits == []


def test_our_own_ops_are_looked_for_here(checkout: Path) -> None:
    found = search(spellings("relu"), chosen("relu", None))
    assert {"schema", "table", "derivative", "test", "docs", "kernel"} <= set(found.counts)
    by_file = {hit.file: hit.role for hit in found.hits}
    assert by_file["packages/autograd/src/tt_autograd/formulas/elementary.py"] == "derivative"
    assert not any(file.startswith(("build/", ".venv/")) for file in by_file)
    assert "packages/tt/src/tt/_ops.pyi" not in by_file, "it is generated"


@pytest.mark.parametrize("place", ["", "torch", "torchgen", "../.."])
def test_an_installed_pytorch_is_its_two_packages(tmp_path: Path, place: str) -> None:
    packages = tmp_path / "lib/python3.11/site-packages"
    for name in ("torch", "torchgen", "other"):
        (packages / name).mkdir(parents=True)
        (packages / name / "__init__.py").write_text("logaddexp\n")
    if place == "../..":
        tree = chosen("logaddexp", tmp_path)
    else:
        tree = chosen("logaddexp", packages / place)
    assert tree.roots == (packages / "torch", packages / "torchgen")
    assert {hit.file for hit in search(spellings("logaddexp"), tree).hits} == {
        str(packages / name / "__init__.py") for name in ("torch", "torchgen")
    }


def test_other_ops_are_looked_for_in_the_pytorch_that_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packages = tmp_path / "lib/python3.11/site-packages"
    for name in ("torch", "torchgen"):
        (packages / name).mkdir(parents=True)
        (packages / name / "__init__.py").touch()
    monkeypatch.setenv("TT_TORCH_PYTHON", str(tmp_path / "bin/python"))
    assert chosen("logaddexp", None).top == packages
    assert chosen("torch.relu", None).top == packages
    assert chosen("relu", None).is_ours


@pytest.mark.parametrize(
    ("arguments", "code", "message", "hint"),
    [
        (("logaddexq",), 1, "names 'logaddexq', of ", "did you mean 'logaddexp'"),
        (("a b",), 2, "'a b' is not the name of an op", "write add"),
        (("relu", "--tree", "nowhere"), 2, "--tree: 'nowhere' is not there", ""),
        (("relu", "--tree", __file__), 2, "is no folder", ""),
        (("relu", "--expr", "x"), 2, "--like takes a name and no more", ""),
        (("relu", "--undo"), 2, "--undo and --like are two different things to do", ""),
    ],
)
def test_refused(
    tmp_path: Path, tt: Tt, arguments: tuple[str, ...], code: int, message: str, hint: str
) -> None:
    tree = () if "--tree" in arguments else ("--tree", str(made(tmp_path)))
    ran = tt("--like", *arguments, *tree)
    assert (ran[0], ran[1]) == (code, "")
    assert message in ran[2]
    assert hint in ran[2]
    assert "Traceback" not in ran[2]
