"""One build from start to end: lock, configure, plan, run, count, and the no-op guard.

The guard: a dry run after the build must find nothing to do. An edge that is dirty for ever makes every build
slow and hides real changes, so it is named, with its reason, and the build counts as failed.
"""

import os
import time
from dataclasses import replace

from tt_devtools.build import (
    ccache,
    clock,
    configure,
    debugging,
    distribute,
    in_place,
    measure,
    memory,
    overrides,
    why_miss,
)
from tt_devtools.build.environment import STATS_LOG, Reach, environment
from tt_devtools.build.lock import locked, locked_to_read
from tt_devtools.build.ninja import DryRun, Ninja
from tt_devtools.build.plan import UNKNOWN, Planned
from tt_devtools.build.recording import made, record
from tt_devtools.build.request import Request
from tt_devtools.build.result import Result, describe_plan
from tt_devtools.build.steps import Reason
from tt_devtools.build.transcript import Transcript
from tt_devtools.build.why import Forest
from tt_devtools.checkout import Checkout
from tt_devtools.failure import Failure
from tt_devtools.ninja_graph import ledger, ninja_log
from tt_devtools.ninja_graph.deps_log import DEPS_LOG
from tt_devtools.ninja_graph.ledger import LEDGER
from tt_devtools.ninja_graph.load import load
from tt_devtools.output import say
from tt_devtools.progress import Progress

_OUT_OF_DATE = "stored deps info out of date"


def run_build(checkout: Checkout, request: Request) -> Result:
    """Builds and tells how it went; raises Failure where there was no build to speak of."""
    began = time.monotonic()
    configure.check_preset(checkout, request.preset)
    build_dir = checkout.build_dir(request.preset)
    build = _Build(
        checkout, request, environment(checkout, build_dir, request.reach, measured=not request.dry_run)
    )
    lock_file = build_dir.parent / f"{request.preset}.lock"
    if request.dry_run:
        with locked_to_read(lock_file, "tt build"):
            result = build.plan()
    else:
        with locked(lock_file, "tt build") as lock:
            result = build.run(lock)
    result.seconds = time.monotonic() - began
    return result


def explain(checkout: Checkout, request: Request) -> Forest | None:
    """Why a build would do what it would; None where CMake has to run before that is known."""
    configure.check_preset(checkout, request.preset)
    build_dir = checkout.build_dir(request.preset)
    build = _Build(checkout, request, environment(checkout, build_dir, Reach(), measured=False))
    with locked_to_read(build_dir.parent / f"{request.preset}.lock", "tt build"):
        return build.forest()


