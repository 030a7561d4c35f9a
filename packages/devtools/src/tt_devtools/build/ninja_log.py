"""`.ninja_log`: how long each output took, and whether this ninja may touch it.

A ninja of another log version discards the log, and with it the knowledge of what is built (any call does,
`-n` too), so the version line is compared first.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from tt_devtools.failure import Failure

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
    entries: dict[str, Entry] = {}
    for entry, output in _lines(log):
        entries[output] = entry
    return entries


def longest_ms(log: Path) -> dict[str, int]:
    """The longest run of each output in the log's history: what it costs when the compiler cache does not
    help."""
    longest: dict[str, int] = {}
    for entry, output in _lines(log):
        longest[output] = max(entry.ms, longest.get(output, 0))
    return longest


def _lines(log: Path) -> list[tuple[Entry, str]]:
    try:
        text = log.read_text(errors="replace")
    except FileNotFoundError:
        return []
    rows = []
    for line in text.splitlines():
        fields = line.split("\t")
        if line.startswith("#") or len(fields) != 5:
            continue
        try:
            rows.append((Entry(int(fields[0]), int(fields[1]), int(fields[2]), fields[4]), fields[3]))
        except ValueError:
            continue  # the torn last line of a killed ninja
    return rows
