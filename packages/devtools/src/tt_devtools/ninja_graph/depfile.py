"""Make-syntax dependency files (.d), the subset that compilers write and ninja reads.

Needed for edges that have `depfile` without `deps`: ninja reads those from disk at every start.
"""

import re
from pathlib import Path

from tt_devtools.ninja_graph.paths import canonical, open_regular

LARGEST = 16 << 20
_WORD = re.compile(r"((?:[^\s\\$:]|\\(?!\r?\n).|\$\$|:(?!\s|$)|\$)+)|(:)|(\\?\r?\n)|\s+|\\", re.DOTALL)
_SPACES = re.compile(r"(\\+)([ #])")


def read_depfile(path: Path) -> list[str] | None:
    """The inputs of all its rules, canonical, each once; None where there is no such file."""
    try:
        with open_regular(path) as file:
            text = file.read(LARGEST).decode("utf-8", "surrogateescape")
    except (OSError, ValueError):
        return None
    inputs: dict[str, None] = {}
    after_colon = False
    for match in _WORD.finditer(text):
        word, colon, end = match.groups()
        if colon:
            after_colon = True
        elif end:
            after_colon = after_colon and end.startswith("\\")
        elif word and after_colon:
            inputs[canonical(_unescaped(word))] = None
    return list(inputs)


def _unescaped(word: str) -> str:
    # 2N+1 backslashes before a space or # are N and the literal character.
    word = _SPACES.sub(lambda match: "\\" * (len(match[1]) // 2) + match[2], word)
    return word.replace("$$", "$")
