"""Which cases a command line asks for."""

from collections.abc import Sequence

from tt_devtools.bench.case import Case
from tt_devtools.bench.cases import AREAS, CASES
from tt_devtools.failure import MISUSED, Failure
from tt_devtools.suggest import did_you_mean


def chosen(names: Sequence[str], areas: Sequence[str]) -> list[Case]:
    """The named cases and those of the named areas, in their order; all of them when nothing is named."""
    listed = ", ".join(AREAS)
    _check(names, [case.name for case in CASES], "case", f"--area has some at a time: {listed}")
    _check(areas, list(AREAS), "area", f"areas: {listed}")
    if not names and not areas:
        return list(CASES)
    return [case for case in CASES if case.name in names or case.area in areas]


def _check(asked: Sequence[str], known: Sequence[str], what: str, others: str) -> None:
    for name in asked:
        if name not in known:
            hint = did_you_mean(name, known) or others
            raise Failure(f"unknown {what} '{name}'", hint=hint, code=MISUSED)
