"""The commands of docs/tracing.md that need PyTorch print the lines that the page shows."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from doc_commands import Command, commands_of, missing
from exchange import ROOT, torch_python

pytestmark = pytest.mark.parity

COMMANDS = [command for command in commands_of(ROOT / "docs" / "tracing.md") if command.kind == "torch"]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.text)
def test_a_command_prints_what_the_page_shows(command: Command) -> None:
    _, *arguments = shlex.split(command.text)
    environment = os.environ | {"TT_TORCH_PYTHON": str(torch_python()), "COLUMNS": "110"}
    done = subprocess.run(
        [sys.executable, "-m", "tt_devtools", *arguments],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert missing(command, done.stdout) == []


def test_there_are_such_commands() -> None:
    assert Path(ROOT / "docs" / "tracing.md").is_file()
    assert COMMANDS
