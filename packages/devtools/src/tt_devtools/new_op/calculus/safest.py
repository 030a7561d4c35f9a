"""Which form of a derivative is taken: the one with the fewest wrong places, then the most exact, then the shortest."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tt_devtools.new_op.calculus.arrays import np
from tt_devtools.new_op.calculus.doubt import Doubt, doubt_at
from tt_devtools.new_op.calculus.evaluate import UnknownFunctionError
from tt_devtools.new_op.calculus.probe import GROSS, Probe, errors
from tt_devtools.new_op.language.expression import Node, walk

_MOST: Final = 16
"""Formulas that are compared, the shortest ones."""


@dataclass(frozen=True, slots=True)
class Slope:
    """The derivative by `name`, and its own, as they come from differentiation; `firsts` are those by every name.

    `second` is None where it is not to be looked at.
    """

    name: str
    first: Node
    second: Node | None
    firsts: Mapping[str, Node | None]


@dataclass(frozen=True, slots=True)
class _Look:
    """What should be found at the points of one probe."""

    probe: Probe
    first: Any
    second: Any


class Judge:
    """Of formulas for one slope of the expression that the probes look at."""

    def __init__(self, probes: Sequence[Probe], slope: Slope) -> None:
        self._slope = slope
        self._looks = [
            _Look(probe, probe.true(slope.first), slope.second and probe.true(slope.second, limits=False))
            for probe in probes
        ]

    def best(self, formulas: Sequence[Node]) -> Node:
        """Of equal ones the first."""
        return min(sorted(formulas, key=_size)[:_MOST], key=self._rank)

    def doubt(self, formula: Node) -> Doubt | None:
        """The least strange finite place at which it is wrong, or its derivative is, though the value is right there.

        At infinity a gradient is a product of 0 and infinity more often than not, in PyTorch's formulas as well.
        """
        subject = f"the slope by '{self._slope.name}'"
        for look in self._looks:
            got, is_wrong = self._first(look, formula)
            beyond = np.isinf(look.first) & np.isinf(got)
            nowhere = np.isnan(got) & np.isnan(look.first) & np.isfinite(look.probe.value)
            is_torn = nowhere & look.probe.has_sides(self._slope.first, nowhere)
            where = (is_wrong & ~beyond | is_torn) & look.probe.is_finite
            if found := self._doubt(subject, look.probe, where, got, look.first):
                return found
        for look in self._looks:
            got, is_wrong = self._second(look, formula)
            if found := self._doubt(
                f"{subject}, differentiated again", look.probe, is_wrong, got, look.second
            ):
                return found
        return None

    def _rank(self, formula: Node) -> tuple[int, ...]:
        """Wrong places among numbers of every day, in the second derivative and anywhere; then digits, then length."""
        usual, again, anywhere, worst = 0, 0, 0, 0.0
        for look in self._looks:
            got, is_wrong = self._first(look, formula)
            usual += int(np.sum(is_wrong & look.probe.is_usual))
            again += int(np.sum(self._second(look, formula)[1]))
            anywhere += int(np.sum(is_wrong))
            error = self._error(look, got)
            rounding = float(np.finfo(look.probe.dtype).eps)
            worst = max(worst, float(np.max(error, where=error < GROSS, initial=0)) / rounding)
        return usual, again, anywhere, round(math.log10(1 + worst)), _size(formula)

    def _error(self, look: _Look, got: Any) -> Any:
        """Compared with the value, or with 1: it is added to other gradients, which are as large."""
        return errors(got, look.first, look.probe.dtype, np.fmax(np.abs(look.probe.value), 1))

    def _first(self, look: _Look, formula: Node) -> tuple[Any, Any]:
        """What the formula gives, and where it is wrong though the value is right."""
        got = look.probe.gives(formula)
        return got, (self._error(look, got) > GROSS) & look.probe.is_right

    def _second(self, look: _Look, formula: Node) -> tuple[Any, Any]:
        """What autograd makes of the formula, and where that is not finite and should be."""
        nothing = np.zeros(len(look.probe.points), bool)
        if look.second is None:
            return nothing, nothing
        firsts = {**self._slope.firsts, self._slope.name: formula}
        try:
            got = np.broadcast_to(look.probe.second(formula, firsts)[self._slope.name], nothing.shape)
        except UnknownFunctionError:
            return nothing, nothing
        largest = np.finfo(look.probe.dtype).max / 16
        expected = look.probe.is_right & look.probe.is_usual
        for truth in (look.probe.truth, look.first, look.second):
            expected &= np.abs(truth) < largest
        return got, ~np.isfinite(got) & expected

    def _doubt(self, subject: str, probe: Probe, where: Any, got: Any, truth: Any) -> Doubt | None:
        place = probe.least_strange(where & probe.is_steady(self._slope.first, where))
        if place is None:
            return None
        index = probe.points.index(place)
        at = dict(zip(probe.tensors, place, strict=True))
        hint = f"--grad {self._slope.name}=EXPR gives another formula"
        return doubt_at(subject, at, probe.dtype, got[index], truth[index], hint)


def _size(node: Node) -> int:
    return sum(1 for _ in walk(node))
