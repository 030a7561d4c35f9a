"""What the files of the checkout held when they were last compiled, as two hashes: of all, and of the code alone.

A newer file whose content is the same gives a direct hit of the cache; one whose code stands where it stood, a
preprocessed one (see `buildstats.comments`). So the plan can say how many hits to expect.
"""

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from tt_devtools.buildstats.comments import code_lines
from tt_devtools.ninja_graph.paths import open_regular

CONTENTS = ".tt_contents.json"
LARGEST = 64 << 20
LARGEST_FILE = 8 << 20


@dataclass(frozen=True, slots=True)
class Content:
    """`stamp` is time and size, so that a file that looks the same is not read again."""

    stamp: str
    whole: str
    code: str


def read(build_dir: Path) -> dict[str, Content]:
    """Contents by real path; what cannot be read is left out."""
    try:
        with open_regular(build_dir / CONTENTS) as file:
            data = json.loads(file.read(LARGEST))
        rows = data.items()
    except (OSError, ValueError, RecursionError, AttributeError):
        return {}
    return {
        path: Content(*row)
        for path, row in rows
        if isinstance(row, list) and len(row) == 3 and all(isinstance(each, str) for each in row)
    }


def remember(build_dir: Path, files: Iterable[str]) -> None:
    """Keeps what these files hold now."""
    known = read(build_dir)
    fresh = {file: content for file in files if (content := look(file, known)) is not None}
    if fresh.items() <= known.items():
        return
    path = build_dir / f"{CONTENTS}.new"
    rows = {file: [each.stamp, each.whole, each.code] for file, each in (known | fresh).items()}
    path.write_text(json.dumps(rows, indent=0))
    os.replace(path, build_dir / CONTENTS)


def look(file: str, known: Mapping[str, Content]) -> Content | None:
    """The file's content now."""
    try:
        status = os.stat(file)
        stamp = f"{status.st_mtime_ns} {status.st_size}"
        before = known.get(file)
        if before is not None and before.stamp == stamp:
            return before
        with open_regular(file) as opened:
            data = opened.read(LARGEST_FILE)
    except (OSError, ValueError):
        return None
    code = "\n".join(code_lines(data)).encode("utf-8", "surrogateescape")
    return Content(stamp, hashlib.sha1(data).hexdigest(), hashlib.sha1(code).hexdigest())


def is_same_to_compilers(file: str, known: Mapping[str, Content]) -> bool:
    """Whether the file's preprocessed text must be what it was when it was last compiled."""
    before, now = known.get(file), look(file, known)
    return before is not None and now is not None and before.code == now.code
