"""ccache: where its cache is, how it is wired into a build, and what it did for each unit.

One cache in the user's cache folder serves all checkouts: paths below the base folder are hashed relative to
it.
"""

import os
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Outcome = Literal["direct", "preprocessed", "miss"]

# The first of these ids that a block of the log holds tells what became of the call.
_OUTCOMES: tuple[tuple[str, Outcome], ...] = (
    ("direct_cache_hit", "direct"),
    ("preprocessed_cache_hit", "preprocessed"),
    ("cache_miss", "miss"),
    ("recache", "miss"),  # CCACHE_RECACHE: compiled although it is there
)


@dataclass(frozen=True, slots=True)
class Call:
    """One call of ccache: the source as the compiler was given it."""

    source: str
    outcome: Outcome


def cache_folder() -> Path:
    """CCACHE_DIR, else tt's folder in the user's cache."""
    if chosen := os.environ.get("CCACHE_DIR"):
        return Path(chosen)
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home, "tt", "ccache")


def shared_misses() -> Path:
    """The misses of all checkouts that use the cache: a fresh one, which only hits, prices its units by them."""
    return cache_folder() / "tt-misses.jsonl"


def environment(root: Path, stats_log: Path, log: Path) -> dict[str, str]:
    """The variables that ccache reads, for a build of the checkout at `root`."""
    return {
        "CCACHE_DIR": str(cache_folder()),
        "CCACHE_BASEDIR": str(root),
        "CCACHE_NOHASHDIR": "1",
        "CCACHE_ABSSTDERR": "1",  # or messages name files relative to the build folder
        "CCACHE_STATSLOG": str(stats_log),
        "CCACHE_LOGFILE": str(log),  # what --why-miss reads
    }


def read_stats_log(path: Path) -> list[Call]:
    """The calls since the log was emptied, in the order they ended; those that were no compilation are left
    out."""
    calls = []
    for source, ids in _blocks(path):
        outcome = next((name for stat, name in _OUTCOMES if stat in ids), None)
        if outcome:
            calls.append(Call(source, outcome))
    return calls


def remote_hits(path: Path) -> int:
    """How many hits came from the remote cache."""
    return sum("remote_storage_hit" in ids for _, ids in _blocks(path))


def _blocks(path: Path) -> list[tuple[str, set[str]]]:
    try:
        lines = path.read_text(errors="replace").splitlines()
    except FileNotFoundError:
        return []
    blocks: list[tuple[str, set[str]]] = []
    for line in lines:
        if line.startswith("# "):
            blocks.append((line[2:], set()))
        elif blocks:
            blocks[-1][1].add(line.strip())
    return blocks


def count(calls: list[Call]) -> dict[Outcome, int]:
    """How many calls ended each way."""
    counts: dict[Outcome, int] = {"direct": 0, "preprocessed": 0, "miss": 0}
    for call in calls:
        counts[call.outcome] += 1
    return counts


def outcomes_of(sources: Mapping[str, str], calls: list[Call], build_dir: Path) -> dict[str, Outcome]:
    """What became of each object, given its source; of a source that is compiled twice, in order of completion."""
    waiting: dict[str, list[Outcome]] = defaultdict(list)
    for call in calls:
        waiting[os.path.realpath(build_dir / call.source)].append(call.outcome)
    found: dict[str, Outcome] = {}
    for output, source in sources.items():
        if outcomes := waiting[os.path.realpath(build_dir / source)]:
            found[output] = outcomes.pop(0)
    return found
