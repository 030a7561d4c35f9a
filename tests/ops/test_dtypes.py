"""Which dtypes every op accepts, and the dtype in which dtypes and numbers meet."""

from itertools import product
from typing import Any

import numpy as np
import pytest

import tt
from closeness import assert_close
from promotion_table import PROMOTED, kind_of, with_lower_rank, with_number
from samples import of
from samples.dtypes import ALL
from samples.recipe import call, t
from subject import TT, depends_on_dtype, every_op, numbers_of

NUMBERS = {bool: True, int: 2, float: 0.5, complex: 1 + 2j}
BINARY = every_op(lambda subject: subject.entry.family == "binary")
PROMOTING = every_op(lambda subject: subject.entry.promotes == "default" and subject.entry.family != "unary")

PAIRS = (("float16", "float64"), ("int16", "int32"))
"""The narrower one first."""


def _accepted_pair(op: str) -> tuple[str, str] | None:
    return next((pair for pair in PAIRS if of(op).entry.accepts.issuperset(pair)), None)


PROMOTING_PAIRS = [each for each in PROMOTING if _accepted_pair(each.values[0])]
PROMOTING_FLOATS = [each for each in PROMOTING if "float64" in of(each.values[0]).entry.accepts]


@pytest.mark.parametrize("op", every_op(depends_on_dtype))
def test_accepts_what_the_table_says(op: str) -> None:
    subject = of(op)
    sample = subject.cases[0]
    for dtype in ALL:
        args, kwargs = TT.realise(sample, dtype)
        if dtype in subject.entry.accepts:
            TT.callable(subject.entry)(*args, **kwargs)
        elif not subject.of_ops:  # what is made of ops refuses what they refuse
            with pytest.raises((RuntimeError, NotImplementedError), match=f"^{subject.entry.name}: "):
                TT.callable(subject.entry)(*args, **kwargs)


def test_promote_types() -> None:
    for (a, b), expected in PROMOTED.items():
        if expected:
            assert tt.promote_types(TT.dtype(a), TT.dtype(b)) == TT.dtype(expected), f"{a} with {b}"
        else:
            with pytest.raises(RuntimeError, match=f"no common dtype for .*{a}|no common dtype for .*{b}"):
                tt.promote_types(TT.dtype(a), TT.dtype(b))


@pytest.mark.parametrize("op", PROMOTING)
def test_tensors_of_one_rank_meet_in_the_table(op: str) -> None:
    for a, b in _accepted_pairs(op):
        left, right = _tensor((3,), a), _tensor((3,), b)
        assert _dtype_of(op, left, right) == PROMOTED[a, b], f"{op}: {a} with {b}"


@pytest.mark.parametrize("op", PROMOTING)
def test_tensor_without_dims_counts_only_if_its_kind_is_higher(op: str) -> None:
    for a, b in _accepted_pairs(op):
        expected = with_lower_rank(a, b)
        assert _dtype_of(op, _tensor((3,), a), _tensor((), b)) == expected, f"{op}: {a}[3] with {b}[]"
        assert _dtype_of(op, _tensor((), b), _tensor((3,), a)) == expected, f"{op}: {b}[] with {a}[3]"


@pytest.mark.parametrize("op", PROMOTING_PAIRS)
def test_tensor_without_elements_counts_as_any_other(op: str) -> None:
    pair = _accepted_pair(op)
    assert pair is not None
    narrow, wide = pair
    assert _dtype_of(op, _tensor((0,), "int8"), _tensor((0,), wide)) == wide
    assert _dtype_of(op, _tensor((0,), narrow), _tensor((), wide)) == narrow


@pytest.mark.parametrize("op", PROMOTING)
def test_number_counts_only_if_its_kind_is_higher(op: str) -> None:
    accepts = of(op).entry.accepts
    for dtype, kind, shape in product(sorted(accepts), NUMBERS, ((3,), ())):
        expected = with_number(dtype, kind)
        if expected not in accepts or (kind is bool and "bool" not in accepts):
            continue
        assert _dtype_of(op, _tensor(shape, dtype), NUMBERS[kind]) == expected, (
            f"{op}: {dtype}{shape} with {kind}"
        )
        assert _dtype_of(op, NUMBERS[kind], _tensor(shape, dtype)) == expected, (
            f"{op}: {kind} with {dtype}{shape}"
        )


