"""Check: what was looked at, how it is, and the command that mends it."""

from dataclasses import dataclass
from typing import Any, Literal

State = Literal["ok", "warn", "problem"]


@dataclass(frozen=True, slots=True)
class Check:
    """`fix` is a command, and there is one for everything that is not ok."""

    name: str
    state: State
    text: str
    fix: str = ""

    def as_json(self) -> dict[str, Any]:
        """All fields by name."""
        return {"name": self.name, "state": self.state, "text": self.text, "fix": self.fix}


def worst(checks: list[Check]) -> State:
    """A problem where there is one, else a warning where there is one."""
    states = {check.state for check in checks}
    return "problem" if "problem" in states else "warn" if "warn" in states else "ok"
