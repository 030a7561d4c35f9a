"""What one command did, as the `tt` fixture returns it."""

from __future__ import annotations

import json
import signal
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


def heeding() -> None:
    """For `preexec_fn`: heeds the signals that whoever started the tests may have made ignored or held."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
