"""The units that `tt buildstats` names are those that ninja then makes, on small builds of every shape."""

from __future__ import annotations

from pathlib import Path

import pytest

from ninja_tree import NinjaTree
from tt_devtools.buildstats.run import Request, run

SOURCE = '#include "{header}"\nint {name}(void) {{ return VALUE; }}\n'
HEADER = "#define VALUE 1\n"


@pytest.fixture
def tree(tmp_path: Path) -> NinjaTree:
    return NinjaTree(tmp_path / "project")


def agree(tree: NinjaTree, *headers: str, units: set[str]) -> None:
    """Prediction, ninja's plan and the expected units are one for a touch of each header."""
    assert tree.would_build() == set(), "the build must be up to date"
    for header in headers:
        (predicted,) = tree.predicted(str(tree.root / header)).values()
        assert predicted == units
        tree.touch(header)
        assert tree.would_build() == units
        tree.build()


def test_a_header_within_a_header(tree: NinjaTree) -> None:
    tree.write("inner.h", HEADER)
    tree.write("outer.h", '#include "inner.h"\n')
    tree.write("a.c", SOURCE.format(header="outer.h", name="a"))
    tree.write("b.c", SOURCE.format(header="inner.h", name="b"))
    tree.write("c.c", "int c(void) { return 3; }\n")
    tree.manifest(
        "build a.o: CC ../a.c\nbuild b.o: CC ../b.c\nbuild c.o: CC ../c.c\nbuild x.so: LINK a.o b.o c.o\n"
    )
    tree.build()
    agree(tree, "inner.h", units={"a.o", "b.o"})
    agree(tree, "outer.h", units={"a.o"})


def test_a_generated_header_follows_its_template(tree: NinjaTree) -> None:
    tree.write("value.h.in", HEADER)
    tree.write("a.c", SOURCE.format(header="value.h", name="a"))
    tree.write("b.c", "int b(void) { return 2; }\n")
    tree.manifest(
        "flags = -I.\nbuild value.h: COPY_IF_DIFFERENT ../value.h.in\n"
        "build a.o: CC ../a.c || value.h\nbuild b.o: CC ../b.c || value.h\n"
    )
    tree.build()
    agree(tree, "out/value.h", units={"a.o"})
    (predicted,) = tree.predicted("value.h.in").values()
    assert predicted == {"a.o"}
    tree.touch("value.h.in")
    assert tree.would_build() == {"a.o"}, "a plan cannot know that the content is the same"
    assert tree.build() == set(), "restat: the least that is told, at least 0"
    tree.write("value.h.in", "#define VALUE 2\n")
    assert tree.build() == predicted


def test_a_compiled_generator_rebuilds_what_it_generates(tree: NinjaTree) -> None:
    tree.write("tool.h", HEADER)
    tree.write("tool.c", '#include "tool.h"\nint main(void) { return VALUE - 1; }\n')
    tree.write("a.c", '#include "made.h"\nint a(void) { return MADE; }\n')
    tree.manifest(
        "flags = -I.\n"
        "rule PROGRAM\n  command = cc $in -o $out\n"
        "rule RUN\n  command = ./$in && echo '#define MADE 1' > $out\n"
        "build tool.o: CC ../tool.c\nbuild tool: PROGRAM tool.o\nbuild made.h: RUN tool\n"
        "build a.o: CC ../a.c || made.h\n"
    )
    tree.build()
    agree(tree, "tool.h", units={"tool.o", "a.o"})


