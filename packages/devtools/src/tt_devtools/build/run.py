"""One build from start to end: lock, configure, plan, run, count, and the no-op guard.

The guard: a dry run after the build must find nothing to do. An edge that is dirty for ever makes every build
slow and hides real changes, so it is named, with its reason, and the build counts as failed.
"""

import os
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tt_devtools.build import ccache, configure
from tt_devtools.build.lock import locked
from tt_devtools.build.ninja import Ninja, default_jobs
from tt_devtools.build.plan import Plan, Planned
from tt_devtools.build.result import Result, Unit, describe_plan
from tt_devtools.build.steps import Reason
from tt_devtools.build.transcript import Transcript
from tt_devtools.checkout import Checkout
from tt_devtools.ninja_graph import ledger, ninja_log
from tt_devtools.ninja_graph.deps_log import DEPS_LOG
from tt_devtools.ninja_graph.edge import is_object
from tt_devtools.ninja_graph.ledger import LEDGER
from tt_devtools.output import say
from tt_devtools.progress import Progress

DEFAULT_PRESET = "dev"
STATS_LOG = "ccache-stats.log"
_OUT_OF_DATE = "stored deps info out of date"


@dataclass(frozen=True, slots=True)
class Request:
    """What the user asked for. `jobs` 0 means by CPUs and memory."""

    preset: str = DEFAULT_PRESET
    targets: Sequence[str] = ()
    jobs: int = 0
    clean: bool = False
    dry_run: bool = False


def run_build(checkout: Checkout, request: Request) -> Result:
    """Builds and tells how it went; raises Failure where there was no build to speak of."""
    began = time.monotonic()
    configure.check_preset(checkout, request.preset)
    build_dir = checkout.build_dir(request.preset)
    environment = _environment(checkout, build_dir)
    if request.dry_run:
        result = _plan_only(checkout, request, environment)
    else:
        with locked(build_dir.parent / f"{request.preset}.lock", "tt build") as lock:
            result = _build(checkout, request, environment, lock)
    result.seconds = time.monotonic() - began
    return result


def _plan_only(checkout: Checkout, request: Request, environment: dict[str, str]) -> Result:
    build_dir = checkout.build_dir(request.preset)
    if request.clean or not configure.is_configured(checkout, request.preset, environment):
        return Result(request.preset, Plan(0, 0, 0, None, [], known=False))
    ninja = _ninja(checkout, build_dir, environment)
    if ninja.stale():
        return Result(request.preset, Plan(0, 0, 0, None, [], known=False))
    return Result(
        request.preset,
        Planned(ninja.dry_run(request.targets), build_dir, request.jobs or default_jobs()).plan,
    )


def _build(checkout: Checkout, request: Request, environment: dict[str, str], lock: int) -> Result:
    build_dir = checkout.build_dir(request.preset)
    if request.clean:
        configure.remove(build_dir)
    ninja = _ninja(checkout, build_dir, environment)  # before CMake, which calls ninja too
    if not configure.is_configured(checkout, request.preset, environment):
        configure.configure(checkout, request.preset, environment)
    elif ninja.refresh([lock]):
        say("tt build: CMake's files or the sources' folders changed, so it ran again")
    jobs = request.jobs or default_jobs()
    result = _build_once(ninja, request, jobs, build_dir, lock)
    if ninja.torn or any(reason.text.startswith(_OUT_OF_DATE) for reason in result.dirty_after):
        say(f"tt build: {DEPS_LOG} is torn: it is removed, and everything is compiled once more")
        ninja.forget_deps()
        result = _build_once(ninja, request, jobs, build_dir, lock)
    return result


def _build_once(ninja: Ninja, request: Request, jobs: int, build_dir: Path, lock: int) -> Result:
    """Plans, builds and looks whether anything is left; stops before building where ninja finds deps torn."""
    planned = Planned(ninja.dry_run(request.targets), build_dir, jobs)
    result = Result(request.preset, planned.plan)
    if ninja.torn or not planned.plan.steps:
        return result
    say(f"tt build: {request.preset}: {describe_plan(result.planned)}")
    if not _run(ninja, request.targets, jobs, result, build_dir, lock, planned):
        result.dirty_after = _still_dirty(ninja, request.targets)
    return result


def _still_dirty(ninja: Ninja, targets: Sequence[str]) -> list[Reason]:
    after = ninja.dry_run(targets)
    unexplained = [Reason(step.text, "ninja gives no reason") for step in after.steps]
    return ninja.stale() + (after.reasons or unexplained)


def _run(
    ninja: Ninja,
    targets: Sequence[str],
    jobs: int,
    result: Result,
    build_dir: Path,
    lock: int,
    planned: Planned,
) -> bool:
    began = time.time()
    stats_log, log = build_dir / STATS_LOG, build_dir / ".ninja_log"
    stats_log.write_text("")
    before = ninja_log.read(log)
    progress = Progress("building")
    transcript = Transcript(progress)
    try:
        code = ninja.run(targets, jobs, transcript, [lock])
    finally:
        progress.close()
    if code and not transcript.failed:
        transcript.failed.append(f"ninja (exit code {code})")
    calls = ccache.read_stats_log(stats_log)
    result.failed = transcript.failed
    result.compiled, result.linked = transcript.done["compile"], transcript.done["link"]
    result.cache = ccache.count(calls)
    result.units = _units(before, ninja_log.read(log), calls)
    ledger.append(build_dir / LEDGER, _rows(began, result.units, planned))
    return bool(code)


def _rows(began: float, units: list[Unit], planned: Planned) -> list[ledger.Row]:
    return [
        ledger.Row(
            round(began, 3),
            unit.output,
            planned.source(unit.output),
            unit.ms,
            unit.cache or "none",
            planned.cause(unit.output),
        )
        for unit in units
        if is_object(unit.output)
    ]


def _units(
    before: dict[str, ninja_log.Entry], after: dict[str, ninja_log.Entry], calls: list[ccache.Call]
) -> list[Unit]:
    made = {output: entry for output, entry in after.items() if before.get(output) != entry}
    # CMake logs the outputs of custom commands twice, the second time with an absolute path.
    once = {entry: output for output, entry in sorted(made.items(), reverse=True)}
    outputs = sorted(once.values(), key=lambda each: made[each].end_ms)
    outcomes = ccache.outcomes_of([each for each in outputs if each.endswith(".o")], calls)
    return [Unit(each, made[each].ms, outcomes.get(each, "")) for each in outputs]


def _ninja(checkout: Checkout, build_dir: Path, environment: dict[str, str]) -> Ninja:
    ninja = Ninja(checkout.needed_tool("ninja"), build_dir, environment)
    ninja_log.check_version(build_dir / ".ninja_log", ninja.version())
    return ninja


def _environment(checkout: Checkout, build_dir: Path) -> dict[str, str]:
    environment = dict(os.environ)
    folders = [str(Path(sys.prefix, "bin")), str(checkout.root / ".venv" / "bin")]
    environment["PATH"] = os.pathsep.join([*folders, environment.get("PATH", os.defpath)])
    if checkout.tool("ccache") is None:
        say("tt build: ccache is not installed: every unit is compiled anew")
    else:
        environment.update(ccache.environment(checkout.root, build_dir / STATS_LOG))
    return environment
