"""The default dtype decides where a dtype follows from Python floats or from nothing."""

from collections.abc import Iterator

import pytest

import tt


@pytest.fixture(autouse=True)
def _default_is_restored() -> Iterator[None]:
    before = tt.get_default_dtype()
    yield
    tt.set_default_dtype(before)


@pytest.mark.parametrize("default", ["float64", "float32", "float16", "bfloat16"])
def test_factories_and_python_floats_follow(default: str) -> None:
    dtype = getattr(tt, default)
    tt.set_default_dtype(dtype)
    assert tt.get_default_dtype() == dtype
    made = (tt.zeros(2), tt.ones(2), tt.empty(2), tt.full((2,), 0.5), tt.eye(2), tt.rand(2), tt.randn(2))
    assert {each.dtype for each in made} == {dtype}
    assert tt.arange(3.0).dtype == tt.arange(0, 1, 0.5).dtype == tt.tensor([0.5]).dtype == dtype
    assert tt.tensor([1]).exp().dtype == (tt.tensor([1]) + 0.5).dtype == dtype


def test_what_has_a_dtype_keeps_it() -> None:
    tt.set_default_dtype(tt.float64)
    single = tt.ones(2, dtype=tt.float32)
    kept = (
        single + 0.5,
        single.exp(),
        tt.zeros_like(single),
        tt.rand_like(single),
        tt.mean(single),
        single.sum(),
    )
    assert {each.dtype for each in kept} == {tt.float32}
    assert tt.arange(3).dtype == tt.tensor([1]).sum().dtype == tt.tensor([1, 2]).dtype == tt.int64
    assert tt.softmax(single, 0).dtype == tt.float32


def test_complex_numbers_follow_their_parts() -> None:
    assert tt.tensor([1j]).dtype == tt.complex64
    tt.set_default_dtype(tt.float64)
    assert tt.tensor([1j]).dtype == tt.full((1,), 1j).dtype == (tt.tensor([1]) * 1j).dtype == tt.complex128


@pytest.mark.parametrize("wrong", ["int64", "bool", "complex64"])
def test_only_floats_can_be_the_default(wrong: str) -> None:
    with pytest.raises(TypeError, match=f"floating dtype, got {wrong}"):
        tt.set_default_dtype(getattr(tt, wrong))
    assert tt.get_default_dtype() == tt.float32
