"""Ops that tt new-op has made are functions of other expressions, with their numbers at their defaults."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tt_devtools.failure import Failure
from tt_devtools.new_op import check
from tt_devtools.new_op.asked.request import Asked
from tt_devtools.new_op.calculus.derive import Derivatives
from tt_devtools.new_op.language.parse import parse
from tt_devtools.new_op.language.python_text import expression_text
from tt_devtools.new_op.language.resolve import Scope, resolve
from tt_devtools.new_op.language.vocabulary import Vocabulary
from tt_devtools.new_op.plan import changes
from tt_devtools.new_op.read_request import make_request
from tt_devtools.new_op.tree.change import Change
from tt_devtools.new_op.tree.formatter import Plain
from tt_devtools.new_op.tree.places import DOCS, FORMULAS, FUNCTORS, OPS, SAMPLES, STUB
from tt_devtools.new_op.tree.workspace import Memory

INNER: dict[str, tuple[str, str, str, str]] = {
    "a number": (
        "inner(Tensor self, *, float by=0.5) -> Tensor", "self * self * by",
        "T(2) * (self * self * T(0.5))", "grad * 2 * self",
    ),
    "an infinite number": (
        "inner(Tensor self, float low=-inf) -> Tensor", "maximum(self + 1, low)",
        "T(2) * Inner{}(self, T(-__builtin_inf()))", "",
    ),
    "several statements": (
        "inner(Tensor self) -> Tensor", "exp((self + 1) * (self + 1)) + relu(self + 1)",
        "T(2) * Inner{}(self)", "",
    ),
    "integers": (
        "inner(Tensor self, int by=2) -> Tensor", "self * (self + by)",
        "T(2) * Inner{}(self, T(2))", "grad * (4 * self + 4)",
    ),
    "a flag": (
        "inner(Tensor self, *, bool up=True) -> Tensor", "where(up, self, -self)",
        "T(2) * Inner{}(self, T(1))", "no derivative of 'inner' can be read",
    ),
}  # fmt: skip


def added(tree: Memory, **asked: Any) -> tuple[Change, ...]:
    """Adds an op to a tree in memory."""
    made = changes(make_request(Asked(**asked), Vocabulary(tree)), tree, Plain())
    tree.files.update({each.file: each.after for each in made})
    return made


@pytest.mark.parametrize("case", INNER)
def test_numbers_have_their_defaults(tree: Memory, case: str) -> None:
    schema, expr, cpp, formula = INNER[case]
    added(tree, schema=schema, expr=expr)
    outer: dict[str, Any] = {"schema": "outer(Tensor self) -> Tensor", "expr": "2 * inner(self)"}
    if formula.startswith("no derivative"):
        with pytest.raises(Failure, match=formula):
            added(tree, **outer)
        outer["grads"] = ("self=grad",)
    added(tree, **outer)
    assert f"return {cpp};" in tree.files[f"{FUNCTORS}/outer.h"]
    if formula.startswith("grad"):
        scope = Scope(Vocabulary(tree), outer["expr"], {"self": True})
        found = Derivatives(scope, "").formula(resolve(parse(scope.text), scope), "self")
        assert found is not None
        assert expression_text(found) == formula


def test_the_calls_compile(checkout: Path) -> None:
    folders = (OPS, FORMULAS, FUNCTORS, SAMPLES)
    paths = [path for folder in folders for path in (checkout / folder).glob("*.*")]
    paths += [checkout / STUB, checkout / DOCS]
    tree = Memory({path.relative_to(checkout).as_posix(): path.read_text("utf-8") for path in paths})
    made: list[Change] = []
    for schema, expr in (
        ("zz_norm(Tensor self, Tensor other, *, float eps=1e-6) -> Tensor", "sqrt(self**2 + other**2 + eps)"),
        ("zz_low(Tensor self, float low=-inf) -> Tensor", "maximum(self, low) * relu(self + 1)"),
        ("zz_steps(Tensor self, int by=2) -> Tensor", "self * (self + by)"),
        ("zz_all(Tensor self) -> Tensor", "zz_norm(zz_low(self), zz_steps(self - 1))"),
    ):
        made += added(tree, schema=schema, expr=expr)
    request = make_request(
        Asked("zz_last(Tensor self) -> Tensor", expr="zz_all(self) + zz_low(self)"), Vocabulary(tree)
    )
    last = changes(request, tree, Plain())
    assert check.units(checkout, request, [*made, *last], tree)
