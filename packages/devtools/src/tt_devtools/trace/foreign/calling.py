"""What any foreign call is in itself: where its function stands, how long it takes."""

import inspect
import time
from collections.abc import Callable
from typing import Any

_ROUNDS, _CALLS = 5, 20
_LONG_NS = 20_000_000  # a round of such calls is enough


def place_of(function: Callable[..., Any]) -> tuple[str, int]:
    """File and line of a Python function; nothing of one in C or C++."""
    try:
        unwrapped = inspect.unwrap(function)
        return inspect.getsourcefile(unwrapped) or "", inspect.getsourcelines(unwrapped)[1]
    except (TypeError, OSError):
        return "", 0


def time_of(call: Callable[[], Any]) -> int:
    """Nanoseconds of one call, the least of several rounds."""
    best = 1 << 62
    for _ in range(_ROUNDS):
        begun = time.perf_counter_ns()
        for _ in range(_CALLS):
            call()
        best = min(best, (time.perf_counter_ns() - begun) // _CALLS)
        if best > _LONG_NS:
            break
    return best
