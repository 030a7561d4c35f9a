"""plan.ninja: build.ninja with a few edges changed for this machine and this moment.

CMake's own file stays as it is. Heavy units get a pool; files named by `--debug` get symbols. Both are bindings of
single edges, which an include cannot change, so that the file is copied where there is something to change.
"""

import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tt_devtools.build.memory import Jobs
from tt_devtools.ninja_graph.manifest import MANIFEST

PLAN = "plan.ninja"
DEBUGGED = ".tt_debug.json"
POOL = "tt_heavy"
SYMBOLS = "-g3 -Og"
_OUTPUT = re.compile(r"build ((?:[^ $|:]|\$.)+)")


@dataclass(frozen=True, slots=True)
class Overrides:
    """What differs from build.ninja; outputs as it spells them."""

    jobs: Jobs
    debugged: frozenset[str] = frozenset()


def write(build_dir: Path, overrides: Overrides) -> None:
    """Writes plan.ninja where its text changes."""
    if overrides.jobs.depth or overrides.debugged:
        text = "\n".join(_changed((build_dir / MANIFEST).read_text(errors="surrogateescape"), overrides))
    else:
        text = f"include {MANIFEST}\n"
    plan = build_dir / PLAN
    try:
        if plan.read_text(errors="surrogateescape") == text:
            return
    except OSError:
        pass
    fresh = build_dir / f"{PLAN}.new"
    fresh.write_text(text, errors="surrogateescape")
    os.replace(fresh, plan)


def _changed(text: str, overrides: Overrides) -> Iterator[str]:
    if overrides.jobs.depth:
        yield f"pool {POOL}\n  depth = {overrides.jobs.depth}"
    debugged = False
    for line in text.split("\n"):
        found = _OUTPUT.match(line)
        if found:
            output = re.sub(r"\$(.)", r"\1", found[1])
            debugged = output in overrides.debugged
            yield line
            if output in overrides.jobs.heavy:
                yield f"  pool = {POOL}"
        elif debugged and line.startswith("  FLAGS = "):
            yield f"{line} {SYMBOLS}"
        else:
            yield line


def debugged_files(build_dir: Path) -> list[str]:
    """The sources that `--debug` named, as paths below the checkout."""
    try:
        data = json.loads((build_dir / DEBUGGED).read_text())
    except (OSError, ValueError, RecursionError):
        return []
    return [each for each in data if isinstance(each, str)] if isinstance(data, list) else []


def keep_debugged(build_dir: Path, files: list[str]) -> None:
    """Keeps them for the builds that follow; none ends it."""
    path = build_dir / DEBUGGED
    if files:
        fresh = path.with_name(f"{path.name}.new")
        fresh.write_text(json.dumps(sorted(files)))
        os.replace(fresh, path)
    else:
        path.unlink(missing_ok=True)
