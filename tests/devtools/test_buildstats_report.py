"""What `tt buildstats` says: ranking, one header's story, JSON, and every way of not knowing."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from deps_writer import DepsWriter
from geometry_tree import WALL, geometry_tree
from ninja_tree import NinjaTree
from ran import Tt
from tt_devtools import progress
from tt_devtools.buildstats import subject

TOOL = "tools/buildstats.py"


@pytest.fixture
def tree(tmp_path: Path) -> NinjaTree:
    return geometry_tree(tmp_path / "project")


def test_the_ranking(tt: Tt, tree: NinjaTree) -> None:
    ran = tt("buildstats", "--build-dir", str(tree.out), "--jobs", "1")
    assert ran.code == 0
    assert ran.out == (
        f"{tree.out}: 3 units, 4 headers (1 of the system and of packages not shown, --all does)\n"
        "units  links  CPU s  wall s (-j1)  changes  header\n"
        "    2      1    5.5           5.5        ?  geo/shape.h\n"
        "  1-2      1    4.5           4.5        ?  geo/area.h\n"
        "    1      1    1.5           1.5        ?  out/made.h\n"
        "a-b: a units when the files generated on the way come out the same, b when they do not\n"
        f"{WALL}\n"
    )
    assert ran.err == ""
    assert tt("buildstats", "--build-dir", str(tree.out), "--top", "1").out.endswith(
        f"geo/shape.h\n2 more: --top N shows them\n{WALL}\n"
    )
    assert "stdc-predef.h" in tt("buildstats", "--build-dir", str(tree.out), "--all").out


def test_hotspots_are_ranked_by_price_times_changes(tt: Tt, tree: NinjaTree) -> None:
    arguments = ("buildstats", "--hotspots", "--build-dir", str(tree.out), "--jobs", "1")
    ran = tt(*arguments)
    assert (ran.code, "there is no history in git" in ran.err) == (1, True)
    tree.commit("geo/area.h")
    assert tt(*arguments).out.splitlines()[1:4] == [
        "units  links  CPU s  wall s (-j1)  changes  CPU s x changes  header",
        "  1-2      1    4.5           4.5        1              4.5  geo/area.h",
        "    2      1    5.5           5.5        0              0.0  geo/shape.h",
    ]
    assert [row["path"] for row in tt(*arguments, "--json", "--top", "1").json["headers"]] == ["geo/area.h"]


def test_a_bar_tells_what_takes_long(tt: Tt, tree: NinjaTree, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ("buildstats", "--build-dir", str(tree.out))
    monkeypatch.setattr(progress, "is_terminal", lambda stream: True)
    monkeypatch.setattr(subject, "BAR_AFTER_S", 600.0)
    assert tt(*arguments).err == ""
    monkeypatch.setattr(progress, "REDRAW_S", 0.0)
    monkeypatch.setattr(subject, "BAR_AFTER_S", 0.0)
    drawn = tt(*arguments).err.split("\r\x1b[K")
    phases = [line.split("s  ")[1] for line in drawn if line]
    assert phases == ["build.ninja", ".ninja_deps", "who reads what", "times", "ranking"]
    assert (len(phases), drawn[-1]) == (subject.PHASES, "")


def test_one_header(tt: Tt, tree: NinjaTree) -> None:
    ran = tt("buildstats", "shape.h", "--build-dir", str(tree.out), "--jobs", "2")
    assert ran.out == (
        "geo/shape.h: 2 units, 1 link, 5.5 CPU s, 3.5 s on 2 jobs\n"
        "  units (2):\n    a.o\n    b.o\n"
        "  included directly by (2):\n    geo/area.h  (1 unit)\n    b.c  (1 unit)\n"
        "  include chains:\n       1  a.c > geo/area.h > geo/shape.h\n       1  b.c > geo/shape.h\n"
        f"{WALL}\n"
    )


def test_a_header_behind_a_generated_file(tt: Tt, tree: NinjaTree) -> None:
    ran = tt("buildstats", "geo/area.h", "--build-dir", str(tree.out))
    assert "  at least 1 unit, if these come out the same: made.h\n" in ran.out
    assert "  not reading it, but made from what is made with it: 1 unit\n" in ran.out


def test_json_has_the_shape_of_the_contract(tt: Tt, tree: NinjaTree) -> None:
    tree.commit("geo/shape.h")
    arguments = ("--build-dir", str(tree.out), "--json", "--jobs", "1", "--top", "2")
    data = tt("buildstats", *arguments, "made.h", "geo/area.h").json
    assert list(data) == ["build_dir", "units", "headers", "outputs", "seconds_from"]
    assert data["seconds_from"] == {"measured": 0, "wall": 3, "guessed": 0}
    assert (data["build_dir"], data["units"]) == (str(tree.out), 3)
    rows = data["headers"]
    assert [row["path"] for row in rows] == ["geo/shape.h", "geo/area.h", "out/made.h"]
    assert rows[0] == {
        "path": "geo/shape.h", "units": 2, "links": 1, "cpu_s": 5.5, "wall_s": 5.5, "changes": 1,
    }  # fmt: skip
    assert data["outputs"] == {"made.h": ["c.o"], "geo/area.h": ["a.o", "c.o"]}
    assert tt("buildstats", *arguments).json["outputs"] == {}


def test_a_name_may_be_a_path_from_anywhere(tree: NinjaTree, monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("geo/shape.h", str(tree.root / "geo/shape.h"), "../geo/../geo/shape.h", "shape.h")
    for folder in (tree.root, tree.out, tree.root / "geo"):
        monkeypatch.chdir(folder)
        assert set(map(frozenset, tree.predicted(*names).values())) == {frozenset({"a.o", "b.o"})}


@pytest.mark.parametrize(
    ("name", "message", "hint"),
    [
        ("shap.h", "there is no file 'shap.h', nor did a unit read one", "did you mean 'shape.h'?"),
        ("geo/are.h", "there is no file 'geo/are.h', nor", "did you mean 'geo/area.h'"),
        ("\0.h", "there is no file", ""),
    ],
)
def test_unknown_names(tt: Tt, tree: NinjaTree, name: str, message: str, hint: str) -> None:
    ran = tt("buildstats", name, "--build-dir", str(tree.out))
    assert (ran.code, ran.out) == (2, "")
    assert f"tt buildstats: {message}" in ran.err
    assert f"hint: {hint}" in ran.err or not hint


def test_an_ambiguous_name_lists_the_files(tt: Tt, tree: NinjaTree) -> None:
    tree.write("other/shape.h", "")
    tree.write("c.c", '#include "other/shape.h"\nint c(void) { return 3; }\n')
    tree.build()
    ran = tt("buildstats", "shape.h", "--build-dir", str(tree.out))
    assert ran.code == 2
    assert "'shape.h' may be geo/shape.h, other/shape.h\nhint: name more of its path\n" in ran.err


def test_a_header_that_nobody_includes_affects_nothing(tt: Tt, tree: NinjaTree) -> None:
    path = tree.write("geo/lonely.h", "")
    ran = tt("buildstats", str(path), "--build-dir", str(tree.out), "--json")
    assert (ran.code, ran.json["outputs"]) == (0, {str(path): []})
    assert "no unit reads it" in tt("buildstats", str(path), "--build-dir", str(tree.out)).out


@pytest.mark.parametrize("as_json", [False, True])
def test_where_units_have_no_record_nothing_is_called_unaffected(
    tt: Tt, tree: NinjaTree, as_json: bool
) -> None:
    tree.write("geo/lonely.h", "")
    text = (tree.out / "build.ninja").read_text()
    (tree.out / "build.ninja").write_text(text + "build d.o: CC ../d.c\n")
    options = ["--json"] if as_json else []
    lonely = str(tree.root / "geo/lonely.h")
    ran = tt("buildstats", lonely, "--build-dir", str(tree.out), *options)
    assert ran.code == 1
    assert "1 of 4 units have no dependency record, such as d.o" in ran.err
    assert set(ran.json) == {"error", "hint"} if as_json else ran.out == ""
    ran = tt("buildstats", "shape.h", "--build-dir", str(tree.out), *options)
    assert ran.code == 0
    assert "1 unit has no dependency record: what it includes is unknown: d.o" in ran.err


def test_nothing_built_is_a_failure(tt: Tt, tmp_path: Path) -> None:
    tree = NinjaTree(tmp_path / "project")
    tree.manifest("build a.o: CC ../a.c\n")
    ran = tt("buildstats", "--build-dir", str(tree.out))
    assert (ran.code, ran.out) == (1, "")
    assert f"cannot tell what any header of {tree.out} affects: .ninja_deps does not exist" in ran.err


def test_no_build_directory_is_misuse(tt: Tt, tmp_path: Path) -> None:
    assert tt("buildstats", "--build-dir", str(tmp_path)).code == 2
    ran = tt("buildstats", "--build-dir", str(tmp_path / "absent"))
    assert (ran.code, ran.err.count("\n")) == (2, 2)
    ran = tt("buildstats", root=tmp_path)
    assert (ran.code, "build/dev is not built yet\nhint: ./tt build" in ran.err) == (1, True)


def test_stale_records_are_dropped_and_counted(tt: Tt, tmp_path: Path) -> None:
    tree = NinjaTree(tmp_path / "project")
    tree.manifest("build a.o: CC ../a.c\nbuild b.o: CC ../b.c\n")
    tree.write("out/a.o", "")
    writer = DepsWriter()
    writer.record("a.o", "../a.c", "../x.h", mtime=1)
    writer.record("b.o", "../b.c", "../y.h")
    writer.record(f"{tree.out}/gone.o", "../c.c", "../x.h")
    (tree.out / ".ninja_deps").write_bytes(writer.data + b"\1")
    ran = tt("buildstats", "--build-dir", str(tree.out), "--json")
    assert [Path(row["path"]).name for row in ran.json["headers"]] == ["y.h"]
    assert ran.json["headers"][0]["cpu_s"] is ran.json["headers"][0]["wall_s"] is None
    assert [line.removeprefix("tt buildstats: ") for line in ran.err.splitlines()] == [
        f".ninja_deps is torn or corrupt after {len(writer.data)} bytes",
        "1 dependency record is older than its output, so it is not used: a.o",
        "1 dependency record is of a file that the build no longer makes, and does not count: gone.o",
        "1 unit has no dependency record: what it includes is unknown: a.o",
        "no step was ever timed, so there are no seconds",
    ]


def test_units_that_ask_for_no_dependencies_are_named(tt: Tt, tree: NinjaTree) -> None:
    text = (tree.out / "build.ninja").read_text()
    (tree.out / "build.ninja").write_text(text + "rule AS\n  command = as $in\nbuild e.o: AS ../e.s\n")
    ran = tt("buildstats", "--build-dir", str(tree.out))
    assert "1 unit asks for no dependencies: ninja never learns what is included: e.o" in ran.err


def test_a_hostile_name_cannot_move_the_cursor(tt: Tt, tmp_path: Path) -> None:
    tree = NinjaTree(tmp_path / "project")
    tree.manifest("build a.o: CC ../a.c\n")
    writer = DepsWriter()
    writer.record("a.o", "../a.c", "../\x1b[2Jx.h", "../\udcff.h", "../new\nline.h")
    (tree.out / ".ninja_deps").write_bytes(writer.data)
    ran = tt("buildstats", "--build-dir", str(tree.out))
    assert "\x1b" not in ran.out
    assert "\\x1b[2Jx.h" in ran.out
    assert "\\udcff.h" in ran.out
    command = [sys.executable, "-m", "tt_devtools", "buildstats", "--build-dir", str(tree.out), "--json"]
    done = subprocess.run(command, capture_output=True, check=True)
    names = {Path(row["path"]).name for row in json.loads(done.stdout)["headers"]}
    assert names == {"\x1b[2Jx.h", "\udcff.h", "new\nline.h"}


def test_the_same_without_anything_installed(checkout: Path, tree: NinjaTree) -> None:
    command = [sys.executable, "-IS", str(checkout / TOOL), "--build-dir", str(tree.out)]
    done = subprocess.run([*command, "--json", "shape.h"], text=True, capture_output=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["outputs"] == {"shape.h": ["a.o", "b.o"]}
    done = subprocess.run([*command, "shap.h"], text=True, capture_output=True)
    assert done.returncode == 2
    assert done.stderr.startswith(f"{TOOL}: there is no file 'shap.h'")
    assert subprocess.run([*command, "--top", "x"], capture_output=True).returncode == 2
