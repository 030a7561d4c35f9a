"""The ledger of `tt build`: one JSON line for each compilation, with what the cache did and why it ran.

Kept in the build directory, through `--clean` too: the time of a unit's last miss is what it costs, and after
a clean build from the cache nothing else would know it.
"""

import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from tt_devtools.ninja_graph.paths import open_regular

LEDGER = ".tt_ledger.jsonl"
LONGEST_LINE = 64 << 10
# At 300 bytes a row: 13,000 compilations. Then the older half goes, but for each unit's last miss.
LARGEST = 4 << 20
LONGEST_MS = 1 << 31
LARGEST_KIB = 1 << 40
MISSES = ("miss", "none")


@dataclass(frozen=True, slots=True)
class Row:
    """One compilation in the build that began at `build` (seconds since the epoch, the build's name)."""

    build: float
    output: str
    source: str
    ms: int
    cache: str  # direct, preprocessed, miss, or none where ccache had no part
    cause: str
    # Peak memory of the compiler, and CPU time of all that the unit took; 0 where they were not measured.
    kib: int = 0
    cpu_ms: int = 0

    @property
    def price_ms(self) -> int:
        """CPU time, else the time by the clock, which is longer on a busy machine."""
        return self.cpu_ms or self.ms


def read_ledger(path: Path) -> Iterator[Row]:
    """Its rows, oldest first; lines that are no rows are passed over."""
    try:
        file = open_regular(path)
    except OSError:
        return
    with file:
        while line := file.readline(LONGEST_LINE):
            if row := _row(line):
                yield row


def _row(line: bytes) -> Row | None:
    try:
        data = json.loads(line)
        row = Row(
            float(data["build"]),
            str(data["output"]),
            str(data["source"]),
            int(data["ms"]),
            str(data["cache"]),
            str(data["cause"]),
            max(0, min(int(data.get("kib", 0)), LARGEST_KIB)),
            max(0, min(int(data.get("cpu_ms", 0)), LONGEST_MS)),
        )
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
        return None
    return row if 0 <= row.ms < LONGEST_MS and row.build == row.build else None


def last_misses(path: Path) -> dict[str, Row]:
    """For each output, the last compilation that the cache did not spare; a measured one where there is one."""
    return _last_misses(read_ledger(path))


def _last_misses(rows: Iterable[Row]) -> dict[str, Row]:
    last: dict[str, Row] = {}
    for row in rows:
        if row.cache in MISSES and (row.cpu_ms or row.output not in last or not last[row.output].cpu_ms):
            last[row.output] = row
    return last


def last_kib(path: Path) -> dict[str, int]:
    """For each output, the memory that its last measured compilation took."""
    return {row.output: row.kib for row in read_ledger(path) if row.kib}


def misses_and_hits(path: Path) -> tuple[dict[str, Row], dict[str, int]]:
    """`last_misses`, and the outputs that came from the cache every time with the longest that took."""
    rows = list(read_ledger(path))
    missed = _last_misses(rows)
    hits: dict[str, int] = {}
    for row in rows:
        if row.output not in missed:
            hits[row.output] = max(row.ms, hits.get(row.output, 0))
    return missed, hits


def append(path: Path, rows: list[Row], largest: int = 0) -> None:
    """Adds the rows of one build, in one write, so that a kill tears one line at most. `largest` 0 is LARGEST."""
    if not rows:
        return
    try:
        if path.stat().st_size > (largest or LARGEST):
            _shorten(path)
    except FileNotFoundError:
        pass
    text = "".join(_line(row) for row in rows)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o644)
    with open(descriptor, "ab+") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - 1))
        torn = size and file.read(1) != b"\n"
        file.write(("\n" * bool(torn) + text).encode())


def _line(row: Row) -> str:
    return json.dumps(asdict(row)) + "\n"


def _shorten(path: Path) -> None:
    rows = list(read_ledger(path))
    newer = rows[len(rows) // 2 :]
    young = set(newer)
    kept = [row for row in _last_misses(rows).values() if row not in young] + newer
    fresh = path.with_name(f"{path.name}.new")
    fresh.write_text("".join(_line(row) for row in kept))
    os.replace(fresh, path)