class _Build:
    def __init__(self, checkout: Checkout, request: Request, variables: dict[str, str]) -> None:
        self._checkout = checkout
        self._request = request
        self._environment = variables
        self._build_dir = checkout.build_dir(request.preset)
        self._debugged: frozenset[str] = frozenset()

    def plan(self) -> Result:
        """What would be built."""
        foreseen = self._foreseen()
        if foreseen is None:
            return Result(self._request.preset, UNKNOWN)
        if (other := in_place.owner(self._build_dir.parent)) not in ("", self._request.preset):
            say(f"tt build: the libraries in place are those of {other}: this preset's are linked again")
        dry_run, configures = foreseen
        return Result(self._request.preset, replace(self._planned(dry_run)[0].plan, configures=configures))

    def forest(self) -> Forest | None:
        """The causes of what would be built."""
        foreseen = self._foreseen()
        if foreseen is None:
            return None
        dry_run, configures = foreseen
        return Forest(
            dry_run,
            load(self._build_dir, overrides.PLAN)[0],
            self._build_dir,
            self._checkout.root,
            configures,
        )

    def run(self, lock: int) -> Result:
        """Builds; once more where ninja's memory of dependencies turns out to be torn."""
        if self._request.clean:
            configure.remove(self._build_dir)
        measure.write_program(self._build_dir)
        ninja = self._ninja()  # before CMake, which calls ninja too
        if not self._is_configured():
            configure.configure(self._checkout, self._request.preset, self._environment)
        elif ninja.refresh([lock]):
            say("tt build: CMake's files or the sources' folders changed, so it ran again")
        in_place.take_over(self._build_dir)
        self._choose_debugged()
        result = self._once(ninja, lock)
        if ninja.torn or any(reason.text.startswith(_OUT_OF_DATE) for reason in result.dirty_after):
            say(f"tt build: {DEPS_LOG} is torn: it is removed, and everything is compiled once more")
            ninja.forget_deps()
            result = self._once(ninja, lock)
        return result

    def _is_configured(self) -> bool:
        return configure.is_configured(self._checkout, self._request.preset, self._environment)

    def _foreseen(self) -> tuple[DryRun, str] | None:
        """What ninja would do by CMake's last run, and why CMake would run again, if it would.

        None where there is no telling: nothing is configured, or build.ninja names what is gone.
        """
        if self._request.clean or not self._is_configured():
            return None
        ninja = self._ninja()
        stale = ninja.stale()
        self._choose_debugged()
        try:
            return ninja.dry_run(self._request.targets), self._why_configure(stale)
        except Failure:
            if stale:
                return None
            raise

    def _why_configure(self, stale: list[Reason]) -> str:
        changed = next((reason.input for reason in stale if reason.input), "")
        if changed:
            return f"{self._checkout.relative(os.path.normpath(self._build_dir / changed))} changed"
        return stale[0].text if stale else ""

    def _ninja(self) -> Ninja:
        ninja = Ninja(self._checkout.needed_tool("ninja"), self._build_dir, self._environment)
        ninja_log.check_version(self._build_dir / ".ninja_log", ninja.version())
        return ninja

    def _choose_debugged(self) -> None:
        """Finds the objects that have symbols, and writes plan.ninja for them."""
        asked, dry_run = self._request.debug, self._request.dry_run
        self._debugged = debugging.choose(self._checkout, self._build_dir, asked, keep=not dry_run)
        overrides.write(self._build_dir, overrides.Overrides(memory.Jobs(0), self._debugged))

    def _planned(self, dry_run: DryRun) -> tuple[Planned, memory.Jobs]:
        units = [step.output for step in dry_run.steps if step.kind == "compile"]
        measured = ledger.last_kib(self._build_dir / LEDGER) if units else {}
        asked = self._request.jobs
        hosts = self._request.reach.hosts
        if hosts and not asked:
            jobs = memory.Jobs(memory.cpus() + distribute.jobs(hosts))
        else:
            jobs = memory.choose(
                units, measured, cpus=memory.cpus(), free=None if asked else memory.free_kib(), asked=asked
            )
        return Planned(dry_run, self._build_dir, jobs.count), jobs

    def _once(self, ninja: Ninja, lock: int) -> Result:
        """Plans, builds and looks whether anything is left; stops before building where ninja finds deps torn."""
        planned, jobs = self._planned(ninja.dry_run(self._request.targets))
        result = Result(self._request.preset, planned.plan)
        if ninja.torn or not planned.plan.steps:
            if not ninja.torn:
                in_place.claim(self._build_dir)
            return result
        say(f"tt build: {self._request.preset}: {describe_plan(result.planned)}")
        if jobs.depth:
            say(
                f"tt build: {jobs.count} jobs, of {len(jobs.heavy)} heavy units {jobs.depth} at once: memory is short"
            )
            overrides.write(self._build_dir, overrides.Overrides(jobs, self._debugged))
        if not self._make(ninja, jobs.count, result, lock, planned):
            result.dirty_after = self._still_dirty(ninja)
        return result

    def _still_dirty(self, ninja: Ninja) -> list[Reason]:
        after = ninja.dry_run(self._request.targets)
        unexplained = [Reason(step.text, "ninja gives no reason") for step in after.steps]
        return [
            clock.explain(each, self._build_dir) for each in ninja.stale() + (after.reasons or unexplained)
        ]

    def _make(self, ninja: Ninja, jobs: int, result: Result, lock: int, planned: Planned) -> bool:
        began = time.time()
        stats_log, log = self._build_dir / STATS_LOG, self._build_dir / ".ninja_log"
        for each in (stats_log, self._build_dir / measure.LOG, self._build_dir / why_miss.LOG):
            each.write_text("")
        before = ninja_log.read(log)
        in_place.claim(self._build_dir)
        with Progress("building") as progress:
            transcript = Transcript(progress)
            code = ninja.run(self._request.targets, jobs, transcript, [lock])
        if code and not transcript.failed:
            transcript.failed.append(f"ninja (exit code {code})")
        calls = ccache.read_stats_log(stats_log)
        result.failed = transcript.failed
        result.compiled, result.linked = transcript.done["compile"], transcript.done["link"]
        result.cache = ccache.count(calls)
        result.remote_hits = ccache.remote_hits(stats_log)
        measured = measure.read_log(self._build_dir / measure.LOG)
        result.units = made(before, ninja_log.read(log), calls, measured, planned.source, self._build_dir)
        record(self._build_dir, began, result.units, planned)
        return bool(code)
