"""`tt buildstats --diff` and `--staged`: which units, which file carries the price, what the cache will save."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from geometry_tree import WALL, committed_tree
from ninja_tree import NinjaTree
from ran import Ran, Tt
from tt_devtools.buildstats.comments import Change, classify
from tt_devtools.buildstats.includes import Includes
from tt_devtools.ninja_graph.graph import Graph
from tt_devtools.ninja_graph.load import load


@pytest.fixture
def tree(tmp_path: Path) -> NinjaTree:
    return committed_tree(tmp_path / "project")


def diff(tt: Tt, tree: NinjaTree, *arguments: str) -> Ran:
    return tt("buildstats", "--build-dir", str(tree.out), "--jobs", "1", *(arguments or ("--diff",)))


def git(tree: NinjaTree, *arguments: str) -> None:
    subprocess.run(["git", "-C", tree.root, *arguments], check=True, capture_output=True)


def test_the_units_are_those_that_ninja_then_makes(tt: Tt, tree: NinjaTree) -> None:
    tree.build()  # the log has no hashes of real commands
    tree.write("geo/area.h", "#include <geo/shape.h>\n#define AREA 2\n")
    tree.write("b.c", "int b(void) { return 7; }\n")
    data = diff(tt, tree, "--diff", "--json").json
    assert set(data["diff"]["outputs"]) == tree.would_build() == {"a.o", "b.o", "c.o"}
    assert (data["diff"]["units"], data["diff"]["least_units"], data["diff"]["links"]) == (3, 2, 1)


def test_text_names_the_file_that_carries_the_price(tt: Tt, tree: NinjaTree) -> None:
    tree.write("geo/shape.h", "#define VALUE 2\n")
    tree.write("b.c", '#include "geo/shape.h"\nint b(void) { return VALUE + 1; }\n')
    tree.write("notes.txt", "nothing of the build\n")
    tree.write("d.c", "int d(void) { return 4; }\n")
    ran = diff(tt, tree)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == (
        "changed since HEAD: 2 files of the build: 2 units, 1 link, 5.5 CPU s, 5.5 s on 1 jobs\n"
        "  new to the build, so that their price is not known:\n"
        "    d.c\n"
        "  1 other changed file: the build does not read them\n"
        "only here  alone  units  what  file\n"
        "      3.0    5.5      2  code  geo/shape.h\n"
        "      0.0    2.5      1  code  b.c\n"
        "only here: CPU seconds that this file alone adds to the change; alone: that it costs by itself\n"
        f"{WALL}\n"
    )


def test_nothing_changed(tt: Tt, tree: NinjaTree) -> None:
    assert diff(tt, tree).out == "changed since HEAD: no file that this build has read\n"
    os.utime(tree.root / "geo/shape.h")
    (tree.root / "geo/shape.h").chmod(0o755)
    tree.write("geo/area.h", (tree.root / "geo/area.h").read_text().replace("\n", "\r\n"))
    assert diff(tt, tree, "--diff", "--json").json["headers"] == []


def test_comments_are_hits_but_for_what_code_touches_too(tt: Tt, tree: NinjaTree) -> None:
    tree.write("geo/shape.h", "#define VALUE 1\n// the end\n")
    tree.write("geo/area.h", '/* #include "other.h" */\n#  include <geo/shape.h>\n#define AREA 1\n')
    ran = diff(tt, tree, "--diff", "--json")
    assert ran.json["diff"]["expected_hits"] == ["b.o"]
    assert {row["path"]: row["change"] for row in ran.json["headers"]} == {
        "geo/shape.h": "comments",
        "geo/area.h": "code",
    }
    assert (
        "1 cache hit expected: no line of code moves for them, which leaves 4.5 CPU s" in diff(tt, tree).out
    )


def test_what_reads_a_generated_file_is_no_sure_hit(tt: Tt, tree: NinjaTree) -> None:
    """made.h is generated from what area.h holds, comments among it."""
    tree.write("geo/area.h", (tree.root / "geo/area.h").read_text() + "// the end\n")
    told = diff(tt, tree, "--diff", "--json").json["diff"]
    assert (told["outputs"], told["expected_hits"]) == (["a.o", "c.o"], ["a.o"])


def test_staged_and_revisions(tt: Tt, tree: NinjaTree) -> None:
    tree.write("geo/area.h", "#include <geo/shape.h>\n#define AREA 2\n")
    git(tree, "add", "geo/area.h")
    tree.write("b.c", "int b(void) { return 7; }\n")
    staged = diff(tt, tree, "--staged", "--json").json
    assert [row["path"] for row in staged["headers"]] == ["geo/area.h"]
    assert staged["diff"]["since"] == "staged since HEAD"
    tree.commit("b.c")
    assert diff(tt, tree).out.startswith("changed since HEAD: no file")
    paths = {row["path"] for row in diff(tt, tree, "--diff", "HEAD~1", "--json").json["headers"]}
    assert paths == {"geo/area.h", "b.c"}
    tree.write("a.c", "int a(void) { return 1; }\n")
    ranged = diff(tt, tree, "--diff", "HEAD~1..HEAD", "--json").json
    assert {row["path"] for row in ranged["headers"]} == {"geo/area.h", "b.c"}


def test_deleted_files_and_submodules_are_named(tt: Tt, tree: NinjaTree) -> None:
    (tree.root / "geo/area.h").unlink()
    head = subprocess.run(
        ["git", "-C", tree.root, "rev-parse", "HEAD"], check=True, capture_output=True, text=True
    ).stdout.strip()
    git(tree, "update-index", "--add", "--cacheinfo", f"160000,{head},third")
    ran = diff(tt, tree)
    assert "  deleted: units that still include them fail:\n    geo/area.h\n" in ran.out
    assert "  submodules, not looked into:\n    third\n" in ran.out


def test_an_edit_of_what_configures_says_so(tt: Tt, tmp_path: Path) -> None:
    tree = NinjaTree(tmp_path / "project")
    tree.write("a.c", "int a(void) { return 1; }\n")
    tree.write("lists.txt", "a\n")
    tree.manifest(
        "rule CONFIGURE\n  command = touch build.ninja\n  generator = 1\n"
        "build build.ninja: CONFIGURE ../lists.txt\nbuild a.o: CC ../a.c\n"
    )
    tree.build()
    tree.commit("a.c", "lists.txt")
    tree.write("lists.txt", "a b\n")
    assert "CMake runs again; what it changes is not known before" in diff(tt, tree).out


def test_units_without_a_record_are_no_zero(tt: Tt, tree: NinjaTree) -> None:
    text = (tree.out / "build.ninja").read_text()
    (tree.out / "build.ninja").write_text(text + "build d.o: CC ../d.c\n")
    tree.write("geo/lonely.h", "")
    ran = diff(tt, tree)
    assert "no unit with a record reads them, and 1 unit has none" in ran.out
    assert diff(tt, tree, "--diff", "--json").json["diff"]["unrecorded_units"] == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--diff", "no-such-branch"), "git knows no revision 'no-such-branch'"),
        (("--diff", "no-such-branch"), "hint: a revision is a branch, a tag or a commit, such as HEAD~1"),
        (("--diff", "main2"), "hint: did you mean 'main'?"),
        (("--diff", "HEAD..nowhere"), "git knows no revision 'nowhere'"),
        (("--staged", "HEAD~0..HEAD"), "--staged compares the index with one commit"),
        (("--diff", "--staged"), "--diff and --staged exclude each other"),
        (("--diff", "HEAD", "HEAD"), "--diff takes one revision, not 2"),
        (("--diff", "--output=x"), "no such option: --output"),
    ],
)
def test_misuse(tt: Tt, tree: NinjaTree, arguments: tuple[str, ...], message: str) -> None:
    ran = diff(tt, tree, *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err.replace("No such", "no such")


def test_without_a_repository_there_is_no_answer(tt: Tt, tree: NinjaTree) -> None:
    (tree.root / ".git").rename(tree.root / "hidden")
    ran = diff(tt, tree)
    assert (ran.code, ran.out) == (2, "")
    assert f"there is no git repository around {tree.root}" in ran.err


def test_a_repository_cannot_make_us_run_its_programs(tt: Tt, tree: NinjaTree) -> None:
    tree.write(".gitattributes", "*.h diff=evil filter=evil\n*.c filter=evil\n")
    tree.commit(".gitattributes")
    trap = tree.write("trap.sh", f"#!/bin/sh\ntouch {tree.root}/sprung\ncat\n")
    trap.chmod(0o755)
    for name in ("core.fsmonitor", "diff.external", "diff.evil.textconv", "diff.evil.command",
                 "filter.evil.clean", "filter.evil.smudge", "filter.evil.process"):  # fmt: skip
        git(tree, "config", name, str(trap))
    os.utime(tree.root / "b.c")
    tree.write("geo/shape.h", "#define VALUE 3\n")
    before = tree.fingerprint()
    for arguments in (("--diff",), ("--staged",), ("--diff", "HEAD~1..HEAD")):
        assert diff(tt, tree, *arguments).code == 0
    assert not (tree.root / "sprung").exists()
    assert tree.fingerprint() == before


@pytest.mark.parametrize(
    ("before", "after", "change"),
    [
        ("int a;\n", "int a;\n", "comments"),
        ("int a;\n", "int a;\n// end\n\n", "comments"),
        ("// one\nint a;\n", "// two\nint a;\n", "comments"),
        ("/* one\n*/ int a;\n", "/* two\n*/ int a;\n", "comments"),
        ("int a; // one\n", "int a; // two\n", "comments"),
        ("int a;\n", "int a; // new\n", "moved"),
        ("int a;\n", "// new\nint a;\n", "moved"),
        ("int a;\n", "\nint a;\n", "moved"),
        ("int a;\n", "int b;\n", "code"),
        ("int a;\n", "int a;\nint b;\n", "code"),
        ("#define A\n1\n", "#define A 1\n", "code"),
        ('char* a = "// x";\n', 'char* a = "// y";\n', "code"),
        ('char* a = "x  y";\n', 'char* a = "x y";\n', "code"),
        ('auto a = R"q(// )" x)q";\n', 'auto a = R"q(// )" y)q";\n', "code"),
        ("int a = 1'000; // x\n", "int a = 1'000; // '\n", "comments"),
        ("char a = '\"'; // x\n", "char a = '\"'; // y\n", "comments"),
        ("// a \\\nint b;\n", "// a \\\nint c;\n", "comments"),
        ("int a; /* open", "int a; /* other", "comments"),
        ("int a;\r\n// x\r\n", "int a;\n// y\n", "comments"),
        ("\udcff\n", "\udcff // \udcfe\n", "moved"),
    ],
)
def test_what_kind_of_edit(before: str, after: str, change: Change) -> None:
    old, new = (text.encode("utf-8", "surrogateescape") for text in (before, after))
    assert classify(old, new) == change


@pytest.mark.parametrize("piece", ["/*", 'R"(', '\\"', '"\\', "'\\", "//", "\\\n", 'R"x('])
def test_nothing_is_searched_again_and_again(piece: str, tmp_path: Path) -> None:
    text = piece.encode() * 400_000
    assert classify(b"int a;\n" + text, b"int b;\n" + text) == "code"
    assert classify(b'"' + text, b'"' + text) == "comments"
    tree = NinjaTree(tmp_path / "project")
    path = tree.write("hostile.h", '#include "a.h"\n' + piece * 400_000)
    assert [line.name for line in Includes(load_nothing(tree)).scan(str(path))] == ["a.h"]


def load_nothing(tree: NinjaTree) -> Graph:
    tree.manifest("")
    return load(tree.out)[0]
