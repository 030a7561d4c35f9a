"""The readers of ninja's files: every version, and files that are torn, corrupt or made to do harm."""

from __future__ import annotations

import os
import random
import tracemalloc
from contextlib import suppress
from pathlib import Path

import pytest

from deps_writer import DepsWriter
from tt_devtools.failure import Failure
from tt_devtools.ninja_graph import ninja_log
from tt_devtools.ninja_graph.depfile import read_depfile
from tt_devtools.ninja_graph.deps_log import DepsLog, read_deps_log
from tt_devtools.ninja_graph.load import load
from tt_devtools.ninja_graph.manifest import read_manifest
from tt_devtools.ninja_graph.paths import canonical
from tt_devtools.ninja_graph.price import price
from tt_devtools.ninja_graph.rank import rank

MANIFEST = """
rule CXX_COMPILER__t
  deps = gcc
  command = c++ $in
build a.o: CXX_COMPILER__t a.cpp
build b.o: CXX_COMPILER__t b.cpp
build lib.so: LINKER a.o b.o | $
    extra || order
"""


def deps_log(tmp_path: Path, data: bytes) -> DepsLog:
    path = tmp_path / ".ninja_deps"
    path.write_bytes(data)
    return read_deps_log(path)


def inputs(log: DepsLog) -> dict[str, list[str]]:
    return {
        log.paths[output]: [log.paths[each] for each in record.inputs]
        for output, record in log.records.items()
    }


@pytest.mark.parametrize("version", [3, 4])
@pytest.mark.parametrize("order", ["<", ">"])
def test_deps_of_both_versions_and_byte_orders(tmp_path: Path, version: int, order: str) -> None:
    writer = DepsWriter(version, order)
    writer.record("a.o", "a.cpp", "old.h", mtime=7)
    writer.record("ünï.o", "b.cpp", "x.h", mtime=1795987626)
    writer.record("a.o", "a.cpp", "x.h", mtime=9)
    log = deps_log(tmp_path, writer.data)
    assert (log.version, log.problem) == (version, "")
    assert inputs(log) == {"a.o": ["a.cpp", "x.h"], "ünï.o": ["b.cpp", "x.h"]}
    assert [record.mtime for record in log.records.values()] == [9, 1795987626]


def test_a_deps_log_torn_anywhere_keeps_its_whole_records(tmp_path: Path) -> None:
    writer = DepsWriter()
    writer.record("a.o", "a.cpp", "x.h")
    first = len(writer.data)
    writer.record("b.o", "b.cpp", "x.h")
    for length in range(len(writer.data)):
        log = deps_log(tmp_path, writer.data[:length])
        assert set(inputs(log)) == ({"a.o"} if length >= first else set())
        assert bool(log.problem) == (length not in (16, *_ends(writer.data)))


def _ends(data: bytes) -> list[int]:
    ends, place = [], 16
    while place < len(data):
        place += 4 + (int.from_bytes(data[place : place + 4], "little") & 0x7FFFFFFF)
        ends.append(place)
    return ends


@pytest.mark.parametrize(
    ("size", "body"),
    [
        (0x7FFFFFFF, b"abcd"),  # longer than any record may be
        (0xFFFFFFFF, b"abcd"),
        (0, b""),
        (6, b"abcdef"),
        (4, b"\xfb\xff\xff\xff"),  # a path without a name
        (8, b"abcd\0\0\0\0"),  # a wrong checksum: two ninjas wrote at once
        (1 << 31 | 4, b"\0\0\0\0"),  # a record without a time
        (1 << 31 | 12, b"\xff" * 12),  # an output that has no path
        (1 << 31 | 16, b"\0" * 12 + b"\x77\0\0\0"),  # an input that has no path
    ],
)
def test_a_record_that_cannot_be_right_ends_the_log(tmp_path: Path, size: int, body: bytes) -> None:
    writer = DepsWriter()
    writer.record("a.o", "a.cpp", "x.h")
    whole = len(writer.data)
    writer.raw(size, body)
    log = deps_log(tmp_path, writer.data)
    assert inputs(log) == {"a.o": ["a.cpp", "x.h"]}
    assert log.problem.endswith(f"corrupt after {whole} bytes")


