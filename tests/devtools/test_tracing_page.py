"""docs/tracing.md: each command runs, and prints the lines that the page shows. Those that need PyTorch are run by
tests/parity/test_tracing_page_torch.py."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from doc_commands import Command, commands_of, missing, plain
from ran import Tt

PAGE = Path(__file__).resolve().parents[2] / "docs" / "tracing.md"
COMMANDS = commands_of(PAGE)


@pytest.mark.parametrize(
    "command", [each for each in COMMANDS if not each.kind], ids=lambda command: command.text
)
def test_a_command_prints_what_the_page_shows(
    tt: Tt, checkout: Path, monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    monkeypatch.chdir(checkout)
    program, *arguments = shlex.split(command.text)
    assert program == "./tt"
    ran = tt(*arguments)
    assert ran.code == 0
    assert missing(command, ran.out) == []


def test_every_command_is_run_somewhere() -> None:
    assert {each.kind for each in COMMANDS} == {"", "torch"}
    assert len(COMMANDS) >= 10


def test_lines_that_are_not_there_are_found() -> None:
    command = Command("./tt trace add", "", ["a 12 ns of  1.5 us", "b", "c 7%"])
    assert missing(command, "a  3 us\nx\nb\nc 99%") == []
    assert missing(command, "b\na 3 us\nc 99%") == ["b"]
    assert plain("isa avx2   threads 1") == "isa ISA threads 1"
