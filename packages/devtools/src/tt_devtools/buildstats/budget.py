"""A budget for headers: what each may rebuild at most. A TOML file, so that an exception can say why it is one.

    [default]                              # for every header of the tree that is not named
    part = 0.3
    [headers]
    "tt/core/base/macros.h" = { part = 0.95 }

Limits: `units`, `links`, `cpu_s`; `part` of all units and `share` of the whole build's CPU seconds, which stay as
they are when the tree grows or the machine changes. A name that no unit reads any more is a problem, so that a
budget does not rot.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tt_devtools.buildstats.subject import Subject
from tt_devtools.buildstats.text import aligned, printable
from tt_devtools.failure import MISUSED, Failure
from tt_devtools.ninja_graph.rank import Row
from tt_devtools.suggest import did_you_mean

LIMITS = ("units", "part", "links", "cpu_s", "share")
_TIMED = ("cpu_s", "share")
_TABLES = ("default", "headers")
_EPSILON = 1e-9


@dataclass(frozen=True, slots=True)
class Excess:
    """One limit that a header exceeds."""

    path: str
    limit: str
    allowed: float
    actual: float


@dataclass(frozen=True, slots=True)
class Verdict:
    """`checked` headers were compared; `nearest` is the one with least room, and how much of its limit it uses."""

    checked: int
    excesses: list[Excess]
    unknown: list[str]
    nearest: tuple[str, str, float] | None

    @property
    def ok(self) -> bool:
        """Every header is within its budget, and every name in the budget is a header."""
        return not self.excesses and not self.unknown


def check(subject: Subject, file: Path) -> Verdict:
    """Compares all headers of the tree with the budget."""
    default, named = _read(file)
    if subject.prices.ms is None and any(
        key in _TIMED for each in (default, *named.values()) for key in each
    ):
        raise Failure(f"{file} limits seconds, but no step of {subject.shown_dir} was ever timed")
    limits: dict[str, Mapping[str, float]] = {}
    unknown = []
    rows = {row.file: row for row in subject.rows}
    for name, each in named.items():
        path = _find(subject, name, rows)
        if path is None:
            unknown.append(name)
        else:
            limits[path] = each
    whole = Row("", [], len(subject.graph.units), 0, sum(subject.prices.ms or [0]))
    excesses: list[Excess] = []
    checked, nearest = 0, None
    for row in rows.values():
        allowed = limits.get(row.file, {} if subject.names.is_foreign(row.file) else default)
        checked += bool(allowed)
        for limit, most in allowed.items():
            actual = _actual(row, limit, whole)
            path = subject.names.shown(row.file)
            if actual > most + _EPSILON:
                excesses.append(Excess(path, limit, most, actual))
            if most and (nearest is None or actual / most > nearest[2]):
                nearest = (path, limit, actual / most)
    excesses.sort(key=lambda each: (-(each.actual - each.allowed), each.path))
    return Verdict(checked, excesses, sorted(unknown), nearest)


def _find(subject: Subject, name: str, rows: Mapping[str, Row]) -> str | None:
    try:
        file = subject.names.find(name)
    except Failure as failure:
        if "may be" in failure.message:
            raise
        return None
    return file if file in rows else None


def _actual(row: Row, limit: str, whole: Row) -> float:
    if limit == "part":
        return row.units / max(whole.units, 1)
    if limit == "share":
        return row.cpu_ms / max(whole.cpu_ms, 1)
    return {"units": row.units, "links": row.links, "cpu_s": row.cpu_ms / 1000}[limit]


def _read(file: Path) -> tuple[dict[str, float], dict[str, dict[str, float]]]:
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        what = f"the budget {file} cannot be read: {error.strerror}"
        raise Failure(what, hint="ci/header_budget.toml is this checkout's", code=MISUSED) from None
    except (ValueError, RecursionError) as error:
        raise Failure(f"the budget {file} is no TOML: {error}", code=MISUSED) from None
    _known(file, data, _TABLES)
    headers = data.get("headers", {})
    if not isinstance(headers, dict):
        raise Failure(f"{file}: 'headers' is no table", code=MISUSED)
    default = _limits(file, "default", data.get("default", {}))
    return default, {name: _limits(file, name, each) for name, each in headers.items()}


def _limits(file: Path, where: str, table: Any) -> dict[str, float]:
    if not isinstance(table, dict):
        raise Failure(f"{file}: '{where}' is no table of limits", code=MISUSED)
    _known(file, table, LIMITS)
    for key, value in table.items():
        if isinstance(value, bool) or not isinstance(value, int | float) or not value >= 0:
            raise Failure(
                f"{file}: {key} of '{where}' must be a number from 0 up, got {value!r}", code=MISUSED
            )
    return dict(table)


def _known(file: Path, table: Mapping[str, Any], names: tuple[str, ...]) -> None:
    for key in table:
        if key not in names:
            hint = did_you_mean(key, names) or f"known: {', '.join(names)}"
            raise Failure(f"{file}: unknown key '{key}'", hint=hint, code=MISUSED)


def describe(verdict: Verdict, file: Path) -> str:
    """What exceeds, or how much room is left."""
    lines = []
    if verdict.excesses:
        lines.append(f"{len(verdict.excesses)} limits of {file} are exceeded")
        rows = [("is", "may be", "limit", "header")]
        rows += [
            (_number(each.actual), _number(each.allowed), each.limit, printable(each.path))
            for each in verdict.excesses
        ]
        lines += aligned(rows, left=2)
    lines += [f"{file} names what no unit reads: {printable(name)}" for name in verdict.unknown]
    if verdict.ok:
        lines.append(f"{verdict.checked} headers are within {file}")
        if verdict.nearest:
            path, limit, part = verdict.nearest
            lines[0] += f"; the nearest to its limit is {printable(path)} with {part:.0%} of its {limit}"
    return "\n".join(lines)


def _number(value: float) -> str:
    return str(value) if isinstance(value, int) else f"{value:.3g}"


def as_json(subject: Subject, verdict: Verdict) -> dict[str, Any]:
    """`budget` beside the keys of every report."""
    return {
        "build_dir": subject.shown_dir,
        "units": len(subject.graph.units),
        "headers": [],
        "outputs": {},
        "budget": {
            "ok": verdict.ok,
            "checked": verdict.checked,
            "exceeded": [
                {"path": each.path, "limit": each.limit, "allowed": each.allowed, "actual": each.actual}
                for each in verdict.excesses
            ],
            "unknown": verdict.unknown,
        },
    }
