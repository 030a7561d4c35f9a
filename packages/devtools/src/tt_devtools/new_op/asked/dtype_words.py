"""`--dtypes`: words for sets of dtypes, and how a file that imports some of them writes a set."""

from collections.abc import Iterable, Set

from tt_devtools.failure import MISUSED, Failure
from tt_devtools.suggest import did_you_mean
from tt_opspec import dtypes
from tt_opspec.dtypes import DTYPES

WORDS: dict[str, Set[str]] = {
    "all": dtypes.ALL,
    "bool": dtypes.BOOL,
    "unsigned": dtypes.UNSIGNED,
    "signed": dtypes.SIGNED,
    "integral": dtypes.INTEGRAL,
    "floating": dtypes.FLOATING,
    "complex": dtypes.COMPLEX,
    "real": dtypes.REAL,
    "inexact": dtypes.INEXACT,
    "numbers": dtypes.NUMBERS,
}
"""The constants of tt_opspec.dtypes in lower case."""


def dtypes_of(text: str) -> Set[str]:
    """`floating,int32` as a set; a Failure for a word that is none."""
    found: set[str] = set()
    for word in (part.strip().lower() for part in text.split(",")):
        if word in WORDS:
            found |= WORDS[word]
        elif word in DTYPES:
            found.add(word)
        else:
            known = [*WORDS, *DTYPES]
            hint = did_you_mean(word, known) or f"kinds: {', '.join(WORDS)}; or names of dtypes"
            raise Failure(f"--dtypes: unknown dtype '{word}'", hint=hint, code=MISUSED)
    return found


def written(accepts: Set[str], imported: Iterable[str]) -> str:
    """The shortest Python for the set that needs no further import."""
    known = {name: WORDS[name.lower()] for name in imported if name.lower() in WORDS}
    candidates = [_braces(accepts)]
    for name, values in known.items():
        more, fewer = accepts - values, values - accepts
        if not fewer:
            candidates.append(f"{name} | {_braces(more)}" if more else name)
        elif not more:
            candidates.append(f"{name} - {_braces(fewer)}")
    for name, values in known.items():
        for other, others in known.items():
            if name < other and values | others == accepts:
                candidates.append(f"{name} | {other}")
            if values - others == accepts:
                candidates.append(f"{name} - {other}")
    return min(candidates, key=len)


def _braces(names: Set[str]) -> str:
    return "{" + ", ".join(f'"{name}"' for name in DTYPES if name in names) + "}"
