"""`tt build --stats`: the ledger summed up by build, and the units that cost most when the cache misses."""

import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tt_devtools.build.ccache import shared_misses
from tt_devtools.ninja_graph.ledger import LEDGER, Row, read_ledger
from tt_devtools.ninja_graph.price import from_ledgers
from tt_devtools.plural import plural

BUILDS_SHOWN = 10
UNITS_SHOWN = 10
OUTCOMES = ("direct", "preprocessed", "miss", "none")


@dataclass(frozen=True, slots=True)
class Build:
    """One build: when it began (seconds since the epoch), its compilations and their time together."""

    began: float
    compiled: int
    cpu_s: float
    cache: dict[str, int]
    causes: list[str]


@dataclass(frozen=True, slots=True)
class Stats:
    """`builds` oldest first; `dearest` are outputs with the milliseconds that their last miss cost, in any checkout."""

    builds: list[Build]
    dearest: list[tuple[str, int]]

    def as_json(self) -> dict[str, Any]:
        """The object of `--json`."""
        return {
            "builds": [
                {
                    "began": build.began,
                    "compiled": build.compiled,
                    "cpu_s": round(build.cpu_s, 3),
                    "cache": build.cache,
                    "causes": build.causes,
                }
                for build in self.builds
            ],
            "units": [{"output": output, "ms": ms} for output, ms in self.dearest],
        }


def read(build_dir: Path) -> Stats:
    """All that the ledger of a build directory holds."""
    by_build: dict[float, list[Row]] = {}
    for row in read_ledger(build_dir / LEDGER):
        by_build.setdefault(row.build, []).append(row)
    own = {row.output for rows in by_build.values() for row in rows}
    missed, _ = from_ledgers(build_dir, shared_misses())
    prices = [(output, row.price_ms) for output, row in missed.items() if output in own]
    dearest = sorted(prices, key=lambda item: -item[1])
    return Stats([_build(began, rows) for began, rows in sorted(by_build.items())], dearest)


def _build(began: float, rows: list[Row]) -> Build:
    outcomes = Counter(row.cache for row in rows)
    causes = Counter(row.cause for row in rows if row.cause)
    return Build(
        began,
        len(rows),
        sum(row.price_ms for row in rows) / 1000,
        {name: outcomes[name] for name in OUTCOMES},
        [cause for cause, _ in causes.most_common()],
    )


def describe(stats: Stats) -> str:
    """The latest builds and the dearest units, for people."""
    if not stats.builds:
        return "no build is in the ledger yet"
    lines = [f"{plural(len(stats.builds), 'build')} that compiled something, the latest last"]
    for build in stats.builds[-BUILDS_SHOWN:]:
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(min(max(build.began, 0), 1 << 40)))
        direct, preprocessed, miss, none = (build.cache[name] for name in OUTCOMES)
        hits = f"{direct} direct, {preprocessed} preprocessed, {miss + none} missed"
        causes = ", ".join(build.causes[:2]) + (", ..." if len(build.causes) > 2 else "")
        lines.append(f"  {when}  {build.compiled:4} compiled  {build.cpu_s:7.1f} CPU s  {hits}  {causes}")
    if stats.dearest:
        lines.append("dearest units without the cache")
        lines += [f"  {ms / 1000:7.1f} s  {output}" for output, ms in stats.dearest[:UNITS_SHOWN]]
    return "\n".join(lines)
