"""A place at which an op will not be right, said so that a person can act on it."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Doubt:
    """`what` is the sentence; the rest says the same to a program, and is empty where there is no one place."""

    what: str
    hint: str
    at: Mapping[str, float] = field(default_factory=dict)
    dtype: str = ""
    got: str = ""
    expected: str = ""

    def text(self) -> str:
        """Two lines for a person."""
        return f"warning: {self.what}\nhint: {self.hint}"

    def as_json(self) -> dict[str, Any]:
        """For `--json`. Numbers that may be infinite are text."""
        return {
            "message": self.what,
            "hint": self.hint,
            "at": {name: f"{value:g}" for name, value in self.at.items()},
            "dtype": self.dtype,
            "got": self.got,
            "expected": self.expected,
        }


def doubt_at(
    subject: str, at: Mapping[str, float], dtype: str, got: float, expected: float, hint: str
) -> Doubt:
    """That something is wrong at one place; `expected` is NaN where no one number is right."""
    place = ", ".join(f"{name} = {value:g}" for name, value in at.items())
    right = "" if math.isnan(expected) else f"{expected:g}"
    instead = f"and not {right}" if right else "where no one number is right"
    return Doubt(
        f"{subject}: at {place} in {dtype} it is {got:g} {instead}", hint, at, dtype, f"{got:g}", right
    )
