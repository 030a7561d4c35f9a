"""What a tracked file must not hold, and whether every Note that is named exists once."""

from __future__ import annotations

import re
import subprocess
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

LOCK_FILES = {"uv.lock", "poetry.lock", "package-lock.json"}

# A home or a checkout of someone's machine. Built from parts, so that this file does not hold one itself.
_MACHINE_PATH = re.compile(r"(?<![\w.$}~])/(?:" + "|".join(["home/\\w", "Users/\\w", "root/", "work/"]) + ")")
# A Note is defined where a comment or docstring line consists of its title, and named anywhere else.
_NOTE = re.compile(r"Note \[([^\]\n]+)\]")
_NOTE_DEFINITION = re.compile(r"^[\s/*#\"]*Note \[([^\]\n]+)\][\s\"]*$", re.MULTILINE)


def tracked(root: Path) -> dict[str, str]:
    """Text of each tracked or not yet added file that git does not ignore, by its path from the root."""
    argv = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(argv, cwd=root, check=True, capture_output=True, text=True).stdout.split("\0")
    texts = {}
    for name in filter(None, names):
        try:
            texts[name] = (root / name).read_text(encoding="utf-8")
        except (UnicodeDecodeError, FileNotFoundError, IsADirectoryError):
            continue  # not text, or removed and not yet committed
    return texts


def machine_paths(texts: Mapping[str, str]) -> list[str]:
    """file:line of each absolute path of a machine."""
    return [
        f"{name}:{text.count(chr(10), 0, match.start()) + 1}"
        for name, text in texts.items()
        for match in _MACHINE_PATH.finditer(text)
    ]


def note_faults(texts: Mapping[str, str]) -> list[str]:
    """Notes that are named and defined nowhere, or defined more than once."""
    defined: dict[str, list[str]] = defaultdict(list)
    named: dict[str, list[str]] = defaultdict(list)
    for name, text in texts.items():
        for title in _NOTE_DEFINITION.findall(text):
            defined[title].append(name)
        for title in _NOTE.findall(text):
            named[title].append(name)
    missing = [
        f"Note [{t}] is named in {named[t][0]} and defined nowhere" for t in sorted(named.keys() - defined)
    ]
    doubled = [
        f"Note [{title}] is defined {len(files)} times: {', '.join(files)}"
        for title, files in sorted(defined.items())
        if len(files) > 1
    ]
    return missing + doubled
