"""Whether an edit of a C or C++ file touches code, and what ccache makes of it.

Measured: with a comment edited or added where no line of code moves, the preprocessed text is the same and there
is a preprocessed hit. A comment new on a line of code, or one that moves lines, changes that text's white space or
line numbers, which is a miss although no code changed.
"""

import re
from typing import Literal

Change = Literal["comments", "moved", "code"]

# Strings and characters first, so that a `//` within them is none of a comment. Raw strings may hold anything. What is
# not closed goes on to its end: a pattern that then failed would be tried again from every later place.
_TOKEN = re.compile(
    r"""(?P<text>(?:u8|[uUL])?R"(?P<mark>[^()\\\s]{0,16})\(.*?(?:\)(?P=mark)"|\Z)"""
    r"""|"(?:\\.|[^"\\\n])*"?|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])*'?)"""
    r"""|(?P<comment>//(?:\\\r?\n|[^\n])*|/\*.*?(?:\*/|\Z))""",
    re.DOTALL,
)


def classify(before: bytes, after: bytes) -> Change:
    """How a file changed: in comments only, in comments or blank lines that move code, or in code."""
    old, new = code_lines(before), code_lines(after)
    if old == new:
        return "comments"
    return "moved" if _words(old) == _words(new) else "code"


def code_lines(data: bytes) -> list[str]:
    """The lines with comments taken out; a line of nothing but comment is empty, and empty ends go."""
    text = data.decode("utf-8", "surrogateescape").replace("\r\n", "\n")
    lines = _TOKEN.sub(_without, text).split("\n")
    lines = ["" if _is_blank(line) else line for line in lines]
    while lines and not lines[-1]:
        lines.pop()
    return lines


def _is_blank(line: str) -> bool:
    return not line.replace("\0", "").strip()


def _without(match: re.Match[str]) -> str:
    if match["text"] is not None:  # its own white space is code
        return match["text"].replace(" ", "\1").replace("\t", "\2")
    # The mark keeps a comment behind code visible: the preprocessor leaves a space for it.
    return "\0" + "\n" * match["comment"].count("\n")


def _words(lines: list[str]) -> list[str]:
    """The code without what only lays it out. Directives end with their line, so their ends count."""
    words = []
    for line in lines:
        plain = line.replace("\0", " ").strip()
        if plain:
            words += [*plain.split(), *(["\n"] if plain.startswith("#") else [])]
    return words
