"""`tt buildstats --budget`: what exceeds, what is named for nothing, and files that are no budget."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from geometry_tree import committed_tree
from ninja_tree import NinjaTree
from ran import Ran, Tt


@pytest.fixture
def tree(tmp_path: Path) -> NinjaTree:
    return committed_tree(tmp_path / "project")


def check(tt: Tt, tree: NinjaTree, text: str, *options: str) -> Ran:
    path = tree.root.parent / "budget.toml"
    path.write_text(text)
    return tt("buildstats", "--build-dir", str(tree.out), "--budget", str(path), *options)


def test_headers_within_the_budget(tt: Tt, tree: NinjaTree) -> None:
    ran = check(
        tt,
        tree,
        '[default]\nunits = 2\n[headers]\n"geo/shape.h" = { cpu_s = 5.5, share = 0.85, part = 0.67 }\n',
    )
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("3 headers are within ")
    assert "the nearest to its limit is geo/" in ran.out


def test_what_exceeds_is_listed_and_exits_1(tt: Tt, tree: NinjaTree) -> None:
    text = (
        '[default]\nunits = 1\n[headers]\n"shape.h" = { units = 2, part = 0.6, cpu_s = 5.4, share = 0.5 }\n'
    )
    ran = check(tt, tree, text, "--json")
    assert ran.code == 1
    exceeded = {(each["path"], each["limit"]): each["actual"] for each in ran.json["budget"]["exceeded"]}
    assert exceeded == {
        ("geo/shape.h", "cpu_s"): 5.5,
        ("geo/shape.h", "part"): pytest.approx(2 / 3),
        ("geo/shape.h", "share"): pytest.approx(5.5 / 6.5),
        ("geo/area.h", "units"): 2,
    }
    assert ran.json["budget"]["ok"] is False
    assert " 5.5     5.4  cpu_s  geo/shape.h\n" in check(tt, tree, text).out


def test_a_name_that_no_unit_reads_is_a_problem(tt: Tt, tree: NinjaTree) -> None:
    ran = check(tt, tree, '[headers]\n"geo/gone.h" = { units = 9 }\n"b.c" = { units = 9 }\n')
    assert ran.code == 1
    assert "names what no unit reads: geo/gone.h\n" in ran.out
    assert "names what no unit reads: b.c\n" in ran.out


def test_foreign_headers_have_a_budget_only_by_name(tt: Tt, tree: NinjaTree) -> None:
    assert "3 headers are within" in check(tt, tree, "[default]\nunits = 9\n").out
    ran = check(tt, tree, '[headers]\n"stdc-predef.h" = { units = 1 }\n')
    assert (ran.code, "stdc-predef.h" in ran.out) == (1, True)


def test_seconds_need_times(tt: Tt, tree: NinjaTree) -> None:
    (tree.out / ".ninja_log").unlink()
    ran = check(tt, tree, "[default]\nshare = 0.5\n")
    assert (ran.code, ran.out) == (1, "")
    assert "limits seconds, but no step of" in ran.err
    assert check(tt, tree, "[default]\nunits = 9\n").code == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[default\n", "is no TOML"),
        ("[headerz]\n", "unknown key 'headerz'\nhint: did you mean 'headers'?"),
        ("[default]\nunit = 3\n", "unknown key 'unit'\nhint: did you mean 'units'?"),
        ("headers = 3\n", "'headers' is no table"),
        ('[headers]\n"a.h" = 3\n', "'a.h' is no table of limits"),
        ("[default]\nunits = -1\n", "units of 'default' must be a number from 0 up, got -1"),
        ("[default]\nunits = true\n", "must be a number from 0 up, got True"),
        ("[default]\ncpu_s = nan\n", "must be a number from 0 up, got nan"),
        ("[default]\nunits = " + "[" * 5000, "is no TOML"),
    ],
)
def test_files_that_are_no_budget(tt: Tt, tree: NinjaTree, text: str, message: str) -> None:
    ran = check(tt, tree, text)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err


def test_a_missing_budget(tt: Tt, tree: NinjaTree) -> None:
    ran = tt("buildstats", "--build-dir", str(tree.out), "--budget", str(tree.root / "none.toml"))
    assert (ran.code, "cannot be read: No such file" in ran.err) == (2, True)
    assert "hint: ci/header_budget.toml is this checkout's" in ran.err


def test_this_checkout_has_a_budget_and_ci_runs_it(checkout: Path) -> None:
    data = tomllib.loads((checkout / "ci/header_budget.toml").read_text())
    assert 0 < data["default"]["part"] < 1
    assert "--budget ci/header_budget.toml" in (checkout / "ci/jobs.sh").read_text()
