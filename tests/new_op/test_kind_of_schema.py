"""Which kind an op is of, when nobody says: the first that its schema and its expression fit."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tt_devtools.new_op.asked.request import Request

KINDS: dict[tuple[str, str], str] = {
    ("op(Tensor self) -> Tensor", ""): "unary",
    ("op(Tensor self, float by=2) -> Tensor", "self * by"): "unary",
    ("op(Tensor self, Tensor other) -> Tensor", ""): "binary",
    ("op(Tensor self, *, ScalarType? dtype=None) -> Tensor", "sum(self)"): "reduction",
    ("op(Tensor self, Tensor? weight=None) -> Tensor", ""): "irregular",
    (
        "op(Tensor self, Tensor? weight=None) -> Tensor",
        "self if weight is None else self * weight",
    ): "composite",
    ("op(Tensor self) -> (Tensor, Tensor)", ""): "irregular",
    ("op(Tensor self) -> (Tensor, Tensor)", "self, -self"): "composite",
    ("op(Tensor self, Tensor a, Tensor b, Tensor c) -> Tensor", ""): "irregular",
    ("op(Tensor[] all, Tensor self) -> Tensor", "self + all[0]"): "composite",
    ("op(Tensor self, int dim) -> Tensor", "self[dim]"): "composite",
    ("op(Tensor self, *, float by=2) -> Tensor", "sum(self * by)"): "composite",
    ("op(Tensor(a) self, int dim) -> Tensor(a)", ""): "view",
    ("op(Tensor(a) self, int dim) -> Tensor(a)", "self.turned(dim)"): "view",
}


@pytest.mark.parametrize(("schema", "expr"), KINDS)
def test_kind(request_for: Callable[..., Request], schema: str, expr: str) -> None:
    assert request_for(schema, expr=expr).kind == KINDS[schema, expr]
