"""Ninja's lexer: a file as logical lines, a build line as paths and marks. Must not know variables or nodes.

Comments only at the start of a line, `$` before a line end joins lines, paths end at a space, `:` or `|`.
"""

import re
from collections.abc import Iterator

from tt_devtools.ninja_graph.scope import Refused

_TOKEN = re.compile(
    r"(\|\||\|@|\||:)|((?:[^ $|:\r\n\0]|\$(?:[$ :^]|\{[A-Za-z0-9_.-]+\}|[A-Za-z0-9_-]+))+)|( +)|(.)"
)
_MARKS = ("|", "||", "|@")


def tokens(text: str) -> Iterator[str]:
    """Paths (not expanded) and the marks `:`, `|`, `||`, `|@` of a build line."""
    for mark, path, _, bad in _TOKEN.findall(text):
        if bad:
            raise Refused(f"unexpected {bad!r} in a path")
        if mark or path:
            yield mark or path


def logical_lines(text: str) -> Iterator[tuple[int, str]]:
    """Line numbers and lines, comments left out, continued lines joined."""
    pending, begun = "", 0
    for number, line in enumerate(text.split("\n"), 1):
        if line.endswith("\r"):
            line = line[:-1]
        if begun:
            line = pending + line.lstrip(" ")
        elif not line or line.lstrip(" ").startswith("#"):
            continue
        if line.endswith("$") and (len(line) - len(line.rstrip("$"))) % 2:
            pending, begun = line[:-1], begun or number
            continue
        yield begun or number, line
        pending, begun = "", 0
    if begun:
        yield begun, pending


def sections(line: str) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Outputs and inputs, each by the mark before them."""
    sides: list[dict[str, list[str]]] = [{"": [], "|": []}, {"": [], "|": [], "||": [], "|@": []}]
    side, mark = 0, ""
    for token in tokens(line):
        if token == ":":
            side, mark = side + 1, ""
            if side > 1:
                raise Refused("unexpected ':'")
        elif token in _MARKS:
            mark = token
            if mark not in sides[side]:
                raise Refused(f"unexpected '{mark}'")
        else:
            sides[side][mark].append(token)
    return sides[0], sides[1]
