"""What a build will do, from a dry run and the log of earlier ones: counts, seconds, causes."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from tt_devtools.build.ninja import DryRun
from tt_devtools.build.steps import Reason
from tt_devtools.ninja_graph import ninja_log

CAUSES_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Plan:
    """`seconds` is None where no step was ever timed, `known` False where CMake has not run yet."""

    compile: int
    link: int
    other: int
    seconds: float | None
    causes: list[str]
    known: bool = True

    @property
    def steps(self) -> int:
        """All steps."""
        return self.compile + self.link + self.other


def make_plan(dry_run: DryRun, build_dir: Path, jobs: int) -> Plan:
    """Counts the steps; the time is the longest that each took before, their mean for one never timed."""
    kinds = Counter(step.kind for step in dry_run.steps)
    known = ninja_log.longest_ms(build_dir / ".ninja_log")
    timed = [known[step.output] for step in dry_run.steps if step.output in known]
    heavy = sum(1 for step in dry_run.steps if step.output)
    seconds: float | None = None
    if timed:
        seconds = sum(timed) / len(timed) * heavy / min(jobs, heavy) / 1000
    elif not dry_run.steps:
        seconds = 0.0
    return Plan(kinds["compile"], kinds["link"], kinds["other"], seconds, _causes(dry_run.reasons, build_dir))


def _causes(reasons: list[Reason], build_dir: Path) -> list[str]:
    causes = Counter(_cause(reason, build_dir) for reason in reasons)
    shown = [cause for cause, _ in causes.most_common(CAUSES_SHOWN)]
    if len(causes) > CAUSES_SHOWN:
        shown.append(f"{len(causes) - CAUSES_SHOWN} more")
    return shown


def _cause(reason: Reason, build_dir: Path) -> str:
    if reason.input:
        return f"{build_dir.joinpath(reason.input).name} changed"
    if reason.text.startswith("command line changed"):
        return "compile or link command changed"
    return "never built"
