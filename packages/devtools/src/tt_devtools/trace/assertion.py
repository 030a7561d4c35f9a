"""`--assert EXPR`: a fact of a route pinned by exit code.

`isa=avx512`, `kernel~add`, `threads>1`, `keys!=Autograd`, `torch.frames~vectorized_loop`; several joined by
commas or given by several options. `=` and `~` want one value that fits, the others want all values to fit.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from math import isnan
from typing import Any

from tt_devtools.failure import MISUSED, Failure
from tt_devtools.suggest import did_you_mean
from tt_devtools.trace.facts import NAMES, facts_of

_TERM = re.compile(r"\s*(?:(tt|torch|numpy)\.)?([a-z_]+(?:\.[a-z_]+)?)\s*(<=|>=|!=|!~|==|=|~|<|>)\s*(.*?)\s*")
_NEXT = re.compile(r",(?=\s*[a-z_.]+\s*(?:<=|>=|!=|!~|==|=|~|<|>))")


@dataclass(frozen=True, slots=True)
class Term:
    """One comparison; `library` names the route."""

    text: str
    library: str
    name: str
    operator: str
    value: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a term holds, and what was there instead."""

    text: str
    holds: bool
    seen: list[str]


def parse_terms(texts: tuple[str, ...]) -> list[Term]:
    """All terms of all options; a Failure quotes the one that is none."""
    terms = []
    for text in texts:
        for part in _NEXT.split(text):
            found = _TERM.fullmatch(part)
            if not found or not found[4]:
                raise Failure(
                    f"--assert: '{part.strip()}' is not NAME=VALUE, NAME~PATTERN or NAME>NUMBER",
                    hint="--assert isa=avx512",
                    code=MISUSED,
                )
            term = Term(part.strip(), found[1] or "tt", found[2], found[3].replace("==", "="), found[4])
            _check(term)
            terms.append(term)
    return terms


def judge(terms: list[Term], routes: Mapping[str, Any]) -> list[Verdict]:
    """Each term against its route."""
    return [_judge(term, routes) for term in terms]


def _check(term: Term) -> None:
    if term.operator in ("~", "!~"):
        try:
            re.compile(term.value)
        except re.error as error:
            raise Failure(f"--assert: '{term.value}' is no pattern: {error}", code=MISUSED) from None
    if term.operator in ("<", "<=", ">", ">=") and _number(term.value) is None:
        raise Failure(f"--assert: '{term.value}' in '{term.text}' is not a number", code=MISUSED)


def _judge(term: Term, routes: Mapping[str, Any]) -> Verdict:
    if term.library not in routes:
        raise Failure(
            f"--assert: there is no route of {term.library}",
            hint=f"trace {term.library}.{routes_name(routes)}",
            code=MISUSED,
        )
    facts = facts_of(routes[term.library])
    seen = facts.get(term.name)
    if seen is None and "unavailable" in facts:
        return Verdict(term.text, False, facts["unavailable"])
    if seen is None and term.name not in _KNOWN:
        hint = did_you_mean(term.name, facts) or f"facts: {', '.join(facts)}"
        raise Failure(f"--assert: the route has no '{term.name}'", hint=hint, code=MISUSED)
    values = seen or []
    fits = [_fits(term, value) for value in values]
    holds = any(fits) if term.operator in ("=", "~") else all(fits)
    if not values:
        holds = term.operator in ("!=", "!~")
    return Verdict(term.text, holds, values)


def routes_name(routes: Mapping[str, Any]) -> str:
    """The op's name as the call of our own route spells it."""
    call = str(routes.get("tt", {}).get("call", "OP"))
    return call.partition("(")[0].rpartition(".")[2]


# A route need not have these: a call without autograd has no node, a view no loop.
_KNOWN = NAMES | {"backward.autograd", "frames", "formula", "modes"}


def _fits(term: Term, value: str) -> bool:
    match term.operator:
        case "=":
            return value == term.value
        case "!=":
            return value != term.value
        case "~":
            return re.search(term.value, value) is not None
        case "!~":
            return re.search(term.value, value) is None
    left, right = _number(value), _number(term.value)
    if left is None or right is None:
        return False
    if term.operator in ("<=", ">=") and left == right:
        return True
    return left < right if term.operator[0] == "<" else left > right


def _number(text: str) -> float | None:
    try:
        number = float(text.replace("_", ""))
    except ValueError:
        return None
    return None if isnan(number) else number
