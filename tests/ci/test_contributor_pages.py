"""The pages for contributors: what they tell to do can be done, and forms are filled to the last mark."""

from __future__ import annotations

import ast
import json
import runpy
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def guide(checkout: Path) -> dict[str, Any]:
    return runpy.run_path(str(checkout / "ci/add_an_op.py"))


@pytest.fixture
def report(checkout: Path) -> dict[str, Any]:
    return runpy.run_path(str(checkout / "tools/bug_report.py"))


def test_add_an_operator_has_four_files_and_its_commands(checkout: Path, guide: dict[str, Any]) -> None:
    steps = guide["steps"]((checkout / "CONTRIBUTING.md").read_text())
    assert len(steps.files) == 4
    for name, text in steps.files.items():
        assert (checkout / name).parent.is_dir(), name
        assert not (checkout / name).exists(), f"{name} is there, so the page needs another example"
        if name.endswith(".py"):
            assert ast.get_docstring(ast.parse(text)), name
        assert "packages/" not in text.partition("\n")[0], "the line with the path is no part of the file"
    assert steps.commands == [
        ".venv/bin/python -m tt_opspec.generate --stubs",
        "./tt test frac",
        "./tt trace frac --requires-grad",
        "./tt where frac",
    ]


def test_only_that_section_is_followed(guide: dict[str, Any]) -> None:
    text = (
        "## Build\n```\n$ rm all\n```\n\n## Add an operator\n```\n$ one\ntwo\n```\n"
        "```sh\n# a/b.sh\nx\n```\n## Next\n```\n$ no\n```\n"
    )
    steps = guide["steps"](text)
    assert steps.commands == ["one"]
    assert steps.files == {"a/b.sh": "x\n"}


def test_a_page_with_nothing_to_follow_fails(checkout: Path, tmp_path: Path) -> None:
    (tmp_path / "ci").mkdir()
    shutil.copy(checkout / "ci/add_an_op.py", tmp_path / "ci")
    (tmp_path / "CONTRIBUTING.md").write_text("# Contributing\n")
    done = subprocess.run([sys.executable, "ci/add_an_op.py"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr == "add_an_op: CONTRIBUTING.md has no files or no commands to follow\n"


def test_files_that_contributing_names_exist(checkout: Path) -> None:
    text = (checkout / "CONTRIBUTING.md").read_text()
    for name in ("docs/bug_report.md", "tools/bug_report.py", "docs/proposals", "examples/out_of_tree"):
        assert name in text
        assert (checkout / name).exists()


def test_the_form_is_filled_to_the_last_mark(checkout: Path, report: dict[str, Any]) -> None:
    parts = dict.fromkeys(("command", "call", "route", "machine"), "KNOWN")
    filled = report["filled"]((checkout / "docs/bug_report.md").read_text(), parts)
    assert filled.startswith("## What I ran")
    assert filled.count("KNOWN") == 4
    assert "<!--" not in filled


def test_what_the_tracer_says_goes_in(report: dict[str, Any], checkout: Path) -> None:
    stages = [
        {"stage": "call", "name": "tt.add", "file": "a.py", "line": 6, "detail": {}},
        {
            "stage": "bind",
            "name": "bind",
            "file": "b.cpp",
            "line": 9,
            "detail": {"arguments": ["x = 1", "y = 2"]},
        },
    ]
    result = {"shape": [2], "dtype": "int8", "device": "cpu"}
    traced: dict[str, Any] = {"schema": "add()", "routes": {"tt": {"stages": stages, "result": result}}}
    assert (
        report["call_of"](traced)
        == f"- schema: `add()`\n- arguments: `x = 1; y = 2`\n- result: `{json.dumps(result)}`"
    )
    assert report["route_of"](traced) == "- call: `tt.add` at `a.py:6`\n- bind: `bind` at `b.cpp:9`"
    traced["routes"]["tt"] = {"stages": [], "error": {"type": "ValueError", "message": "no"}}
    assert report["call_of"](traced).endswith("- error: `ValueError: no`")


def test_no_home_gets_into_a_report(report: dict[str, Any], checkout: Path) -> None:
    checks = [{"state": "ok", "name": "a", "text": f"{checkout}/x and {Path.home()}/y"}]
    assert report["machine_of"]({"checks": checks}) == "- ok: a, ./x and ~/y"


def test_a_wrong_op_ends_in_one_line(checkout: Path) -> None:
    done = subprocess.run(
        [sys.executable, "tools/bug_report.py", "no_such_op"], cwd=checkout, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("tt trace: unknown op 'no_such_op'")


def test_the_form_needs_nothing_of_the_python_that_fills_it(checkout: Path) -> None:
    bare = [f"{sys.base_prefix}/bin/python3", "tools/bug_report.py", "no_such_op"]
    done = subprocess.run(bare, cwd=checkout, capture_output=True, text=True)
    assert done.stderr.startswith("tt trace: unknown op 'no_such_op'")


def test_every_proposal_has_the_parts_of_the_template(checkout: Path) -> None:
    folder = checkout / "docs/proposals"
    parts = [line for line in (folder / "template.md").read_text().splitlines() if line.startswith("## ")]
    proposals = [path for path in folder.glob("*.md") if path.name != "template.md"]
    assert proposals
    for path in proposals:
        assert [line for line in path.read_text().splitlines() if line.startswith("## ")] == parts, path.name