def test_subninja_has_its_own_variables_and_rules(tree: NinjaTree) -> None:
    tree.write("a.h", HEADER)
    for name in ("a", "b"):
        tree.write(f"{name}.c", SOURCE.format(header="a.h", name=name))
    tree.manifest(
        "dir = top\nname = sub\nbuild $dir.a.o: CC ../a.c\nsubninja $name.ninja\ninclude more.ninja\n"
        "build $dir.c.o: OTHER ../a.c\n"
    )
    tree.manifest(
        "dir = below\nrule CC\n  command = cc -MD -MF $out.d -c $in -o $out\n  depfile = $out.d\n"
        "  deps = gcc\n  description = Building C object $out\nbuild ${dir}.b.o: CC ../b.c\n",
        name="sub.ninja",
    )
    tree.manifest(
        "dir = included\nrule OTHER\n  command = cc -MD -MF $out.d -c $in -o $out\n  depfile = $out.d\n"
        "  deps = gcc\n  description = Building C object $out\n",
        name="more.ninja",
    )
    tree.build()
    agree(tree, "a.h", units={"top.a.o", "below.b.o", "included.c.o"})


def test_order_only_inputs_rebuild_nothing(tree: NinjaTree) -> None:
    tree.write("first.h", HEADER)
    tree.write("a.c", "int a(void) { return 1; }\n")
    tree.write("b.c", "int b(void) { return 1; }\n")
    tree.manifest("build a.o: CC ../a.c || ../first.h\nbuild b.o: CC ../b.c | ../first.h\n")
    tree.build()
    agree(tree, "first.h", units={"b.o"})


def test_phony_edges_hand_on(tree: NinjaTree) -> None:
    tree.write("config.h", HEADER)
    tree.write("a.c", "int a(void) { return 1; }\n")
    tree.write("b.c", "int b(void) { return 1; }\n")
    tree.manifest(
        "build inner: phony ../config.h\nbuild config: phony inner\nbuild a.o: CC ../a.c | config\n"
        "build present: phony ../config.h\nbuild b.o: CC ../b.c | present\n"
    )
    tree.write("out/present", "")
    tree.build()
    agree(tree, "config.h", units={"a.o"})


def test_only_what_the_default_targets_need_counts(tree: NinjaTree) -> None:
    tree.write("a.h", HEADER)
    for name in ("a", "b"):
        tree.write(f"{name}.c", SOURCE.format(header="a.h", name=name))
    tree.manifest("build b.o: CC ../b.c\n")
    tree.build()
    tree.manifest("build a.o: CC ../a.c\nbuild b.o: CC ../b.c\nbuild all: phony a.o\ndefault all\n")
    tree.build()
    agree(tree, "a.h", units={"a.o"})


def test_a_depfile_without_deps_is_read_from_disk(tree: NinjaTree) -> None:
    tree.write("a b.h", HEADER)
    tree.write("a.c", SOURCE.format(header="a b.h", name="a"))
    tree.manifest(
        "rule PLAIN\n  command = cc -MD -MP -MF $out.d -c $in -o $out\n  depfile = $out.d\n"
        "  description = Building C object $out\nbuild a.o: PLAIN ../a.c\n"
    )
    tree.build()
    assert (tree.out / "a.o.d").exists()
    agree(tree, "a b.h", units={"a.o"})


@pytest.mark.parametrize("name", ["with space", "dollar$x", "hash#tag", "ünïcødé-名"])
def test_names_that_need_escaping(tree: NinjaTree, name: str) -> None:
    tree.write(f"{name}.h", HEADER)
    tree.write("main.c", SOURCE.format(header=f"{name}.h", name="a"))
    escaped = name.replace("$", "$$").replace(" ", "$ ").replace(":", "$:")
    tree.manifest(f"build {escaped}.o: CC ../main.c\n  flags = -I..\n")
    tree.build()
    agree(tree, f"{name}.h", units={f"{name}.o"})


def test_an_input_whose_name_needs_escaping(tree: NinjaTree) -> None:
    tree.write("it's a: b.h", HEADER)
    tree.write("a.c", "int a(void) { return 1; }\n")
    tree.manifest("build a.o: CC ../a.c | ../it's$ a$:$ b.h\n")
    tree.build()
    agree(tree, "it's a: b.h", units={"a.o"})


