"""What one command did, as the `tt` fixture returns it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Ran:
    """Exit code, stdout and stderr."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Tt = Callable[..., Ran]
"""`tt("build", "--json", root=project.root)`."""
