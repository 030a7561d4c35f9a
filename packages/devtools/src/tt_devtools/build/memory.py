"""How much memory each compilation takes, and how many may run at once.

A compiler that ccache has to start is started through a small script that notes its peak memory; hits cost
nothing. The ledger keeps it by unit. Units that are too heavy to run as many as there are jobs go into a pool.
"""

import os
import shlex
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

MEMORY_LOG = "memory.log"
PROGRAM = "tt-measure"
UNKNOWN_KIB = 2 << 20  # a unit where none was ever measured: 2 GiB, cc1plus with heavy templates
SHARE = 0.9  # of the free memory; the rest is for the linker and for whatever else runs

_SCRIPT = '''"""Runs a compiler and notes its peak memory. Made by tt build."""
import os, sys
pid = os.posix_spawnp(sys.argv[2], sys.argv[2:], os.environ)
_, status, usage = os.wait4(pid, 0)
name = sys.argv[sys.argv.index("-o") + 1] if "-o" in sys.argv[:-1] else ""
try:
    with open(sys.argv[1], "ab") as log:
        log.write(os.fsencode(f"{usage.ru_maxrss}\\t{name}\\n"))
except OSError:
    pass
code = os.waitstatus_to_exitcode(status)
if code < 0:
    os.kill(os.getpid(), -code)
os._exit(code)
'''


@dataclass(frozen=True, slots=True)
class Jobs:
    """`count` jobs, of which at most `depth` are `heavy` outputs; depth 0 where there is no pool."""

    count: int
    depth: int = 0
    heavy: frozenset[str] = field(default=frozenset())


def write_program(build_dir: Path) -> Path:
    """Writes the script that goes before the compiler. ccache wants its name on PATH: paths it splits at spaces."""
    build_dir.mkdir(parents=True, exist_ok=True)
    (build_dir / f"{PROGRAM}.py").write_text(_SCRIPT)
    program = build_dir / PROGRAM
    words = (sys.executable, "-ISE", str(build_dir / f"{PROGRAM}.py"), str(build_dir / MEMORY_LOG))
    program.write_text(f'#!/bin/sh\nexec {shlex.join(words)} "$@"\n')
    program.chmod(0o755)
    return program


def read_log(path: Path) -> dict[str, int]:
    """KiB by output, as far as the log is whole."""
    found: dict[str, int] = {}
    try:
        text = path.read_text(errors="surrogateescape")
    except OSError:
        return found
    for line in text.splitlines():
        kib, tab, output = line.partition("\t")
        if tab and output and kib.isdecimal() and len(kib) < 12:
            found[output] = max(int(kib), found.get(output, 0))
    return found


def free_kib() -> int | None:
    """Memory that new processes can have; None where the system does not say."""
    try:
        with open("/proc/meminfo") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("MemAvailable:"))
    except (OSError, StopIteration, ValueError):
        return None


def choose(
    units: Iterable[str], measured: Mapping[str, int], *, cpus: int, free: int | None, asked: int = 0
) -> Jobs:
    """Jobs for these units: one a CPU (or as many as asked for) as long as memory lasts.

    Where not all that could run at once fit, the heavy ones share a pool; where no pool helps, there are fewer jobs.
    """
    jobs = asked or cpus
    unknown = max(measured.values(), default=UNKNOWN_KIB)
    needs = {unit: measured.get(unit, unknown) for unit in units}
    if free is None or not needs:
        return Jobs(jobs)
    usable = free * SHARE
    for count in range(min(jobs, len(needs)), 0, -1):
        largest = sorted(needs.values(), reverse=True)[:count]
        if sum(largest) <= usable:
            return Jobs(jobs if count == min(jobs, len(needs)) else count)
        heavy = {unit: kib for unit, kib in needs.items() if kib > usable / count}
        light = max((kib for unit, kib in needs.items() if unit not in heavy), default=0)
        if len(heavy) == len(needs):
            continue
        for depth in range(count - 1, 0, -1):
            if depth * max(heavy.values()) + (count - depth) * light <= usable:
                return Jobs(count, depth, frozenset(heavy))
    return Jobs(1)


def cpus() -> int:
    """CPUs that we may use."""
    return len(os.sched_getaffinity(0))
