"""Generated text as ruff and clang-format would have it, where they are installed; as it is where they are not."""

import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from tt_devtools.checkout import Checkout


class Formatter(Protocol):
    """`name` is the file that the text belongs to: its settings count."""

    def formatted(self, text: str, name: str) -> str:
        """The text in the checkout's style."""


class Tools:
    """The checkout's own tools."""

    def __init__(self, checkout: Checkout) -> None:
        self._checkout = checkout

    def formatted(self, text: str, name: str) -> str:
        if name.endswith(".py"):
            return self._piped("ruff", ["format", "--stdin-filename", name, "-"], text)
        if name.endswith((".h", ".cpp", ".cu")):
            return self._piped("clang-format", [f"--assume-filename={name}"], text)
        return text

    def _piped(self, tool: str, arguments: Sequence[str], text: str) -> str:
        program: Path | None = self._checkout.tool(tool)
        if program is None:
            return text
        done = subprocess.run(
            [program, *arguments], input=text, text=True, capture_output=True, cwd=self._checkout.root
        )
        return done.stdout if done.returncode == 0 and done.stdout else text


class Plain:
    """No tools."""

    def formatted(self, text: str, name: str) -> str:
        return text