@pytest.mark.parametrize("data", [b"", b"# ninjadeps\n", b"# ninjadeps\n\x05\0\0\0", b"rubbish" * 9])
def test_no_deps_log_of_a_known_version(tmp_path: Path, data: bytes) -> None:
    assert deps_log(tmp_path, data).problem == "is no deps log of a known version (3 or 4)"


def test_a_huge_hollow_file_is_not_read_whole(tmp_path: Path) -> None:
    path = tmp_path / ".ninja_deps"
    path.write_bytes(DepsWriter().data)
    os.truncate(path, 1 << 40)
    tracemalloc.start()
    log = read_deps_log(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert log.problem
    assert peak < 8 << 20


@pytest.mark.parametrize("version", [4, 5, 6, 7])
def test_logs_of_every_version(tmp_path: Path, version: int) -> None:
    last = "c++ -c a.cpp\t-o a.o" if version == 4 else "ff"
    log = tmp_path / ".ninja_log"
    log.write_text(f"# ninja log v{version}\n# other\n0\t30\t1\ta b.o\t{last}\n0\t20\t1\ta b.o\t{last}\n")
    assert ninja_log.runs_ms(log) == {"a b.o": [30, 20]}
    assert ninja_log.read(log)["a b.o"].command_hash == last


@pytest.mark.parametrize("version", [3, 8, 99999])
def test_logs_of_no_known_version_tell_nothing(tmp_path: Path, version: int) -> None:
    log = tmp_path / ".ninja_log"
    log.write_text(f"# ninja log v{version}\n0\t30\t1\ta.o\tff\n")
    assert ninja_log.runs_ms(log) == {}


@pytest.mark.parametrize(
    "line",
    [
        "5\t4\t1\tx.o\tff",
        "-5\t4\t1\tx.o\tff",
        f"0\t{1 << 40}\t1\tx.o\tff",
        f"0\t{'9' * 5000}\t1\tx.o\tff",
        "0\t4\tmtime\tx.o\tff",
        "0\t4\t1\t\tff",
        "0\t4\t1\tx.o",
        "x" * 300_000 + "\t1\t1\tx.o\tff",
        "0\t1e9\t1\tx.o\tff",
    ],
)
def test_a_line_that_cannot_be_right_is_left_out(tmp_path: Path, line: str) -> None:
    log = tmp_path / ".ninja_log"
    log.write_text(f"# ninja log v7\n{line}\n0\t30\t1\ta.o\tff\n0\t9\t1\ttorn.o\tff")
    assert ninja_log.runs_ms(log) == {"a.o": [30]}


def test_depfiles(tmp_path: Path) -> None:
    path = tmp_path / "a.d"
    path.write_text(
        "out/a.o: a.c ./x.h \\\n  with\\ space.h hash\\#.h \\\r\n  dollar$$.h C:/y.h "
        "back\\\\\\ slash.h\n\nx.h:\nb.o : z.h\n"
    )
    assert read_depfile(path) == [
        "a.c", "x.h", "with space.h", "hash#.h", "dollar$.h", "C:/y.h", "back\\ slash.h", "z.h",
    ]  # fmt: skip
    assert read_depfile(tmp_path / "absent.d") is None


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("a/b", "a/b"),
        ("./a//b/.", "a/b"),
        ("a/../b", "b"),
        ("../../a", "../../a"),
        ("a/../../b", "../b"),
        ("/a/../../b", "/b"),
        ("a/", "a"),
        (".", "."),
        ("a..b/.c", "a..b/.c"),
        ("/", "/"),
    ],
)
def test_paths_as_ninja_spells_them(path: str, expected: str) -> None:
    assert canonical(path) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("build a.o CC a.c\n", r"build\.ninja:1: expected 'build OUTPUTS: RULE INPUTS'"),
        ("x = 1\nbuild a.o: phony a$?b\n", r"build\.ninja:2: unexpected '\$' in a path"),
        ("x = $(pwd)\n", r"build\.ninja:1: bad \$-escape"),
        ("  x = 1\n", r"build\.ninja:1: unexpected indent"),
        ("what is this\n", r"build\.ninja:1: expected a statement, got 'what is this'"),
        ("rule x\n  nothing\n", r"build\.ninja:2: expected 'name = value', got '  nothing'"),
        ("build a: phony b : c\n", r"build\.ninja:1: unexpected ':'"),
        ("build a: phony $empty\n", r"build\.ninja:1: empty path"),
        ("include absent.ninja\n", r"absent\.ninja cannot be read: No such file or directory"),
        ("include .\n", r" cannot be read: "),
        ("include build.ninja\n", r"include each other 64 deep"),
        ("include pipe\n", r"pipe cannot be read: not a regular file"),
        ("a = xxxxxxxxxxxxxxxx\n" + "a = $a$a\n" * 60, r"a value expands to more than 4 MiB"),
    ],
)
def test_a_manifest_that_ninja_would_refuse(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "build.ninja").write_text(text)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(Failure, match=message):
        read_manifest(tmp_path)


