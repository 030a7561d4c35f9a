"""The scripts of CI: the README's command is the one that runs, and the last line is the test runner's."""

from __future__ import annotations

import runpy
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture
def closing_line(checkout: Path) -> Callable[[str], str | None]:
    function: Callable[[str], str | None] = runpy.run_path(str(checkout / "ci/closing_line.py"))[
        "closing_line"
    ]
    return function


@pytest.mark.parametrize(
    ("log", "line"),
    [
        ("== 12 passed in 0.84s ==\n", "12 passed, 0 failed, 0 skipped"),
        ("3 failed, 9 passed, 2 skipped in 83.10s (0:01:23)\n", "9 passed, 3 failed, 2 skipped"),
        (
            "\x1b[31m= 1 failed, 2 errors, 4 xfailed in 2s =\x1b[0m\n",
            "4 passed, 3 failed, 0 skipped",
        ),
        ("1 passed in 1.00s\n2 passed in 1.00s\nthanks\n", "2 passed, 0 failed, 0 skipped"),
        ("no tests ran in 0.01s\n", None),
        ("we passed 3 in 4 exams\n", None),
    ],
)
def test_closing_line(closing_line: Callable[[str], str | None], log: str, line: str | None) -> None:
    assert closing_line(log) == line


def readme_tests(checkout: Path, folder: Path, readme: str) -> subprocess.CompletedProcess[str]:
    (folder / "ci").mkdir()
    shutil.copy(checkout / "ci/readme_tests.sh", folder / "ci")
    (folder / "README.md").write_text(readme)
    (folder / "tt").write_text("#!/bin/sh\necho ran $*\n")
    (folder / "tt").chmod(0o755)
    return subprocess.run(["bash", "ci/readme_tests.sh"], cwd=folder, capture_output=True, text=True)


@pytest.mark.parametrize("line", ["./tt test", "$ ./tt test", "./tt test            # about a minute"])
def test_command_of_readme_runs(checkout: Path, tmp_path: Path, line: str) -> None:
    done = readme_tests(checkout, tmp_path, f"# tt\n\n```sh\n./tt trace torch.add\n{line}\n```\n")
    assert done.stdout.splitlines()[-1] == "ran test"
    assert done.returncode == 0


@pytest.mark.parametrize("readme", ["# tt\n./tt test\n", "```\n./tt test hypot\n```\n", ""])
def test_readme_without_the_command_fails(checkout: Path, tmp_path: Path, readme: str) -> None:
    done = readme_tests(checkout, tmp_path, readme)
    assert done.returncode == 1
    assert "README.md has no fenced line './tt test'" in done.stderr


def test_commands_of_documents(checkout: Path) -> None:
    module = runpy.run_path(str(checkout / "ci/doc_commands.py"))
    text = "```sh\na\nb\n```\n```text\nno\n```\n```sh one two\nc\n```\n```\nno\n```\n"
    assert module["blocks"](text) == [([], "a\nb\n"), (["one", "two"], "c\n")]
    for name in module["DOCUMENTS"]:
        assert module["blocks"]((checkout / name).read_text(encoding="utf-8")), name
