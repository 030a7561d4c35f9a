"""`tt buildstats --what-if` and `--cuts`: what an include line decides alone, checked by really removing it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from geometry_tree import WALL
from ninja_tree import NinjaTree
from ran import Ran, Tt
from tt_devtools.buildstats.dominators import ROOT, dominators


@pytest.fixture
def tree(tmp_path: Path) -> NinjaTree:
    """a.c and b.c read wide.h > deep.h > floor.h; b.c deep.h directly as well; c.c only by force."""
    tree = NinjaTree(tmp_path / "project")
    tree.write("floor.h", "")
    tree.write("deep.h", '#include "floor.h"\n')
    tree.write("wide.h", '#include "deep.h"\n')
    tree.write("a.c", '#include "wide.h"\nint a(void) { return 1; }\n')
    tree.write("b.c", '#include "wide.h"\n#include "deep.h"\nint b(void) { return 1; }\n')
    tree.write("c.c", '#define NAME "wide.h"\n#include NAME\nint c(void) { return 1; }\n')
    tree.manifest(
        "build a.o: CC ../a.c\nbuild b.o: CC ../b.c\nbuild c.o: CC ../c.c\nbuild lib.so: LINK a.o b.o c.o\n"
    )
    tree.build()
    log = "# ninja log v6\n0\t3000\t1\ta.o\tf\n0\t2000\t1\tb.o\tf\n0\t1000\t1\tc.o\tf\n0\t500\t1\tlib.so\tf\n"
    (tree.out / ".ninja_log").write_text(log)
    tree.write(".gitignore", "/out/\n")
    tree.commit(".gitignore", *(path.name for path in tree.root.glob("*.[ch]")))
    return tree


def ask(tt: Tt, tree: NinjaTree, *arguments: str) -> Ran:
    return tt("buildstats", "--build-dir", str(tree.out), "--jobs", "1", *arguments)


def test_a_line_is_priced_before_it_is_removed(tt: Tt, tree: NinjaTree) -> None:
    ran = ask(tt, tree, "--what-if", "wide.h -x-> deep.h")
    assert ran.out == (
        "without wide.h -> deep.h: 1 of 3 units no longer read deep.h\n"
        "  1 unit includes it in another way too\n"
        "  cannot tell for 1 unit: no include line leads there\n"
        "  the changes of the last 90 days would have cost 6.0 CPU s less\n"
        "units  then  CPU s  then  changes  header\n"
        "    3     2    6.5   3.5        1  deep.h\n"
        "    3     2    6.5   3.5        1  floor.h\n"
        "that the units still compile without these headers is not known\n"
        f"{WALL}\n"
    )
    data = ask(tt, tree, "--what-if", "wide.h -x-> deep.h", "--json").json
    assert data["outputs"] == {"deep.h": ["a.o"]}
    assert data["what_if"] == {
        "from": "wide.h", "to": "deep.h", "cut": 1, "kept": ["b.o"], "unknown": ["c.o"],
        "saved_cpu_s": 3.0, "saved_in_history_cpu_s": 6.0,
    }  # fmt: skip


def test_the_fact_agrees(tt: Tt, tree: NinjaTree) -> None:
    told = ask(tt, tree, "--what-if", "wide.h -x-> deep.h", "--json").json
    tree.write("wide.h", "\n")
    tree.build()
    units = {name: set(found) for name, found in tree.predicted("deep.h", "floor.h").items()}
    assert units["deep.h"] == units["floor.h"] == {"b.o"}
    # c.o's lines lead nowhere, so that it was left open; a.o was said to be lost.
    assert {"a.o", "b.o", "c.o"} - set(told["outputs"]["deep.h"]) - {"c.o"} == units["deep.h"]


@pytest.mark.parametrize(
    ("edge", "message", "hint"),
    [
        ("wide.h deep.h", "--what-if expects 'a.h -x-> b.h', got 'wide.h deep.h'", "--cuts 10 lists"),
        ("wide.h -x-> floor.h", "wide.h does not include floor.h directly", "deep.h do"),
        ("wide.h -x-> deap.h", "there is no file 'deap.h'", "did you mean 'deep.h'"),
    ],
)
def test_misuse(tt: Tt, tree: NinjaTree, edge: str, message: str, hint: str) -> None:
    ran = ask(tt, tree, "--what-if", edge)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
    assert hint in ran.err


def test_a_name_of_two_files_is_the_one_that_is_included(tt: Tt, tmp_path: Path) -> None:
    tree = NinjaTree(tmp_path / "project")
    for folder in ("one", "two"):
        tree.write(f"{folder}/shape.h", "")
        tree.write(f"{folder}/area.h", '#include "shape.h"\n')
        tree.write(f"{folder}.c", f'#include "{folder}/area.h"\nint {folder};\n')
    tree.manifest("build one.o: CC ../one.c\nbuild two.o: CC ../two.c\n")
    tree.build()
    ran = ask(tt, tree, "--what-if", "two/area.h -x-> shape.h", "--json")
    assert ran.json["outputs"] == {"two/shape.h": ["two.o"]}
    ran = ask(tt, tree, "--what-if", "one.c -x-> shape.h")
    assert (ran.code, "'shape.h' may be one/shape.h, two/shape.h" in ran.err) == (2, True)


def test_cuts_ranks_lines_between_headers(tt: Tt, tree: NinjaTree) -> None:
    data = ask(tt, tree, "--cuts", "9", "--json").json
    lines = [(cut["from"], cut["to"], cut["units"], cut["saved_once"]) for cut in data["cuts"]]
    # floor.h hangs on deep.h in both units; deep.h and floor.h on wide.h in a.o alone.
    assert lines == [("wide.h", "deep.h", 1, 6.0), ("deep.h", "floor.h", 2, 5.0)]
    text = ask(tt, tree, "--cuts", "1").out
    assert "wide.h -x-> deep.h\n" in text
    assert "floor.h" not in text


def test_headers_beside_a_mode_are_refused(tt: Tt, tree: NinjaTree) -> None:
    ran = ask(tt, tree, "--cuts", "3", "deep.h")
    assert (ran.code, "--cuts takes no headers beside it" in ran.err) == (2, True)


def test_dominators_of_random_graphs() -> None:
    dice = random.Random(3)
    decided = 0
    for _ in range(200):
        count = dice.randrange(2, 12)
        edges = {node: dice.sample(range(count), dice.randrange(min(4, count))) for node in range(count)}
        roots = dice.sample(range(count), dice.randrange(1, 3))

        def reach(without: int, roots: list[int] = roots, edges: dict[int, list[int]] = edges) -> set[int]:
            pending = [node for node in roots if node != without]
            seen = set(pending)
            while pending:
                for each in edges[pending.pop()]:
                    if each != without and each not in seen:
                        seen.add(each)
                        pending.append(each)
            return seen

        above, before = dominators(roots, edges.__getitem__)
        everything = reach(ROOT)
        assert set(above) == everything
        assert all(
            set(before[node]) >= {each for each in everything if node in edges[each]} for node in above
        )
        for node in everything:
            chain, each = set(), above[node]
            while each != ROOT:
                chain.add(each)
                each = above[each]
            assert chain == {other for other in everything - {node} if node not in reach(other)}
            decided += len(chain)
    assert decided > 100


@pytest.mark.parametrize("seed", range(6))
def test_cutting_a_line_of_a_random_project_does_what_was_said(tt: Tt, tmp_path: Path, seed: int) -> None:
    dice = random.Random(seed)
    tree = NinjaTree(tmp_path / "project")
    lines = {
        number: dice.sample(range(number + 1, 9), min(8 - number, dice.randrange(4))) for number in range(9)
    }
    for number, included in lines.items():
        # Not two alike: gcc's #pragma once takes equal files of one time for one.
        head = f"#pragma once\n#define H{number}\n"
        tree.write(f"h{number}.h", head + "".join(f'#include "h{each}.h"\n' for each in included))
    for number in range(5):
        tree.write(f"u{number}.c", "".join(f'#include "h{each}.h"\n' for each in dice.sample(range(9), 2)))
    tree.manifest("".join(f"build u{number}.o: CC ../u{number}.c\n" for number in range(5)))
    tree.build()
    readers = tree.predicted(*(f"h{number}.h" for number in range(9) if unit_reads(tree, number)))
    edges = [
        (source, target)
        for source, included in lines.items()
        for target in included
        if f"h{source}.h" in readers and f"h{target}.h" in readers
    ]
    source, target = dice.choice(edges)
    told = ask(tt, tree, "--what-if", f"h{source}.h -x-> h{target}.h", "--json").json
    header = tree.root / f"h{source}.h"
    header.write_text(header.read_text().replace(f'#include "h{target}.h"\n', "\n"))
    tree.build()
    now = {name: unit_reads(tree, int(name[1])) for name in readers}
    assert told["what_if"]["unknown"] == []
    assert set(told["outputs"][f"h{target}.h"]) == readers[f"h{target}.h"] - now[f"h{target}.h"]
    fewer = {each["path"]: each["then"]["units"] for each in told["headers"]}
    assert fewer == {name: len(now[name]) for name in readers if now[name] != readers[name]}


def unit_reads(tree: NinjaTree, number: int) -> set[str]:
    """The objects that are made from a header; none where the compilers never met it."""
    (units,) = tree.predicted(str(tree.root / f"h{number}.h")).values()
    return units
