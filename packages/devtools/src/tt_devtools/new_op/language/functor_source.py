"""Reads functor headers as text: which structs there are, their marks, and how one computes an element.

That is how an expression finds the C++ of an op that it names. A functor whose body is more than one returned
expression of its arguments and of `math::` functions has no `body`; `vocabulary` says what is written instead.
"""

import re
from dataclasses import dataclass
from typing import Final

from tt_devtools.new_op.tree.places import FUNCTORS
from tt_devtools.new_op.tree.workspace import Workspace

_STRUCT: Final = re.compile(r"^struct (\w+) \{$", re.MULTILINE)
_MARK: Final = re.compile(r"static constexpr bool (k\w+) = true;")
_OPERATOR: Final = re.compile(r"TT_HD \w+ operator\(\)\(([^)]*)\) const \{(?:\s*return ([^;{}]+);\s*\})?")
_CAST: Final = re.compile(r"static_cast<T>\((.*)\)", re.DOTALL)
_WORD: Final = re.compile(r"(math::)?\b([A-Za-z_]\w*)\b")
_MATH_FUNCTION: Final = re.compile(r"^TT_HD (?:float|T) (\w+)\((?:float|T)\b", re.MULTILINE)
_KEYWORDS: Final = {"static_cast", "T", "bool", "true", "false"}


@dataclass(frozen=True, slots=True)
class FunctorSource:
    """One struct. `body` computes a float or double from `parameters`; T stands for the type."""

    name: str
    file: str
    line: int
    marks: tuple[str, ...]
    parameters: tuple[str, ...]
    body: str | None

    @property
    def math_functions(self) -> tuple[str, ...]:
        """The functions of `math::` that the body calls."""
        words = _WORD.findall(self.body or "")
        return tuple(dict.fromkeys(name for prefix, name in words if prefix))

    @property
    def own_call(self) -> str:
        """The body of whoever calls this functor."""
        return f"{self.name}{{}}({', '.join(self.parameters)})"

    @property
    def is_called(self) -> bool:
        """Whether the body is such a call."""
        return (self.body or "").startswith(f"{self.name}{{}}(")


def functors(workspace: Workspace) -> dict[str, FunctorSource]:
    """Every functor by its name."""
    found: dict[str, FunctorSource] = {}
    for file in workspace.names(f"{FUNCTORS}/*.h"):
        text = workspace.read(file) or ""
        for match in _STRUCT.finditer(text):
            block = text[match.end() : _end_of_block(text, match.end())]
            line = text.count("\n", 0, match.start()) + 1
            found[match[1]] = _functor(match[1], file, line, block)
    return found


def math_headers(workspace: Workspace) -> dict[str, str]:
    """The header that defines each function of `math::`."""
    found: dict[str, str] = {}
    for file in workspace.names(f"{FUNCTORS}/math_*.h"):
        for name in _MATH_FUNCTION.findall(workspace.read(file) or ""):
            found.setdefault(name, file.rpartition("/")[2])
    return found


def _end_of_block(text: str, start: int) -> int:
    depth = 1
    for at in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if not depth:
            return at
    return len(text)


def _functor(name: str, file: str, line: int, block: str) -> FunctorSource:
    marks = tuple(_MARK.findall(block))
    overloads: dict[str, tuple[tuple[str, ...], str]] = {}  # with "" for a body of several statements
    for match in _OPERATOR.finditer(block):
        pairs = [tuple(part.split()) for part in match[1].split(",")]
        if all(len(pair) == 2 for pair in pairs):
            kind = pairs[-1][0]
            if all(pair[0] in (kind, "bool") for pair in pairs):
                overloads.setdefault(
                    kind, (tuple(pair[1] for pair in pairs), " ".join((match[2] or "").split()))
                )
    # Where float and double have overloads of their own, the one for any T is the integers'.
    one, other = overloads.get("float"), overloads.get("double")
    parameters, body = one or other or overloads.get("T", ((), ""))
    if not body or one != other:
        return FunctorSource(name, file, line, marks, parameters, None)
    if whole := _CAST.fullmatch(body):
        body = whole[1]
    words = _WORD.findall(re.sub(r"\b\d[\w.]*", "0", body))
    usable = all(prefix or word in (*parameters, *_KEYWORDS) for prefix, word in words)
    return FunctorSource(name, file, line, marks, parameters, body if usable else None)
