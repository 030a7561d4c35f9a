"""Runs ninja in one build folder: the dry run that plans, the run that builds. `steps` reads what it prints.

Ninja brings build.ninja up to date before anything else, a dry run ends there when that is due, and with
CMake's CONFIGURE_DEPENDS it always is, since the globs have to be checked. So build.ninja is refreshed by a
run of its own; everything else reads plan.ninja (see `overrides`), which nothing makes. Log and deps are shared.
"""

import signal
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from tt_devtools.build.memory import UNKNOWN_KIB, cpus, free_kib
from tt_devtools.build.overrides import PLAN
from tt_devtools.build.steps import STATUS, Reason, Step, parse_reasons, parse_steps
from tt_devtools.failure import MISUSED, Failure
from tt_devtools.ninja_graph.deps_log import DEPS_LOG
from tt_devtools.ninja_graph.manifest import MANIFEST
from tt_devtools.stopping import unwinding

_ERROR = "ninja: error: "
_RERUN = "Re-running CMake"
_TORN = "premature end of file; recovering"


@dataclass(frozen=True, slots=True)
class DryRun:
    """What ninja would do, and the root causes."""

    steps: list[Step]
    reasons: list[Reason]


class Ninja:
    """`program` run in `build_dir` with `environment`. `torn` once it met a torn .ninja_deps."""

    def __init__(self, program: Path, build_dir: Path, environment: dict[str, str]) -> None:
        self.torn = False
        self._program = program
        self._build_dir = build_dir
        self._environment = {**environment, "NINJA_STATUS": STATUS}
        self._environment.pop("MAKEFLAGS", None)  # a jobserver would overrule --jobs

    def version(self) -> str:
        """What `ninja --version` prints."""
        done = subprocess.run([self._program, "--version"], text=True, capture_output=True)
        return done.stdout.strip()

    def refresh(self, keep_open: Sequence[int] = ()) -> bool:
        """Brings build.ninja up to date; True when CMake had to run. Its words in a Failure if it cannot."""
        lines: list[str] = []
        if self._run(MANIFEST, [MANIFEST], 1, lines.append, keep_open):
            text = "\n".join(line for line in lines if not line.startswith("ninja: "))
            raise Failure(f"CMake could not bring {MANIFEST} up to date:\n{text}")
        return any(_RERUN in line for line in lines)

    def stale(self) -> list[Reason]:
        """Why CMake would have to run again; a check of globs alone is no reason."""
        return self._dry_run(MANIFEST, [MANIFEST]).reasons

    def dry_run(self, targets: Sequence[str] = ()) -> DryRun:
        """Plans without building. The log must be this ninja's own: see ninja_log.check_version."""
        return self._dry_run(PLAN, targets)

    def run(
        self, targets: Sequence[str], jobs: int, on_line: Callable[[str], None], keep_open: Sequence[int] = ()
    ) -> int:
        """Builds, handing over each line as it comes; the descriptors stay open in ninja. Its exit code."""
        return self._run(PLAN, targets, jobs, on_line, keep_open)

    def forget_deps(self) -> None:
        """Removes .ninja_deps, so that every unit tells its dependencies anew."""
        (self._build_dir / DEPS_LOG).unlink(missing_ok=True)
        self.torn = False

    def _command(self, manifest: str) -> list[str]:
        return [str(self._program), "-C", str(self._build_dir), "-f", manifest]

    def _dry_run(self, manifest: str, targets: Sequence[str]) -> DryRun:
        done = subprocess.run(
            [*self._command(manifest), "-n", "-d", "explain", *targets],
            env=self._environment,
            text=True,
            capture_output=True,
        )
        self.torn |= _TORN in done.stderr
        if done.returncode:
            self._refuse(done.stdout + done.stderr)
        return DryRun(parse_steps(done.stdout), parse_reasons(done.stderr))

    def _run(
        self,
        manifest: str,
        targets: Sequence[str],
        jobs: int,
        on_line: Callable[[str], None],
        keep_open: Sequence[int],
    ) -> int:
        command = [*self._command(manifest), f"-j{jobs}", *targets]
        with (
            unwinding(),
            subprocess.Popen(
                command,
                env=self._environment,
                text=True,
                errors="replace",
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                pass_fds=keep_open,
            ) as process,
        ):
            assert process.stdout is not None
            try:
                for line in process.stdout:
                    if _TORN in line:
                        self.torn = True
                    else:
                        on_line(line.rstrip("\n"))
            except BaseException:
                # Ninja removes half-written outputs when it is told to stop; leaving `with` waits for that.
                process.send_signal(signal.SIGINT)
                raise
        return process.returncode

    def _refuse(self, text: str) -> NoReturn:
        message = next((line for line in text.splitlines() if line.startswith(_ERROR)), text.strip())
        message = message.removeprefix(_ERROR)
        if message.startswith("unknown target"):
            what, _, hint = message.partition(", did you mean ")
            meant = (
                f"did you mean {hint}"
                if hint
                else "a target is one of CMake's or a file that the build makes"
            )
            raise Failure(what, hint=meant, code=MISUSED)
        raise Failure(f"ninja cannot read {self._build_dir}: {message}", hint="tt build --clean")


def default_jobs() -> int:
    """One job a CPU that we may use, as long as each can have 2 GiB of the free memory."""
    free = free_kib()
    return cpus() if free is None else max(1, min(cpus(), free // UNKNOWN_KIB))