def test_rule_variables_that_double_or_circle_cost_nothing(tmp_path: Path) -> None:
    doubling = "".join(f"  v{each} = $v{each + 1}$v{each + 1}\n" for each in range(200))
    (tmp_path / "build.ninja").write_text(
        f"rule x\n  deps = $v0\n  restat = $restat\n{doubling}build a.o: x a.c\n"
    )
    graph, _ = load(tmp_path)
    assert graph.units[0].value("deps") == graph.units[0].value("restat") == ""


def directory(tmp_path: Path, deps: bytes | None = None) -> Path:
    (tmp_path / "build.ninja").write_text(MANIFEST)
    (tmp_path / ".ninja_log").write_text("# ninja log v7\n0\t30\t1\ta.o\tff\n0\t9\t1\tlib.so\tff\n")
    if deps is None:
        writer = DepsWriter()
        writer.record("a.o", "a.cpp", "x.h")
        writer.record("b.o", "b.cpp", "x.h", "y.h")
        deps = writer.data
    (tmp_path / ".ninja_deps").write_bytes(deps)
    return tmp_path


@pytest.mark.parametrize("name", ["build.ninja", ".ninja_deps", ".ninja_log"])
def test_whatever_byte_is_wrong_there_is_an_answer_or_a_failure(tmp_path: Path, name: str) -> None:
    directory(tmp_path)
    good = (tmp_path / name).read_bytes()
    dice = random.Random(name)
    answers = 0
    for _ in range(400):
        data = bytearray(good)
        for _ in range(dice.choice((1, 1, 2, 8))):
            data[dice.randrange(len(data))] = dice.choice(
                (0, 9, 10, 32, 36, 47, 58, 255, dice.randrange(256))
            )
        (tmp_path / name).write_bytes(data[: dice.choice((len(data), dice.randrange(len(data))))])
        with suppress(Failure):
            graph, place = load(tmp_path)
            rank(graph, price(graph, place).ms)
            answers += 1
    assert answers > 20
    (tmp_path / name).write_bytes(good)
    graph, place = load(tmp_path)
    assert [(Path(row.file).name, row.units, row.links) for row in rank(graph, price(graph, place).ms)] == [
        ("x.h", 2, 1),
        ("y.h", 1, 1),
    ]


def test_names_that_no_file_can_have(tmp_path: Path) -> None:
    directory(tmp_path)
    (tmp_path / "build.ninja").write_text(MANIFEST + "builddir = a\0b\n")
    graph, place = load(tmp_path)
    assert ".ninja_deps cannot be read (not a file name)" in graph.notes
    assert price(graph, place).ms is None


def test_a_cycle_that_ninja_would_refuse_is_no_endless_loop(tmp_path: Path) -> None:
    writer = DepsWriter()
    writer.record("a.o", "a.cpp", "b.o", "x.h")
    writer.record("b.o", "b.cpp", "a.o")
    graph, place = load(directory(tmp_path, writer.data))
    (row,) = (row for row in rank(graph, price(graph, place).ms) if row.file.endswith("x.h"))
    assert row.units >= 1
