"""Variables and rules of build.ninja: `$name` expansion and who shadows whom. Must not know edges' meaning.

Order of lookup for an edge, as in ninja: `in` and `out`, the edge's own bindings, the rule's (expanded in the
edge), then the file's and those that include it as a subninja.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

# A billion laughs in a few lines must end early; the longest real value is a link's list of inputs.
LONGEST_VALUE = 4 << 20

_ESCAPE = re.compile(r"\$(?:([$ :^])|\{([A-Za-z0-9_.-]+)\}|([A-Za-z0-9_-]+)|)")


class Refused(Exception):
    """What ninja itself would not read; the caller knows the line."""


@dataclass(slots=True)
class Rule:
    """A rule's bindings, not expanded."""

    name: str
    bindings: dict[str, str] = field(default_factory=dict)


class Scope:
    """One file's variables and rules; a subninja's has a parent."""

    __slots__ = ("_parent", "rules", "variables")

    def __init__(self, parent: "Scope | None" = None) -> None:
        self.variables: dict[str, str] = {}
        self.rules: dict[str, Rule] = {}
        self._parent = parent

    def lookup(self, name: str) -> str:
        """The value, "" where nobody set it."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.variables:
                return scope.variables[name]
            scope = scope._parent
        return ""

    def rule(self, name: str) -> Rule | None:
        """The rule of this file or of one above."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.rules:
                return scope.rules[name]
            scope = scope._parent
        return None


def expand(text: str, lookup: Callable[[str], str]) -> str:
    """The text with its escapes resolved and variables replaced."""
    if "$" not in text:
        return text
    length = len(text)

    def replace(match: re.Match[str]) -> str:
        nonlocal length
        escaped, braced, plain = match.groups()
        if escaped:
            return "\n" if escaped == "^" else escaped
        name = braced or plain
        if not name:
            raise Refused("bad $-escape (literal $ must be written as $$)")
        value = lookup(name)
        length += len(value)
        if length > LONGEST_VALUE:
            raise Refused(f"a value expands to more than {LONGEST_VALUE >> 20} MiB")
        return value

    return _ESCAPE.sub(replace, text)
