"""A progress bar on stderr when a person watches, plain lines otherwise. Standard library only: it costs no
start-up."""

import shutil
import sys
import time

from tt_devtools.output import is_terminal, say

BAR = 24  # characters
REDRAW_S = 0.05


class Progress:
    """One bar, from `delay_s` on. Where stderr is no terminal, `step` prints a line each if it is `loud`.

    Used by `with` it is gone before anything else is told, an error included.
    """

    def __init__(self, label: str, *, loud: bool = True, delay_s: float = 0.0) -> None:
        self._label = label
        self._loud = loud
        self._delay_s = delay_s
        self._drawn = False
        self._terminal = is_terminal(sys.stderr)
        self._began = time.monotonic()
        self._last = 0.0

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def step(self, done: int, total: int, text: str) -> None:
        """`done` of `total` are finished, `text` last."""
        if not self._terminal:
            if self._loud:
                say(f"[{done}/{total}] {text}")
            return
        now = time.monotonic()
        if (now - self._last < REDRAW_S and done < total) or now - self._began < self._delay_s:
            return
        self._last = now
        full = BAR * done // max(total, 1)
        line = (
            f"{self._label} {'#' * full}{'.' * (BAR - full)} {done}/{total} {now - self._began:.0f} s  {text}"
        )
        sys.stderr.write("\r\x1b[K" + line[: shutil.get_terminal_size().columns - 1])
        sys.stderr.flush()
        self._drawn = True

    def line(self, text: str) -> None:
        """A line that stays, above the bar."""
        self.close()
        say(text)

    def close(self) -> None:
        """Takes the bar away."""
        if self._drawn:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self._drawn = False
