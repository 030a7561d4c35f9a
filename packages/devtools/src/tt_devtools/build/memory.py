"""How many compilations may run at once: as many as memory lasts for, by what each took before.

The ledger keeps that by unit (see `measure`). Units that are too heavy to run as many as there are jobs go into a
pool.
"""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

UNKNOWN_KIB = 2 << 20  # a unit where none was ever measured: 2 GiB, cc1plus with heavy templates
SHARE = 0.9  # of the free memory; the rest is for the linker and for whatever else runs


@dataclass(frozen=True, slots=True)
class Jobs:
    """`count` jobs, of which at most `depth` are `heavy` outputs; depth 0 where there is no pool."""

    count: int
    depth: int = 0
    heavy: frozenset[str] = field(default=frozenset())


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
