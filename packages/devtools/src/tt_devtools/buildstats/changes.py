"""How often a file changed lately, from git.

Commits less than a minute apart count once: a rebased stack lands as many commits and is built as one.
"""

import os
from collections.abc import Iterable

from tt_devtools.git import git, repository

SINCE_DAYS = 90
TOGETHER_S = 60
_MARK = "\x01"


def changes(files: Iterable[str]) -> dict[str, int | None]:
    """Changes of each file (a real path) in the last 90 days; None where no git repository tells."""
    by_root: dict[str, list[str]] = {}
    roots: dict[str, str] = {}
    found: dict[str, int | None] = {}
    for file in files:
        root = repository(os.path.dirname(file), roots)
        found[file] = None
        if root:
            by_root.setdefault(root, []).append(file)
    for root, members in by_root.items():
        history = _history(root)
        for file in members:
            found[file] = None if history is None else _stacks(history.get(os.path.relpath(file, root), []))
    return found


def _history(root: str) -> dict[str, list[int]] | None:
    """Times of the commits that touched each file, by its name of today."""
    command = ["log", f"--since={SINCE_DAYS}.days", f"--format={_MARK}%ct"]
    text, _ = git(root, [*command, "--name-status", "-z", "-M", "--no-ext-diff", "--no-textconv", "--"])
    return None if text is None else _by_file(os.fsdecode(text))


def _by_file(text: str) -> dict[str, list[int]]:
    history: dict[str, list[int]] = {}
    today: dict[str, str] = {}  # an older name: what the file is called now
    for commit in text.split(_MARK)[1:]:
        head, *fields = commit.split("\0")
        words = iter(field for each in fields if (field := each.lstrip("\n")))
        when = int(head) if head.isdecimal() else 0
        for status in words:
            name = next(words, "")
            if status.startswith("R"):
                old, name = name, next(words, "")
                today[old] = today.get(name, name)
            elif status.startswith("C"):
                name = next(words, "")
            history.setdefault(today.get(name, name), []).append(when)
    return history


def _stacks(times: list[int]) -> int:
    """How many groups, each commit being close to the one before."""
    ordered = sorted(times)
    return sum(not each or when - ordered[each - 1] >= TOGETHER_S for each, when in enumerate(ordered))
