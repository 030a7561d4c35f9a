"""Whether an expression itself is right at special values, and which spelling of it reaches further."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from tt_devtools.new_op.calculus.arrays import np
from tt_devtools.new_op.calculus.doubt import Doubt, doubt_at
from tt_devtools.new_op.calculus.evaluate import UnknownFunctionError
from tt_devtools.new_op.calculus.probe import GROSS, Probe, errors
from tt_devtools.new_op.calculus.special_values import Point
from tt_devtools.new_op.calculus.spelling import spellings
from tt_devtools.new_op.language.expression import Node
from tt_devtools.new_op.language.python_text import expression_text
from tt_devtools.new_op.language.resolve import Scope

_SMALLEST: Final = 1e-12
"""Digits of what is smaller are not missed."""
_NO_SPELLING: Final = (
    "the op computes what is written, step by step; write the steps so that none leaves the dtype"
)


def value_doubt(value: Node, scope: Scope, probes: Sequence[Probe]) -> Doubt | None:
    """That it is finite nowhere; else the least strange place at which a step goes wrong, one that leaves the dtype
    first.
    """
    if not any(np.any(np.isfinite(probe.value)) for probe in probes):
        what = f"the value: it is finite at none of {len(probes[0].points)} places that were tried"
        return Doubt(what, "a difference of infinities, a logarithm or a root of negative numbers alone?")
    for leaves_dtype in (True, False):
        for probe in probes:
            wrong = _wrong(probe, probe.value) & (~np.isfinite(probe.value) == leaves_dtype)
            place = probe.least_strange(wrong & probe.is_steady(value, wrong, at_least=0))
            if place is not None:
                return _doubt(value, scope, probes, probe, place)
    return None


def _doubt(value: Node, scope: Scope, probes: Sequence[Probe], probe: Probe, place: Point) -> Doubt:
    index = probe.points.index(place)
    at = dict(zip(probe.tensors, place, strict=True))
    better = _better(value, scope, probes) or _with_limit(value, at, probe.truth[index])
    hint = f"{better} reaches further" if better else _NO_SPELLING
    return doubt_at("the value", at, probe.dtype, probe.value[index], probe.truth[index], hint)


def _wrong(probe: Probe, values: Any) -> Any:
    matters = ~np.isfinite(values) | (np.abs(probe.truth) > _SMALLEST)
    return (errors(values, probe.truth, probe.dtype, at_least=0) > GROSS) & probe.is_finite & matters


def _better(value: Node, scope: Scope, probes: Sequence[Probe]) -> str:
    """The spelling that is wrong at the fewest places, "" where the expression itself is."""
    fewest, best = sum(int(np.sum(_wrong(probe, probe.value))) for probe in probes), ""
    for other in spellings(value, scope):
        try:
            count = sum(int(np.sum(_wrong(probe, probe.gives(other)))) for probe in probes)
        except UnknownFunctionError:
            continue
        if count < fewest:
            fewest, best = count, expression_text(other)
    return best


def _with_limit(value: Node, at: Mapping[str, float], limit: float) -> str:
    """The expression with its limit where a quotient or a product has none, of one tensor."""
    (name, place), *others = at.items()
    if others or place != 0 or not np.isfinite(limit):
        return ""
    return f"where({name} == 0, {limit:g}, {expression_text(value)})"
