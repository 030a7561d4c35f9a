"""What ninja and ccache write, read as data."""

from pathlib import Path

import pytest

from tt_devtools.build import ccache
from tt_devtools.build.steps import Reason, parse_reasons, parse_step, parse_steps
from tt_devtools.failure import Failure
from tt_devtools.ninja_graph import ninja_log


@pytest.mark.parametrize(
    ("line", "kind", "output"),
    [
        ("[1/9] Building CXX object x/CMakeFiles/a.dir/a.cpp.o", "compile", "x/CMakeFiles/a.dir/a.cpp.o"),
        ("[2/9] Linking CXX shared library ../../lib/libtt_core.so", "link", "../../lib/libtt_core.so"),
        ("[3/9] Linking CXX shared module _C.so", "link", "_C.so"),
        ("[4/9] Linking CXX static library libnanobind.a", "link", "libnanobind.a"),
        ("[5/9] Linking CXX executable library_tool", "link", "library_tool"),
        ("[6/9] Generating gen/ops.cpp", "other", ""),
    ],
)
def test_kinds_of_steps(line: str, kind: str, output: str) -> None:
    step = parse_step(line)
    assert step is not None
    assert (step.kind, step.output, step.total) == (kind, output, 9)


def test_lines_that_are_no_steps() -> None:
    text = "ninja: Entering directory `x'\nninja: no work to do.\n../a.cpp:1:2: warning: [3/4] odd\n"
    assert parse_steps(text) == []


def test_root_causes_without_consequences() -> None:
    text = """
ninja explain: output a.o older than most recent input /src/h.h (1795983233868176386 vs 1795983233915716170)
ninja explain: a.o is dirty
ninja explain: output gen.h doesn't exist
ninja explain: gen.h is dirty
ninja explain: command line changed for lib.so
ninja explain: deps for 'b.o' are missing
ninja explain: output a.o older than most recent input /src/other.h (1 vs 2)
ninja explain: something that no version of ninja said before
""".strip()
    assert parse_reasons(text) == [
        Reason("a.o", "output a.o older than most recent input /src/h.h", "/src/h.h"),
        Reason("gen.h", "output gen.h doesn't exist"),
        Reason("lib.so", "command line changed for lib.so"),
        Reason("b.o", "deps for 'b.o' are missing"),
        Reason(
            "something that no version of ninja said before", "something that no version of ninja said before"
        ),
    ]


@pytest.mark.parametrize(
    ("ninja", "log"), [("1.11.1", 5), ("1.12.0", 6), ("1.13.2.git.kitware.jobserver-pipe-1", 7), ("2.0.0", 7)]
)
def test_log_version_of_a_ninja(ninja: str, log: int) -> None:
    assert ninja_log.version_written_by(ninja) == log


def test_a_log_without_a_known_header_is_refused(tmp_path: Path) -> None:
    log = tmp_path / "dev" / ".ninja_log"
    log.parent.mkdir()
    log.write_text("rubbish\n")
    with pytest.raises(Failure, match="no known version"):
        ninja_log.check_version(log, "1.13.2")


def test_newest_and_all_entries(tmp_path: Path) -> None:
    log = tmp_path / ".ninja_log"
    log.write_text("# ninja log v7\n0\t2440\t11\ta.o\tff\n5\t51\t12\ta.o\tff\n7\ttorn\n9\tx\t1\tb.o\tff\n")
    assert ninja_log.read(log) == {"a.o": ninja_log.Entry(5, 51, 12, "ff")}
    assert ninja_log.runs_ms(log) == {"a.o": [2440, 46]}
    assert ninja_log.read(tmp_path / "absent") == {}


def test_stats_log_outcomes(tmp_path: Path) -> None:
    log = tmp_path / "stats"
    log.write_text(
        "# /src/a.cpp\ndirect_cache_hit\nlocal_storage_hit\n"
        "# /src/b.cpp\ndirect_cache_miss\npreprocessed_cache_hit\n"
        "# /src/c.cpp\ncache_miss\ndirect_cache_miss\npreprocessed_cache_miss\n"
        "# main.o\ncalled_for_link\n"
    )
    calls = ccache.read_stats_log(log)
    assert [(call.source, call.outcome) for call in calls] == [
        ("/src/a.cpp", "direct"),
        ("/src/b.cpp", "preprocessed"),
        ("/src/c.cpp", "miss"),
    ]
    assert ccache.count(calls) == {"direct": 1, "preprocessed": 1, "miss": 1}


def test_one_source_compiled_twice_is_matched_in_order() -> None:
    calls = [ccache.Call("/src/a.cpp", "miss"), ccache.Call("/src/a.cpp", "direct")]
    sources = {
        "base.dir/a.cpp.o": "/src/a.cpp",
        "avx2.dir/a.cpp.o": "/src/a.cpp",
        "c.dir/c.cpp.o": "/src/c.cpp",
    }
    found = ccache.outcomes_of(sources, calls, Path("/build"))
    assert found == {"base.dir/a.cpp.o": "miss", "avx2.dir/a.cpp.o": "direct"}


def test_sources_of_one_name_are_told_apart() -> None:
    """ccache spells what lies below its base folder relative to the build folder, and ends calls in another order."""
    calls = [ccache.Call("../b/module.cpp", "miss"), ccache.Call("../a/module.cpp", "direct")]
    sources = {"a.dir/module.cpp.o": "/src/a/module.cpp", "b.dir/module.cpp.o": "/src/b/module.cpp"}
    found = ccache.outcomes_of(sources, calls, Path("/src/build"))
    assert found == {"a.dir/module.cpp.o": "direct", "b.dir/module.cpp.o": "miss"}


def test_cache_folder_is_the_users(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CCACHE_DIR", "/chosen")
    assert str(ccache.cache_folder()) == "/chosen"
    monkeypatch.delenv("CCACHE_DIR")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert ccache.cache_folder() == tmp_path / "tt" / "ccache"
