"""A place at which an op will not be right, said so that a person can act on it."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Doubt:
    """`subject` is "the value" or "the slope by 'self'"; `expected` is "" where there is no one right number."""

    subject: str
    at: tuple[tuple[str, float], ...] = ()
    dtype: str = ""
    got: str = ""
    expected: str = ""
    hint: str = ""
    message: str = ""

    def text(self) -> str:
        """Two lines for a person."""
        return f"warning: {self.what()}\nhint: {self.hint}"

    def what(self) -> str:
        """The sentence."""
        if self.message:
            return f"{self.subject}: {self.message}"
        place = ", ".join(f"{name} = {value:g}" for name, value in self.at)
        truth = f"and not {self.expected}" if self.expected else "where no one number is right"
        return f"{self.subject}: at {place} in {self.dtype} it is {self.got} {truth}"

    def as_json(self) -> dict[str, Any]:
        """For `--json`. Numbers that may be infinite are text."""
        return {
            "subject": self.subject,
            "message": self.what(),
            "at": {name: f"{value:g}" for name, value in self.at},
            "dtype": self.dtype,
            "got": self.got,
            "expected": self.expected,
            "hint": self.hint,
        }
