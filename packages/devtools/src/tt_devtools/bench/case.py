"""Case and Area: what is measured, as data. Cases use public API only. Must not know how they are run."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Empty = Literal["call", "loop", "nothing"]
Clock = Literal["thread", "wall"]

OURS = "tt"
PEERS = ("torch", "numpy")


@dataclass(frozen=True, slots=True)
class Case:
    """One thing to time in every library that can do it.

    `setup` and `body` are Python in which `xp` is the library, `np` NumPy, `array(x)` the library's array
    over NumPy's and `parameter(x)` the same with requires_grad. A mapping gives one text per library; a
    library that it leaves out is not compared. `empty` is the cost that is subtracted on all sides: of an
    empty call, or of the loop alone. `targets` are the ratios to each peer that are asked for. A `fresh` body
    runs in a new interpreter each time.
    """

    name: str
    area: str
    body: str | Mapping[str, str]
    setup: str | Mapping[str, str] = ""
    empty: Empty = "nothing"
    targets: Mapping[str, float] = field(default_factory=dict)
    fresh: bool = False
    at_most_s: float | None = None

    @property
    def clock(self) -> Clock:
        """Per-call cases run in one thread, whose clock stands still while another process has the CPU."""
        return "wall" if self.empty == "nothing" else "thread"

    def texts(self, library: str) -> tuple[str, str] | None:
        """Setup and body for a library, None where it has no such thing."""
        body = self.body if isinstance(self.body, str) else self.body.get(library)
        setup = self.setup if isinstance(self.setup, str) else self.setup.get(library, "")
        return None if body is None else (setup, body)


@dataclass(frozen=True, slots=True)
class Area:
    """A group of cases, and the geometric means of their ratios that are asked for."""

    name: str
    summary: str
    slice_s: float
    means: Mapping[str, float] = field(default_factory=dict)
