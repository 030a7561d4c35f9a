"""What ninja prints, as data: the steps that it plans or takes and the reasons that `-d explain` gives.

Must not run anything.
"""

import re
from dataclasses import dataclass
from typing import Literal

Kind = Literal["compile", "link", "other"]

STATUS = "[%f/%t] "
_STEP = re.compile(r"\[(\d+)/(\d+)\] (.*)")
_COMPILE = re.compile(r"Building \S+ object (\S+)")
_LINK = re.compile(r"Linking \S+ (?:static library|shared library|shared module|executable) (\S+)")
_EXPLAIN = "ninja explain: "
_CONSEQUENCE = re.compile(r"(\S+) is dirty")
_REASONS = (
    re.compile(r"(?:restat of )?output (?P<output>.+?) older than most recent input (?P<input>.+?) \(.*"),
    re.compile(r"recorded mtime of (?P<output>.+?) older than most recent input (?P<input>.+?) \(.*"),
    re.compile(r"output (?P<output>.+?) of phony edge with no inputs doesn't exist"),
    re.compile(r"output (?P<output>.+?) doesn't exist"),
    re.compile(r"command line (?:changed|not found in log) for (?P<output>.+)"),
    re.compile(r"(?:deps for|depfile) '(?P<output>.+?)' (?:are|is) missing"),
    re.compile(r"stored deps info out of date for '?(?P<output>.+?)'? \(.*"),
    re.compile(r"(?P<output>\S+) has no in-edge and is missing"),
)


@dataclass(frozen=True, slots=True)
class Step:
    """One line of ninja's status: the `done`th of `total`. Outputs are relative to the build folder."""

    done: int
    total: int
    text: str

    @property
    def kind(self) -> Kind:
        """By the description that CMake gives its rules."""
        return "compile" if _COMPILE.match(self.text) else "link" if _LINK.match(self.text) else "other"

    @property
    def output(self) -> str:
        """The object or library, "" for what is neither."""
        found = _COMPILE.match(self.text) or _LINK.match(self.text)
        return found[1] if found else ""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an edge is dirty of itself, not for what it needs. `input` is the file that is newer, or ""."""

    output: str
    text: str
    input: str = ""


def parse_step(line: str) -> Step | None:
    """The step that a line of `NINJA_STATUS=STATUS` output announces."""
    found = _STEP.match(line)
    return Step(int(found[1]), int(found[2]), found[3].rstrip()) if found else None


def parse_steps(text: str) -> list[Step]:
    """All steps of a dry run."""
    return [step for line in text.splitlines() if (step := parse_step(line))]


def parse_reasons(text: str) -> list[Reason]:
    """The root causes in `-d explain` output, each edge once, consequences left out."""
    reasons: dict[str, Reason] = {}
    for line in text.splitlines():
        if not line.startswith(_EXPLAIN):
            continue
        explanation = line.removeprefix(_EXPLAIN)
        if _CONSEQUENCE.fullmatch(explanation):
            continue
        reason = _reason(explanation)
        reasons.setdefault(reason.output, reason)
    return list(reasons.values())


def _reason(explanation: str) -> Reason:
    for pattern in _REASONS:
        if found := pattern.fullmatch(explanation):
            groups = found.groupdict()
            text = re.sub(r" \(\d+ vs \d+\)$", "", explanation)
            return Reason(groups["output"], text, groups.get("input", ""))
    return Reason(explanation, explanation)
