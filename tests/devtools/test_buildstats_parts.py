"""Parts of `tt buildstats` on made-up data: ranking, scheduling, include chains, changes in git."""

from __future__ import annotations

import json
import os
import random
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from deps_writer import DepsWriter
from large_tree import write_large_tree
from ninja_tree import NinjaTree
from tt_devtools.buildstats.capabilities import grouped
from tt_devtools.buildstats.changes import changes
from tt_devtools.buildstats.includes import Includes
from tt_devtools.ninja_graph import rank as ranking
from tt_devtools.ninja_graph.graph import Graph
from tt_devtools.ninja_graph.load import load
from tt_devtools.ninja_graph.schedule import Scheduler

RULES = """
rule CXX_COMPILER__x
  deps = gcc
rule CXX_SHARED_LIBRARY_LINKER__x
  command = ld
rule CUSTOM_COMMAND
  command = run
pool two
  depth = 2
"""


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (
            ["cpu/X.cpp.DEFAULT.cpp.o", "a.o", "cpu/X.cpp.AVX2.cpp.o"],
            ["cpu/X.cpp.{AVX2,DEFAULT}.cpp.o", "a.o"],
        ),
        (
            ["k_avx2.dir/x.avx2.o", "k_baseline.dir/x.baseline.o"],
            ["k_{avx2,baseline}.dir/x.{avx2,baseline}.o"],
        ),
        (["default/x.avx2.o", "default/x.avx512.o"], ["default/x.avx2.o", "default/x.avx512.o"]),
        (["x.avx2.o", "y.avx512.o", "defaults.o"], ["x.avx2.o", "y.avx512.o", "defaults.o"]),
    ],
)
def test_one_source_for_several_instruction_sets_is_one_line(names: list[str], shown: list[str]) -> None:
    assert grouped(names) == shown


def graph_of(folder: Path, manifest: str, deps: dict[str, list[str]]) -> Graph:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "build.ninja").write_text(RULES + manifest)
    writer = DepsWriter()
    for output, inputs in deps.items():
        writer.record(output, *inputs)
    (folder / ".ninja_deps").write_bytes(writer.data)
    return load(folder)[0]


def random_build(dice: random.Random) -> tuple[str, dict[str, list[str]]]:
    """Units that read headers and generated headers; generators that run linked tools or read headers."""
    lines, deps, objects, libraries, generated = [], {}, [], [], []
    headers = [f"h{number}.h" for number in range(12)]
    for number in range(40):
        kind = dice.random()
        if kind < 0.6 or not objects:
            output = f"{number}.o"
            lines.append(f"build {output}: CXX_COMPILER__x {number}.cpp")
            deps[output] = [
                f"{number}.cpp",
                *dice.sample(headers, 3),
                *dice.sample(generated, min(2, len(generated))),
            ]
            objects.append(output)
        elif kind < 0.75:
            libraries.append(f"lib{number}.so")
            lines.append(
                f"build {libraries[-1]}: CXX_SHARED_LIBRARY_LINKER__x {' '.join(dice.sample(objects, 1))}"
            )
        else:
            made, source = f"gen{number}.h", dice.choice([*libraries, *headers, *generated])
            lines.append(f"build {made}: CUSTOM_COMMAND {source}")
            generated.append(made)
            if dice.random() < 0.3:
                lines.append(f"build name{number}: phony {dice.choice(headers)}")
                lines.append(f"build other{number}.h: CUSTOM_COMMAND name{number}")
                generated.append(f"other{number}.h")
    return "\n".join(lines) + "\n", deps


@pytest.mark.parametrize("block", [3, 1 << 15])
def test_the_ranking_is_what_each_header_alone_would_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, block: int
) -> None:
    monkeypatch.setattr(ranking, "BLOCK", block)
    dice = random.Random(5)
    repeated = 0
    for number in range(40):
        graph = graph_of(tmp_path / str(number), *random_build(dice))
        ms = [0 if edge.is_phony else dice.randrange(1000) for edge in graph.edges]
        rows = ranking.rank(graph, ms)
        assert rows
        for row in rows:
            edges = graph.affected(row.nodes)
            kinds = [graph.edges[each].kind for each in edges]
            assert (row.units, row.links) == (kinds.count("compile"), kinds.count("link"))
            assert row.cpu_ms == sum(ms[each] for each in edges)
            repeated += kinds.count("other") > 1 and row.units > 3
    assert repeated > 20, "the builds must have generators that lead back to units"


@pytest.mark.parametrize(("jobs", "seconds"), [(1, 21.0), (2, 12.0), (3, 9.0), (9, 9.0)])
def test_a_schedule_by_critical_path(tmp_path: Path, jobs: int, seconds: float) -> None:
    # The chain gen (4) > a (3) > lib (2) starts first, though b and c (6 each) are longer.
    graph = graph_of(
        tmp_path,
        "build b.o: CXX_COMPILER__x b.cpp\nbuild c.o: CXX_COMPILER__x c.cpp\n"
        "build gen.h: CUSTOM_COMMAND in\nbuild a.o: CXX_COMPILER__x a.cpp | gen.h\n"
        "build names: phony a.o\nbuild lib.so: CXX_SHARED_LIBRARY_LINKER__x b.o | names\n",
        {},
    )
    times = {"b.o": 6000, "c.o": 6000, "gen.h": 4000, "a.o": 3000, "lib.so": 2000, "names": 0}
    ms = [times[graph.output(each)] for each in range(len(graph.edges))]
    scheduler = Scheduler(graph, ms)
    every = list(range(len(graph.edges)))
    assert scheduler.seconds(every, jobs) == seconds
    assert scheduler.seconds([], jobs) == 0


