"""How often a file changed lately, from git. Must not run what the repository's own configuration names.

Commits less than a minute apart count once: a rebased stack lands as many commits and is built as one.
"""

import os
import subprocess
from collections.abc import Iterable

SINCE_DAYS = 90
TOGETHER_S = 60
TIMEOUT_S = 20
# A foreign repository may name programs for signatures, monitors and fetches; none of them is needed.
_SAFE = ("-c", "log.showSignature=false", "-c", "core.fsmonitor=false", "-c", "protocol.allow=never")
_ENVIRONMENT = {"GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0"}
_MARK = "\x01"


def changes(files: Iterable[str]) -> dict[str, int | None]:
    """Changes of each file (a real path) in the last 90 days; None where no git repository tells."""
    by_root: dict[str, list[str]] = {}
    roots: dict[str, str] = {}
    found: dict[str, int | None] = {}
    for file in files:
        root = _repository(os.path.dirname(file), roots)
        found[file] = None
        if root:
            by_root.setdefault(root, []).append(file)
    for root, members in by_root.items():
        history = _history(root)
        for file in members:
            found[file] = None if history is None else _stacks(history.get(os.path.relpath(file, root), []))
    return found


def _repository(folder: str, known: dict[str, str]) -> str:
    """The nearest folder upwards with a .git, "" when there is none."""
    if folder not in known:
        if os.path.lexists(os.path.join(folder, ".git")):
            known[folder] = folder
        else:
            above = os.path.dirname(folder)
            known[folder] = _repository(above, known) if above != folder else ""
    return known[folder]


def _history(root: str) -> dict[str, list[int]] | None:
    """Times of the commits that touched each file, by its name of today."""
    command = ["git", *_SAFE, "-C", root, "log", f"--since={SINCE_DAYS}.days", f"--format={_MARK}%ct"]
    try:
        done = subprocess.run(
            [*command, "--name-status", "-z", "-M", "--no-ext-diff", "--no-textconv", "--"],
            capture_output=True,
            env={**os.environ, **_ENVIRONMENT},
            stdin=subprocess.DEVNULL,
            timeout=TIMEOUT_S,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return None if done.returncode else _by_file(os.fsdecode(done.stdout))


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
