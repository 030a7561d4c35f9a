"""The outcome of a build, as the command prints it and as `--json` gives it."""

from dataclasses import dataclass, field
from typing import Any

from tt_devtools.build.ccache import Outcome
from tt_devtools.build.measure import Usage
from tt_devtools.build.plan import Plan
from tt_devtools.build.steps import Reason
from tt_devtools.plural import plural

SLOWEST = 3
DIRTY_SHOWN = 5
SLOW_MS = 1000  # units below are not worth a line


@dataclass(frozen=True, slots=True)
class Unit:
    """One object or library that was made in `ms` by the clock; `cache` is "" where ccache had no part."""

    output: str
    ms: int
    cache: Outcome | str
    usage: Usage = field(default_factory=Usage)

    @property
    def price_ms(self) -> int:
        """CPU time where it was measured, else the time by the clock."""
        return self.usage.cpu_ms or self.ms


@dataclass(slots=True)
class Result:
    """Filled while the build runs. `failed` names outputs that could not be made."""

    preset: str
    planned: Plan
    seconds: float = 0.0
    compiled: int = 0
    linked: int = 0
    cache: dict[Outcome, int] = field(default_factory=lambda: {"direct": 0, "preprocessed": 0, "miss": 0})
    remote_hits: int = 0
    units: list[Unit] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    dirty_after: list[Reason] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Everything was made, and nothing is left to do."""
        return not self.failed and not self.dirty_after

    def as_json(self) -> dict[str, Any]:
        """The object of `--json`."""
        planned = self.planned
        return {
            "preset": self.preset,
            "planned": {
                "compile": planned.compile,
                "link": planned.link,
                "seconds": _rounded(planned.seconds),
            }
            if planned.known
            else None,
            "least_compile": planned.compile - planned.spared,
            "least_seconds": _rounded(planned.least_seconds),
            "likely_hits": planned.hits,
            "configures": planned.configures,
            "done": {"compile": self.compiled, "link": self.linked},
            "cache": dict(self.cache),
            "remote_hits": self.remote_hits,
            "seconds": _rounded(self.seconds),
            "units": [{"output": unit.output, "ms": unit.ms, "cache": unit.cache} for unit in self.units],
            "failed": self.failed,
            "dirty_after": [{"output": reason.output, "reason": reason.text} for reason in self.dirty_after],
        }


def cmake_first(configures: str) -> str:
    """What a plan is worth when CMake would run before it is carried out, for this reason."""
    return f"CMake runs first ({configures}), which may change this"


def describe_plan(plan: Plan) -> str:
    """One line: why, what will be made, and how long it takes without the cache."""
    if not plan.known:
        return "CMake has to run first, then everything is built"
    first = f"{cmake_first(plan.configures)}: " if plan.configures else ""
    if not plan.steps:
        return f"{first}nothing to do"
    least = f" ({plan.compile - plan.spared} if what is generated comes out the same)" if plan.spared else ""
    counts = [f"{plan.compile} compile{least}"] * bool(plan.compile) + [f"{plan.link} link"] * bool(plan.link)
    if plan.other:
        counts.append(plural(plan.other, "other step"))
    hits = f", {plural(plan.hits, 'likely cache hit')}" if plan.hits else ""
    causes = f"{', '.join(plan.causes)}: " if plan.causes else ""
    return first + causes + ", ".join(counts) + _time(plan) + hits


def _time(plan: Plan) -> str:
    if plan.seconds is None or plan.seconds < 1:
        return ""
    most, least = f"{plan.seconds:.0f}", f"{plan.least_seconds or 0:.0f}"
    if not plan.spared or plan.least_seconds is None or least == most:
        return f"; about {most} s"
    return f"; about {least} to {most} s" if least != "0" else f"; at most about {most} s"


def describe(result: Result) -> str:
    """What was done, for people; one line each for counts, cache and slow units."""
    if not result.planned.steps:
        return f"{result.preset}: nothing to do ({result.seconds:.2f} s)"
    lines = [f"{result.preset}: {result.compiled} compiled, {result.linked} linked in {result.seconds:.1f} s"]
    if sum(result.cache.values()):
        direct, preprocessed, miss = (result.cache[key] for key in ("direct", "preprocessed", "miss"))
        remote = f"; {result.remote_hits} hits were remote" if result.remote_hits else ""
        lines.append(f"  ccache: {direct} direct, {preprocessed} preprocessed, {miss} missed{remote}")
    slowest = sorted(result.units, key=lambda unit: -unit.ms)[:SLOWEST]
    for unit in slowest:
        if unit.ms >= SLOW_MS:
            lines.append(f"  {unit.ms / 1000:5.1f} s  {unit.output}{f' ({unit.cache})' * bool(unit.cache)}")
    return "\n".join(lines)


def describe_problem(result: Result) -> str:
    """What is wrong with the result, "" when nothing is."""
    if result.failed:
        return f"{len(result.failed)} of {result.planned.steps} steps failed: {', '.join(result.failed[:4])}"
    if result.dirty_after:
        listed = [f"  {reason.output}: {reason.text}" for reason in result.dirty_after]
        if len(listed) > DIRTY_SHOWN:
            listed[DIRTY_SHOWN:] = [f"  and {len(listed) - DIRTY_SHOWN} more"]
        lines = "\n".join(listed)
        return f"still not up to date after building, so every build repeats this work:\n{lines}"
    return ""


def _rounded(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, 3)
