"""Every whole-word hit of an op's name in a tree, with its role."""

import os
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from tt_devtools.buildstats.text import printable
from tt_devtools.like.files import PassedOver, candidates, source
from tt_devtools.like.roles import ROLES, role_of
from tt_devtools.like.spellings import Spellings
from tt_devtools.like.tree import Tree
from tt_devtools.progress import Progress

_LONGEST: Final = 200  # characters of a line that are shown
_BATCH: Final = 64  # files
_QUIET_S: Final = 1.0


@dataclass(frozen=True, slots=True)
class Hit:
    """One line that has the name; `text` is the line without control characters, and cut where it is long."""

    role: str
    file: str
    line: int
    form: str
    text: str


@dataclass(slots=True)
class Found:
    """All hits, by role, file and line."""

    spellings: Spellings
    tree: Tree
    hits: list[Hit] = field(default_factory=list)
    searched: int = 0
    passed: PassedOver = field(default_factory=PassedOver)
    seconds: float = 0.0

    @property
    def counts(self) -> dict[str, int]:
        """Hits by role, in the order shown; roles without hits are left out."""
        counted = Counter(hit.role for hit in self.hits)
        return {role: counted[role] for role in ROLES if counted[role]}

    def as_json(self) -> dict[str, Any]:
        """The object of `--json`."""
        passed = {key: sorted(paths) for key, paths in asdict(self.passed).items()}
        return {
            "like": self.spellings.snake,
            "forms": self.spellings.as_json(),
            "tree": str(self.tree.top),
            "roles": self.counts,
            "hits": [asdict(hit) for hit in self.hits],
            "searched": self.searched,
            "passed_over": passed,
            "seconds": round(self.seconds, 3),
        }


def search(spellings: Spellings, tree: Tree) -> Found:
    """Reads the tree once, some files at a time."""
    began = time.monotonic()
    found = Found(spellings, tree)
    paths = list(candidates(tree.roots, found.passed))
    batches = [paths[at : at + _BATCH] for at in range(0, len(paths), _BATCH)]
    with Progress("searching", loud=False) as progress, ThreadPoolExecutor() as pool:
        try:
            for done, hits in enumerate(pool.map(lambda batch: _hits(found, batch), batches), 1):
                found.hits += hits
                if time.monotonic() - began > _QUIET_S:
                    progress.step(done * _BATCH, len(paths), "")
        finally:
            pool.shutdown(cancel_futures=True)
    found.searched = len(paths)
    found.hits.sort(key=lambda hit: (ROLES.index(hit.role), hit.file, hit.line, hit.form))
    found.seconds = time.monotonic() - began
    return found


def _hits(found: Found, paths: list[str]) -> list[Hit]:
    return [hit for path in paths for hit in _in_file(found, path)]


def _in_file(found: Found, path: str) -> Iterator[Hit]:
    data = source(path, found.passed)
    for word in found.spellings.words(data or b""):
        role = role_of(os.path.relpath(path, found.tree.top), word.text)
        yield Hit(role, found.tree.shown(path), word.line, word.form, _shown(word.text))


def _shown(line: bytes) -> str:
    printed = printable(line.decode("utf-8", "replace").strip().expandtabs(4))
    return printed if len(printed) <= _LONGEST else f"{printed[: _LONGEST - 3]}..."
