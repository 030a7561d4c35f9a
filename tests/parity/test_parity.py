"""tt and torch give the same for every case: one test for a module of cases and an op."""

from collections import defaultdict
from functools import cache

import pytest

from cases import modules
from compare import difference
from exchange import both, torch_spreads
from known import KNOWN, Known, reason_for, torch_lacks
from observe import Seen
from samples import by_name

pytestmark = pytest.mark.parity

PER_OP = ("forward", "layouts", "refusals", "gradients")
SHOWN = 12


@cache
def compared(module: str) -> tuple[dict[str, list[str]], dict[str, int], set[Known]]:
    """Differences and the number of cases, by op, and the entries of `known` that were met."""
    different: dict[str, list[str]] = defaultdict(list)
    count: dict[str, int] = defaultdict(int)
    met: set[Known] = set()
    cases = both(module)
    # What a few roundings do not explain may still be what rounding does to many steps that cancel.
    far = {
        name
        for name, ours, theirs in cases
        if module == "gradients" and _difference(module, name, ours, theirs)
    }
    spreads = torch_spreads(module, far)
    for name, ours, theirs in cases:
        op = name.partition("-")[0]
        count[op] += 1
        found = _difference(module, name, ours, spreads.get(name, theirs))
        known = reason_for(module, name, ours, theirs) if found else None
        if known:
            met.add(known)
        elif found and not torch_lacks(op, theirs):
            different[op].append(f"{name}: {found}")
    return different, count, met


def _difference(module: str, name: str, ours: Seen, theirs: Seen) -> str:
    # In which order a gradient lies in memory is left open, but for those that accumulate in `.grad`.
    gradient = module == "gradients"
    adds = gradient or "alpha=" in name
    return difference(name.partition("-")[0], ours, theirs, adds=adds, strides=not gradient)


def _fail(lines: list[str], count: int) -> None:
    more = f"\n... and {len(lines) - SHOWN} more" if len(lines) > SHOWN else ""
    pytest.fail(
        f"{len(lines)} of {count} cases differ from torch:\n" + "\n".join(lines[:SHOWN]) + more, pytrace=False
    )


@pytest.mark.parametrize("op", [pytest.param(op, id=op) for op in by_name()])
@pytest.mark.parametrize("module", PER_OP)
def test_op(module: str, op: str) -> None:
    different, count, _ = compared(module)
    if op in different:
        _fail(different[op], count[op])


@pytest.mark.parametrize("module", [each for each in modules() if each not in PER_OP])
def test_library(module: str) -> None:
    different, count, _ = compared(module)
    lines = [line for each in different.values() for line in each]
    assert sum(count.values()) > 0
    if lines:
        _fail(lines, sum(count.values()))


@pytest.mark.parametrize(
    "known", [pytest.param(each, id=f"{each.module}-{i}") for i, each in enumerate(KNOWN)]
)
def test_known_difference_still_exists(known: Known) -> None:
    assert known in compared(known.module)[2], (
        f"{known.module}: no case differs any more because {known.reason}"
    )


def test_every_op_is_compared() -> None:
    _, count, _ = compared("forward")
    assert set(count) == set(by_name())
