"""How builds and units changed over time, from ledgers that `tt build` wrote or that CI saved.

A cache hit says nothing about a unit's price, so only misses count. Several ledgers of several machines may be
given; a unit's trend is told within one ledger, since machines differ.
"""

import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from tt_devtools.buildstats.text import aligned, printable
from tt_devtools.failure import MISUSED, Failure
from tt_devtools.ninja_graph.ledger import Row, read_ledger
from tt_devtools.plural import plural

HITS = ("direct", "preprocessed")
_DAY_S = 86_400
_LATEST = 253_402_300_799  # the last second of the year 9999


@dataclass(slots=True)
class Day:
    """What was built on one day (UTC)."""

    date: str
    builds: int = 0
    compiled: int = 0
    hits: int = 0
    miss_ms: int = 0


@dataclass(frozen=True, slots=True)
class Growth:
    """A unit's first and last misses: medians of a third of them each, in milliseconds."""

    output: str
    before_ms: float
    after_ms: float
    misses: int


@dataclass(slots=True)
class Trend:
    """One ledger's days, oldest first, and its units by how much dearer they became."""

    ledger: str
    days: list[Day] = field(default_factory=list)
    units: list[Growth] = field(default_factory=list)


def trend(path: Path) -> Trend:
    """Sums up one ledger."""
    if not path.is_file():
        raise Failure(
            f"there is no ledger {path}", hint="tt build keeps build/dev/.tt_ledger.jsonl", code=MISUSED
        )
    rows = sorted((row for row in read_ledger(path) if 0 <= row.build <= _LATEST), key=lambda row: row.build)
    if not rows:
        raise Failure(f"{path} holds no compilation")
    return Trend(str(path), _days(rows), _growth(rows))


def _days(rows: list[Row]) -> list[Day]:
    days: dict[int, Day] = {}
    builds: dict[int, set[float]] = {}
    for row in rows:
        number = int(row.build // _DAY_S)
        day = days.setdefault(number, Day(time.strftime("%Y-%m-%d", time.gmtime(row.build))))
        builds.setdefault(number, set()).add(row.build)
        day.compiled += 1
        day.hits += row.cache in HITS
        day.miss_ms += 0 if row.cache in HITS else row.price_ms
    for number, day in days.items():
        day.builds = len(builds[number])
    return list(days.values())


def _growth(rows: list[Row]) -> list[Growth]:
    """Of CPU times where some were measured: those of the clock, from before, would look like a change."""
    measured: dict[str, list[int]] = {}
    clock: dict[str, list[int]] = {}
    for row in rows:
        if row.cache not in HITS:
            (measured if row.cpu_ms else clock).setdefault(row.output, []).append(row.price_ms)
    found = []
    for output, times in (clock | measured).items():
        if len(times) > 1:
            third = max(1, len(times) // 3)
            found.append(Growth(output, median(times[:third]), median(times[-third:]), len(times)))
    return sorted(found, key=lambda each: (each.before_ms - each.after_ms, each.output))


def describe(made: Trend, top: int) -> str:
    """Days and units, for people."""
    rows = [("builds", "compiled", "hits", "CPU s of misses", "day")]
    for day in made.days[-top:] if top else []:
        rate = f"{day.hits / day.compiled:.0%}"
        rows.append((str(day.builds), str(day.compiled), rate, f"{day.miss_ms / 1000:.1f}", day.date))
    lines = [f"{printable(made.ledger)}: {plural(len(made.days), 'day')}", *aligned(rows)]
    if made.units:
        lines.append(f"units by growth, of {len(made.units)} that missed more than once")
        table = [("first s", "last s", "misses", "unit")]
        table += [
            (
                f"{unit.before_ms / 1000:.2f}",
                f"{unit.after_ms / 1000:.2f}",
                str(unit.misses),
                printable(unit.output),
            )
            for unit in made.units[:top]
        ]
        lines += aligned(table)
    else:
        lines.append("no unit missed the cache more than once, so there is no growth to tell")
    return "\n".join(lines)


def as_json(made: list[Trend]) -> dict[str, Any]:
    """All ledgers."""
    return {
        "ledgers": [
            {
                "ledger": each.ledger,
                "days": [
                    {
                        "date": day.date,
                        "builds": day.builds,
                        "compiled": day.compiled,
                        "hits": day.hits,
                        "miss_cpu_s": day.miss_ms / 1000,
                    }
                    for day in each.days
                ],
                "units": [
                    {
                        "output": unit.output,
                        "before_s": unit.before_ms / 1000,
                        "after_s": unit.after_ms / 1000,
                        "misses": unit.misses,
                    }
                    for unit in each.units
                ],
            }
            for each in made
        ]
    }