def test_a_pool_bounds_how_many_run_at_once(tmp_path: Path) -> None:
    edges = "".join(f"build {each}.o: CXX_COMPILER__x {each}.cpp\n  pool = two\n" for each in range(4))
    graph = graph_of(tmp_path, edges, {})
    assert Scheduler(graph, [1000] * 4).seconds(range(4), 8) == 2.0
    consoles = edges.replace("two", "console")
    graph = graph_of(tmp_path, consoles, {})
    assert Scheduler(graph, [1000] * 4).seconds(range(4), 8) == 4.0


def chain_of(graph: Graph, output: str, header: Path) -> list[str]:
    (edge,) = (edge.index for edge in graph.edges if graph.output(edge.index) == output)
    return [Path(each).name for each in Includes(graph).unit(edge).chain(str(header))]


def test_a_name_that_two_files_have_goes_by_the_order_of_folders(tmp_path: Path) -> None:
    tree = NinjaTree(tmp_path)
    for folder in ("one", "two"):
        tree.write(f"{folder}/config.h", f"#define {folder}\n")
        tree.write(f"{folder}/use_{folder}.h", '#include "config.h"\n')
    tree.write("a.c", "#include <config.h>\n#include <use_one.h>\n#include <use_two.h>\n")
    tree.manifest("build a.o: CC ../a.c\n  flags = -I../two -isystem ../one\n")
    tree.build()
    graph = load(tree.out)[0]
    assert chain_of(graph, "a.o", tree.root / "two/config.h") == ["a.c", "config.h"]
    assert chain_of(graph, "a.o", tree.root / "one/config.h") == ["a.c", "use_one.h", "config.h"]


def test_forced_and_computed_includes(tmp_path: Path) -> None:
    tree = NinjaTree(tmp_path)
    tree.write("forced.h", '#include "inner.h"\n')
    tree.write("inner.h", '#define NAME "computed.h"\n')
    tree.write("computed.h", "")
    tree.write("a.c", "#include NAME\n")
    tree.manifest("build a.o: CC ../a.c\n  flags = -include ../forced.h\n")
    tree.build()
    graph = load(tree.out)[0]
    assert chain_of(graph, "a.o", tree.root / "inner.h") == ["forced.h", "inner.h"]
    assert chain_of(graph, "a.o", tree.root / "computed.h") == []


def git(root: Path, *arguments: str, when: int = 0) -> None:
    environment = {**os.environ, "HOME": str(root)}
    if when:
        environment |= {"GIT_AUTHOR_DATE": f"{when} +0000", "GIT_COMMITTER_DATE": f"{when} +0000"}
    settings = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=main")
    subprocess.run(
        ["git", "-C", root, *settings, *arguments], check=True, env=environment, capture_output=True
    )


def test_changes_follow_renames_and_count_a_stack_once(tmp_path: Path) -> None:
    root = tmp_path.resolve()
    now = int(subprocess.run(["date", "+%s"], capture_output=True, check=True).stdout)
    git(root, "init", "-q")
    header = root / "old name.h"
    day = 86_400
    for age_s, text in (
        (200 * day, "ancient"),
        (3 * day, "a"),
        (3 * day - 30, "b"),
        (3 * day - 59, "c"),
        (day, "d"),
    ):
        header.write_text(f"{text}\n" * 20)
        git(root, "add", "-A")
        git(root, "commit", "-qm", text, when=now - age_s)
    git(root, "mv", "old name.h", "new\tnämé.h")
    git(root, "commit", "-qm", "rename", when=now - 1000)
    (root / "never.h").write_text("")
    names = [str(root / "new\tnämé.h"), str(root / "never.h"), "/nowhere/at/all.h"]
    assert list(changes(names).values()) == [3, 0, None]


def test_a_repository_cannot_make_us_run_its_programs(tmp_path: Path) -> None:
    root = tmp_path.resolve()
    git(root, "init", "-q")
    (root / "a.h").write_text("x\n")
    (root / ".gitattributes").write_text("*.h diff=evil filter=evil\n")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "x")
    trap = root / "trap.sh"
    trap.write_text(f"#!/bin/sh\ntouch {root}/sprung\n")
    trap.chmod(0o755)
    settings = ("core.fsmonitor", "gpg.program", "core.pager", "diff.external", "diff.evil.textconv",
                "diff.evil.command", "filter.evil.clean", "core.sshCommand", "core.editor")  # fmt: skip
    for name in settings:
        git(root, "config", name, str(trap))
    git(root, "config", "log.showSignature", "true")
    assert changes([str(root / "a.h")]) == {str(root / "a.h"): 1}
    assert not (root / "sprung").exists()


def test_without_git_nobody_knows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".git").mkdir()
    assert changes([str(tmp_path / "a.h")]) == {str(tmp_path / "a.h"): None}
    monkeypatch.setenv("PATH", "")
    assert changes([str(tmp_path / "a.h")]) == {str(tmp_path / "a.h"): None}


@pytest.mark.slow
def test_a_tree_of_pytorchs_size_in_a_gigabyte(tmp_path: Path) -> None:
    out = write_large_tree(tmp_path)
    limit = (1 << 30, 1 << 30)
    command = [
        sys.executable,
        "-m",
        "tt_devtools",
        "buildstats",
        "--build-dir",
        str(out),
        "--json",
        "--top",
        "3",
    ]
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, limit),
    )
    assert done.returncode == 0, done.stderr
    data = json.loads(done.stdout)
    assert data["units"] == 9000
    assert [(row["units"], row["links"]) for row in data["headers"]] == [(9000, 18)] * 3
