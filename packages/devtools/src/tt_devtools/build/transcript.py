"""Listens to a running ninja: moves the bar, counts what was made, lets the compiler's own words through."""

import re
from collections import Counter

from tt_devtools.build.steps import parse_step
from tt_devtools.progress import Progress

_FAILED = re.compile(r"FAILED: (?:\[code=\d+\] )?(.*)")
_NOISE = re.compile(r"ninja: (Entering directory .*|no work to do\.|build stopped: .*)")


class Transcript:
    """Call it with each line. The command of a failed compilation is left out: the message says more."""

    def __init__(self, progress: Progress) -> None:
        self.done: Counter[str] = Counter()
        self.failed: list[str] = []
        self._progress = progress
        self._last_kind = "other"
        self._last_output = ""
        self._skip_command = False

    def __call__(self, line: str) -> None:
        if self._skip_command:
            self._skip_command = False
            return
        if step := parse_step(line):
            self.done[step.kind] += 1
            self._last_kind, self._last_output = step.kind, step.output
            self._progress.step(step.done, step.total, step.text)
        elif found := _FAILED.match(line):
            self._fail(found[1].strip())
        elif not _NOISE.fullmatch(line):
            self._progress.line(line)

    def _fail(self, outputs: str) -> None:
        name = outputs.split()[0] if outputs else "a step"
        self.failed.append(name)
        compiles = name.endswith((".o", ".so"))
        if compiles and name == self._last_output:
            self.done[self._last_kind] -= 1  # ninja announces a step when it ends, well or not
        self._skip_command = compiles
        self._progress.line(f"failed: {name}")
