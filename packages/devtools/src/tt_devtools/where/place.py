"""Place: one line of one file that an operator has, and the roles that places have, in the order shown."""

from dataclasses import asdict, dataclass
from typing import Any

ROLES = (
    "entry", "schema", "functor", "plan", "run", "kernel", "composite", "registration", "dispatch",
    "derivative", "samples", "tests", "docs", "stub", "generated",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Place:
    """`file` is relative to the tree that was asked, or absolute; `text` says what is there."""

    role: str
    file: str
    line: int
    text: str

    @property
    def where(self) -> str:
        """As an editor opens it."""
        return f"{self.file}:{self.line}"

    def as_json(self) -> dict[str, Any]:
        """All fields by name."""
        return asdict(self)


def ordered(places: list[Place]) -> list[Place]:
    """By role, then as found; one place a role, file and line."""
    unique = {(place.role, place.file, place.line): place for place in reversed(places)}
    found = list(reversed(unique.values()))
    return sorted(found, key=lambda place: ROLES.index(place.role))
