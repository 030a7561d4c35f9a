"""One thing that keeps ./tt from running: what is wrong, and the command that helps."""

from __future__ import annotations


class Problem(Exception):
    """What is wrong, in one line; `hint` is the next step; `details` are a tool's last words, shown first."""

    def __init__(self, text: str, hint: str, details: str = "", exit_code: int = 1) -> None:
        super().__init__(text)
        self.text = text
        self.hint = hint
        self.details = details
        self.exit_code = exit_code

    def report(self) -> str:
        """The lines for stderr."""
        details = f"{self.details.rstrip()}\n" if self.details else ""
        return f"{details}tt: {self.text}\nhint: {self.hint}\n"
