"""`.ninja_log`, versions 4 to 7: how long each output took, and whether a certain ninja may touch it.

A ninja of another log version discards the log, and with it the knowledge of what is built (any call does,
`-n` too), so the version line is compared first. A number that cannot be right drops its line, not the log.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tt_devtools.failure import Failure
from tt_devtools.ninja_graph.paths import open_regular

LOG = ".ninja_log"
LONGEST_LINE = 256 << 10  # ninja's own buffer
LONGEST_MS = 1 << 31  # ninja's own int
_HEADER = re.compile(rb"# ninja log v(\d+)\n")


@dataclass(frozen=True, slots=True)
class Entry:
    """One output's last run; times are milliseconds since that ninja started."""

    start_ms: int
    end_ms: int
    mtime: int
    command_hash: str

    @property
    def ms(self) -> int:
        """How long it took."""
        return self.end_ms - self.start_ms


def version_written_by(ninja_version: str) -> int:
    """The log version of a ninja, from what `ninja --version` prints."""
    numbers = re.match(r"(\d+)\.(\d+)", ninja_version)
    if numbers is None:
        raise Failure(f"ninja reports the version '{ninja_version}', which is not a version")
    release = (int(numbers[1]), int(numbers[2]))
    return 7 if release >= (1, 13) else 6 if release >= (1, 12) else 5


def check_version(log: Path, ninja_version: str) -> None:
    """A Failure where this ninja would discard the log."""
    try:
        with log.open("rb") as file:
            header = file.readline(64)
    except FileNotFoundError:
        return
    found = _HEADER.fullmatch(header)
    mine = version_written_by(ninja_version)
    if found is None or int(found[1]) != mine:
        version = f"version {found[1].decode()}" if found else "no known version"
        raise Failure(
            f"{log.parent.name}: .ninja_log has {version}, "
            f"ninja {ninja_version} reads {mine} and would discard it",
            hint=f"tt build --preset {log.parent.name} --clean",
        )


def read(log: Path) -> dict[str, Entry]:
    """The newest entry of each output."""
    return {output: entry for entry, output in _entries(log)}


def runs_ms(log: Path) -> dict[str, list[int]]:
    """How long each output took, each time that the log's history tells of."""
    runs: dict[str, list[int]] = {}
    for entry, output in _entries(log):
        runs.setdefault(output, []).append(entry.ms)
    return runs


def _entries(log: Path) -> Iterator[tuple[Entry, str]]:
    try:
        file = open_regular(log)
    except OSError:
        return
    with file:
        header = _HEADER.fullmatch(file.readline(64))
        if header is None or not 4 <= int(header[1]) <= 7:
            return
        whole = True
        while line := file.readline(LONGEST_LINE):
            began, whole = whole, line.endswith(b"\n")
            if began and whole and not line.startswith(b"#") and (row := _entry(line[:-1])):
                yield row


def _entry(line: bytes) -> tuple[Entry, str] | None:
    # Version 4 has the command in place of its hash, which may hold tabs.
    fields = line.decode("utf-8", "surrogateescape").split("\t", 4)
    if len(fields) != 5 or not fields[3]:
        return None
    try:
        start_ms, end_ms, mtime = int(fields[0]), int(fields[1]), int(fields[2])
    except ValueError:
        return None  # the torn last line of a killed ninja
    if not 0 <= start_ms <= end_ms < LONGEST_MS:
        return None
    return Entry(start_ms, end_ms, mtime, fields[4]), fields[3]