@pytest.mark.parametrize("op", BINARY)
def test_values_are_converted_to_the_common_dtype_first(op: str) -> None:
    for a, b in _accepted_pairs(op):
        common = PROMOTED[a, b]
        within = of(op).cases[0].tensors[1].within
        sample = call(t(700, dtype=a), t(700, dtype=b, within=within))
        (left, right), _ = TT.realise(sample, "")
        mixed = TT.callable(of(op).entry)(left, right, **numbers_of(op))
        alike = [each.to(TT.dtype(common)) for each in (left, right)]
        apart = TT.callable(of(op).entry)(*alike, **numbers_of(op))
        np.testing.assert_array_equal(TT.array(mixed), TT.array(apart), f"{op}: {a} with {b}")


@pytest.mark.parametrize("op", every_op(lambda subject: subject.entry.promotes == "int_to_float"))
def test_integers_become_the_default_dtype(op: str) -> None:
    before = tt.get_default_dtype()
    try:
        for default in ("float64", "float32", "float16"):
            tt.set_default_dtype(TT.dtype(default))
            count = len(of(op).entry.schema.tensors)
            assert _dtype_of(op, *[_tensor((3,), "int64")] * count) == default
            assert _dtype_of(op, *[_tensor((3,), "float16")] * count) == "float16"
    finally:
        tt.set_default_dtype(before)


@pytest.mark.parametrize("op", PROMOTING_FLOATS)
def test_python_floats_have_the_default_dtype(op: str) -> None:
    before = tt.get_default_dtype()
    try:
        tt.set_default_dtype(tt.float64)
        assert _dtype_of(op, _tensor((3,), "int64"), 0.5) == "float64"
        if "complex128" in of(op).entry.accepts:
            assert _dtype_of(op, _tensor((3,), "int64"), 1j) == "complex128"
        if "float32" in of(op).entry.accepts:
            assert _dtype_of(op, _tensor((3,), "float32"), 0.5) == "float32"
    finally:
        tt.set_default_dtype(before)


def test_sum_of_narrow_integers_does_not_wrap() -> None:
    assert tt.sum(tt.full((1000,), 100, dtype=tt.int8)).item() == 100_000
    assert tt.sum(tt.ones(1000, dtype=tt.bool)).item() == 1000


def test_sum_in_the_dtype_that_is_asked_for() -> None:
    assert tt.sum(tt.full((1000,), 100, dtype=tt.int8), dtype=tt.int8).item() == np.int64(100_000).astype(
        "int8"
    )
    half = tt.full((4096,), 0.25, dtype=tt.float16)
    assert_close(TT.array(tt.sum(half)), np.array(1024.0), "float16")  # a sum kept in half would stop at 512


@pytest.mark.parametrize("dtype", [pytest.param(each, id=f"item-{each}") for each in ALL])
def test_item_gives_the_python_number(dtype: str) -> None:
    number = _number_of_kind(dtype)
    item = TT.tensor(np.array(number), dtype).item()
    assert item == number and type(item) is type(number)


def _number_of_kind(dtype: str) -> Any:
    return {"bool": True, "int": 7, "float": 0.5, "complex": 0.5 - 2j}[kind_of(dtype)]


def _accepted_pairs(op: str) -> list[tuple[str, str]]:
    accepts = of(op).entry.accepts
    return [(a, b) for a, b in product(ALL, ALL) if a in accepts and b in accepts and PROMOTED[a, b]]


def _tensor(shape: tuple[int, ...], dtype: str) -> Any:
    return TT.tensor(np.ones(shape), dtype)


def _dtype_of(op: str, *args: Any) -> str:
    """The dtype of the result, which the last argument decides for all tensors that come after it."""
    if of(op).entry.schema.arg("condition") and len(args) == 2:
        args = (tt.ones(1, dtype=tt.bool).view(()), *args)
    missing = len(of(op).entry.schema.tensors) - len(args)
    return TT.name_of(TT.callable(of(op).entry)(*args, *args[-1:] * missing, **numbers_of(op)).dtype)
