"""`--why-miss FILE`: why ccache did not have a unit, from what ccache logged in the latest build.

Lines of calls that ran at once are mixed; each names its process.
"""

import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tt_devtools.failure import MISUSED, Failure
from tt_devtools.ninja_graph.ledger import LEDGER, read_ledger
from tt_devtools.ninja_graph.paths import open_regular
from tt_devtools.suggest import did_you_mean

LOG = "ccache.log"
LARGEST = 64 << 20
_LINE = re.compile(r"\[[^\]]*? (\d+) *\] (.*)")
_MISMATCH = re.compile(r"Mismatch for (.*?): (?:size|hash|mtime|ctime)")
_USUAL = re.compile(
    r"(?:direct|preprocessed)_cache_(?:hit|miss)|cache_miss|(?:local|remote)_storage_\w+|recache|cleanups_performed"
)


@dataclass(slots=True)
class Call:
    """One call of ccache. `differing` are files whose content no cached result had been made from."""

    source: str = ""
    output: str = ""
    results: list[str] = field(default_factory=list)
    differing: list[str] = field(default_factory=list)
    no_manifest: bool = False
    manifest: str = ""
    cause: str = ""

    @property
    def missed(self) -> bool:
        """Whether the compiler had to run."""
        return not any(result in ("direct_cache_hit", "preprocessed_cache_hit") for result in self.results)

    def reasons(self) -> list[str]:
        """In words."""
        found = [f"{each} differs from what any cached result was made from" for each in self.differing]
        if "recache" in self.results:
            found.append("the cache was told to forget it (CCACHE_RECACHE)")
        if self.no_manifest:
            found.append(
                "nothing is cached for this command, compiler and source: one of them is new, or the result was evicted"
            )
        found += [f"ccache cannot cache it: {each}" for each in self.results if not _USUAL.fullmatch(each)]
        if not found:
            found.append("the preprocessed text differs, as after an edit that moves lines")
        return found

    def as_json(self) -> dict[str, Any]:
        """Everything."""
        return {
            "source": self.source,
            "output": self.output,
            "missed": self.missed,
            "reasons": self.reasons() if self.missed else [],
            "cause": self.cause,
        }


def why_miss(build_dir: Path, name: str) -> list[Call]:
    """The calls of the latest build for a source or an object, by the end of its path."""
    calls = _read(build_dir / LOG)
    found = [call for call in calls if _is(call.source, name) or _is(call.output, name)]
    if not found:
        if not calls:
            raise Failure(f"{build_dir.name}: the latest build that compiled something left no log of ccache")
        hint = did_you_mean(os.path.basename(name), {os.path.basename(call.source): 0 for call in calls})
        raise Failure(f"the latest build did not compile '{name}'", hint=hint, code=MISUSED)
    causes = {row.output: row.cause for row in read_ledger(build_dir / LEDGER)}
    for call in found:
        call.cause = causes.get(call.output, "")
    return found


def _is(path: str, name: str) -> bool:
    return bool(path) and (path == name or path.endswith(f"/{os.path.normpath(name)}"))


def _read(path: Path) -> list[Call]:
    running: dict[str, Call] = {}
    done: list[Call] = []
    try:
        with open_regular(path) as file:
            text = file.read(LARGEST).decode("utf-8", "replace")
    except OSError:
        return []
    for line in text.splitlines():
        if found := _LINE.match(line):
            process, words = found.groups()
            if words.startswith("=== CCACHE") and "STARTED" in words:
                running[process] = Call()
            elif process in running and words.startswith("=== CCACHE DONE"):
                done.append(running.pop(process))
            elif process in running:
                _take(running[process], words)
    return [call for call in done if call.source and call.output]


def _take(call: Call, words: str) -> None:
    key, _, value = words.partition(": ")
    if key == "Source file":
        call.source = value
    elif key == "Object file":
        call.output = value
    elif key == "Result":
        call.results.append(value)
    elif key == "Manifest key":
        call.manifest = value
    elif found := _MISMATCH.match(words):
        if found[1] not in call.differing:
            call.differing.append(found[1])
    elif call.manifest and words.startswith(f"No {call.manifest} in"):
        call.no_manifest = True


def describe(calls: list[Call]) -> str:
    """Each unit and its reasons, for people."""
    lines = []
    for call in calls:
        if not call.missed:
            lines.append(f"{call.output}: it was a hit in the latest build")
            continue
        lines.append(f"{call.output}: missed")
        lines += [f"  {reason}" for reason in call.reasons()]
        if call.cause:
            lines.append(f"  it was built because: {call.cause}")
    return "\n".join(lines)