def test_one_header_under_several_spellings(tree: NinjaTree) -> None:
    tree.write("include/value.h", HEADER)
    (tree.root / "link").symlink_to("include")
    (tree.root / "alias.h").symlink_to("include/value.h")
    spellings = ("../include", str(tree.root / "include"), "../link", "../include/../include")
    for number in range(len(spellings)):
        tree.write(f"{number}.c", SOURCE.format(header="value.h", name=f"f{number}"))
    tree.write("4.c", SOURCE.format(header="alias.h", name="f4"))
    edges = [f"build {n}.o: CC ../{n}.c\n  flags = -I{folder}\n" for n, folder in enumerate(spellings)]
    tree.manifest("".join(edges) + "build 4.o: CC ../4.c\n")
    tree.build()
    units = {f"{number}.o" for number in range(5)}
    agree(tree, "include/value.h", units=units)
    agree(tree, "link/value.h", "alias.h", units=units)


def test_a_build_directory_under_another_name(tree: NinjaTree, tmp_path: Path) -> None:
    tree.write("a.h", HEADER)
    tree.write("a.c", SOURCE.format(header="a.h", name="a"))
    tree.manifest("build a.o: CC ../a.c\n")
    tree.build()
    (tmp_path / "elsewhere").symlink_to(tree.out)
    tree.out = tmp_path / "elsewhere"
    assert tree.predicted("a.h") == {"a.h": {"a.o"}}


def test_logs_in_builddir(tree: NinjaTree) -> None:
    tree.write("a.h", HEADER)
    tree.write("a.c", SOURCE.format(header="a.h", name="a"))
    tree.manifest("builddir = logs\nbuild a.o: CC ../a.c\n")
    tree.build()
    assert (tree.out / "logs" / ".ninja_deps").exists()
    agree(tree, "a.h", units={"a.o"})


def test_dyndep_files_add_inputs(tree: NinjaTree) -> None:
    tree.write("late.h", HEADER)
    tree.write("a.c", "int a(void) { return 1; }\n")
    tree.write("b.c", "int b(void) { return 1; }\n")
    tree.write("out/a.dd", "ninja_dyndep_version = 1\nbuild a.o | extra.mod: dyndep | ../late.h\n")
    tree.manifest(
        "rule MODULE\n  command = touch extra.mod && cc -c $in -o $out\n"
        "  description = Building C object $out\n"
        "build a.o: MODULE ../a.c || a.dd\n  dyndep = a.dd\n"
        "build b.o: CC ../b.c | extra.mod\n"
    )
    tree.build()
    agree(tree, "late.h", units={"a.o", "b.o"})


def test_continued_lines_and_comments(tree: NinjaTree) -> None:
    tree.write("a.h", HEADER)
    tree.write("#odd.c", SOURCE.format(header="a.h", name="a"))
    tree.manifest(
        "# a comment that ends in a dollar $\nbuild $\n    a.o: $\n    CC $\n"
        "    ../#odd.c\n  # indented comment\n  flags = -D$\n    X\nsum = a$$b\n"
    )
    tree.build()
    agree(tree, "a.h", units={"a.o"})


def test_nothing_in_the_tree_changes(tree: NinjaTree, capsys: pytest.CaptureFixture[str]) -> None:
    tree.write("a.h", HEADER)
    tree.write("a.c", SOURCE.format(header="a.h", name="a"))
    tree.manifest("build a.o: CC ../a.c\nbuild a.so: LINK a.o\n")
    tree.build()
    tree.commit("a.c", "a.h")
    log = tree.out / ".ninja_log"
    log.write_text(log.read_text().replace("# ninja log v7", "# ninja log v5"))
    before = tree.fingerprint()
    assert run(Request(("a.h",), tree.out)) == 0
    assert run(Request((), tree.out, as_json=True)) == 0
    assert tree.fingerprint() == before
    assert '"changes": 1' in capsys.readouterr().out
