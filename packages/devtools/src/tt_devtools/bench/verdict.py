"""From measurements to ratios and verdicts; also the object of `--json`. Must not measure or draw."""

import math
import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tt_devtools.bench.case import OURS, PEERS, Area
from tt_devtools.bench.harness import Measured


@dataclass(frozen=True, slots=True)
class Ratio:
    """tt / peer: the median over the rounds, the lowest and highest round, and what is asked for."""

    peer: str
    median: float
    low: float
    high: float
    target: float | None

    @property
    def ok(self) -> bool | None:
        """None where nothing is asked for."""
        return None if self.target is None else self.median <= self.target


@dataclass(frozen=True, slots=True)
class Row:
    """One case. `error` is what tt raised, else ""; `ours_s` None with it. `time_ok` is about `at_most_s`."""

    name: str
    area: str
    ours_s: float | None
    peers_s: Mapping[str, float]
    ratios: tuple[Ratio, ...]
    errors: Mapping[str, str]
    at_most_s: float | None

    @property
    def time_ok(self) -> bool | None:
        """None where no absolute time is asked for."""
        return None if self.at_most_s is None or self.ours_s is None else self.ours_s <= self.at_most_s

    @property
    def missed(self) -> bool:
        """Whether something that is asked for is not met."""
        return OURS in self.errors or self.time_ok is False or any(ratio.ok is False for ratio in self.ratios)


@dataclass(frozen=True, slots=True)
class Mean:
    """The geometric mean of an area's ratios to one peer."""

    area: str
    peer: str
    value: float
    cases: int
    target: float | None

    @property
    def ok(self) -> bool | None:
        """None where nothing is asked for."""
        return None if self.target is None else self.value <= self.target


def row_of(measured: Measured) -> Row:
    """Judges one case."""
    case = measured.case
    ratios = []
    for peer in PEERS:
        if measured.compares(peer):
            rounds = measured.ratios(peer)
            ratios.append(
                Ratio(peer, statistics.median(rounds), min(rounds), max(rounds), case.targets.get(peer))
            )
    return Row(
        case.name,
        case.area,
        measured.median_s(OURS) if OURS in measured.seconds else None,
        {peer: measured.median_s(peer) for peer in PEERS if measured.compares(peer)},
        tuple(ratios),
        dict(measured.errors),
        case.at_most_s,
    )


def means_of(rows: Iterable[Row], areas: Mapping[str, Area]) -> list[Mean]:
    """Geometric means by area and peer, over what could be compared."""
    ratios: dict[tuple[str, str], list[float]] = {}
    for row in rows:
        for ratio in row.ratios:
            ratios.setdefault((row.area, ratio.peer), []).append(ratio.median)
    return [
        Mean(area, peer, geometric_mean(values), len(values), areas[area].means.get(peer))
        for (area, peer), values in ratios.items()
    ]


def geometric_mean(values: Sequence[float]) -> float:
    """Of positive numbers."""
    return math.exp(sum(math.log(value) for value in values) / len(values))


def missed_names(rows: Sequence[Row], means: Sequence[Mean]) -> list[str]:
    """The cases and means that do not meet what is asked for."""
    return [row.name for row in rows if row.missed] + [f"{m.area} mean" for m in means if m.ok is False]


def as_json(rows: Sequence[Row], means: Sequence[Mean], about: Mapping[str, Any]) -> dict[str, Any]:
    """The object of `--json`; times in nanoseconds."""
    return {
        **about,
        "cases": [_row_json(row) for row in rows],
        "means": [
            {
                "area": m.area,
                "peer": m.peer,
                "ratio": round(m.value, 4),
                "cases": m.cases,
                "target": m.target,
                "ok": m.ok,
            }
            for m in means
        ],
        "missed": missed_names(rows, means),
    }


def _row_json(row: Row) -> dict[str, Any]:
    return {
        "name": row.name,
        "area": row.area,
        "ns": None if row.ours_s is None else round(row.ours_s * 1e9, 1),
        "at_most_ns": None if row.at_most_s is None else round(row.at_most_s * 1e9),
        "peers": {
            ratio.peer: {
                "ns": round(row.peers_s[ratio.peer] * 1e9, 1),
                "ratio": round(ratio.median, 4),
                "low": round(ratio.low, 4),
                "high": round(ratio.high, 4),
                "target": ratio.target,
                "ok": ratio.ok,
            }
            for ratio in row.ratios
        },
        "errors": dict(row.errors),
    }
