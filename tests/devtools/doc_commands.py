"""Commands and the output that a page shows of them: fenced blocks that begin with ```console and a word after it.

A line `$ COMMAND` begins a command, `...` stands for lines left out; the others are to appear in that order.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

_FENCE = re.compile(r"```console ?(\w*)\n(.*?)```", re.DOTALL)
_MACHINE = (
    (re.compile(r"\d[\d.]* ?(?:ns|us|ms|s)\b"), "TIME"),
    (re.compile(r"\b\d+%"), "SHARE"),
    (re.compile(r"\b(?:avx512|avx2|baseline)\b"), "ISA"),
    (re.compile(r"(?:TIME of )"), ""),
    (re.compile(r"\s+"), " "),
)


@dataclass
class Command:
    """One command of a page, and the lines of its output that the page shows."""

    text: str
    kind: str
    lines: list[str] = field(default_factory=list)


def commands_of(page: Path) -> list[Command]:
    """Every command in the page's blocks."""
    commands: list[Command] = []
    for kind, block in _FENCE.findall(page.read_text(encoding="utf-8")):
        for line in block.splitlines():
            if line.startswith("$ "):
                commands.append(Command(line[2:], kind))
            elif line.strip() and line != "...":
                commands[-1].lines.append(line)
    return commands


def missing(command: Command, output: str) -> list[str]:
    """Lines that the page shows and the output does not have, in this order; times and the machine aside."""
    seen = [plain(line) for line in output.splitlines()]
    lost = []
    at = 0
    for line in command.lines:
        try:
            at = seen.index(plain(line), at) + 1
        except ValueError:
            lost.append(line)
    return lost


def plain(line: str) -> str:
    """The line without what differs from run to run and from machine to machine."""
    for pattern, word in _MACHINE:
        line = pattern.sub(word, line)
    return line.strip()
