"""Where the greatest and least elements are: NaN, ties, layouts and threads, against NumPy; gradients of ties."""

from typing import Any

import numpy as np
import pytest

import tt
from samples.dtypes import FLOATING, INTEGRAL
from samples.library import LAYOUTS
from subject import TT

SHAPES = ((300_000,), (3, 70_000), (20_000, 3), (130, 1100), (2, 600, 70))
"""Of one tile and several, in rows and in columns, on one thread and over threads."""

OPS = [pytest.param(name, id=f"{name}.dim") for name in ("max", "min")]


def _array(shape: tuple[int, ...], dtype: str) -> np.ndarray:
    random = np.random.default_rng(7)
    low = 0 if dtype.startswith("u") else -100
    if dtype in INTEGRAL:
        return random.integers(low, 100, shape).astype(dtype)
    return np.round(random.standard_normal(shape) * 30).astype("float16").astype(dtype)


@pytest.mark.parametrize("name", OPS)
@pytest.mark.parametrize("dtype", ["float32", "float64", "float16", "int8", "uint64"])
def test_values_and_places(name: str, dtype: str) -> None:
    for shape in SHAPES:
        array = _array(shape, dtype)
        for layout in LAYOUTS[:-1]:
            if layout == "permuted" and len(shape) < 3:
                continue
            if layout == "transposed" and len(shape) < 2:
                continue
            tensor = TT.tensor(array, dtype, layout)
            for dim in range(array.ndim):
                _check(name, tensor, array, dim)


def _check(name: str, tensor: Any, array: np.ndarray, dim: int) -> None:
    values, indices = getattr(tt, name)(tensor, dim)
    what = f"{name} of {array.shape} over {dim}"
    np.testing.assert_array_equal(TT.array(values), getattr(array, name)(dim), what)
    np.testing.assert_array_equal(TT.array(indices), getattr(array, f"arg{name}")(dim), what)
    np.testing.assert_array_equal(TT.array(getattr(tt, f"arg{name}")(tensor)), getattr(array, f"arg{name}")())


@pytest.mark.parametrize("name", OPS)
@pytest.mark.parametrize("dtype", FLOATING)
def test_first_nan_wins(name: str, dtype: str) -> None:
    array = TT.array(TT.tensor(_array((600, 900), "float32"), dtype)).astype("float32")
    array[3, :] = np.nan
    array[500, 7] = array[4, 7] = array[599, 899] = np.nan
    array[3, 899] = np.inf
    tensor = TT.tensor(array, dtype)
    for dim in (0, 1):
        values, indices = getattr(tt, name)(tensor, dim)
        np.testing.assert_array_equal(TT.array(values), getattr(array, name)(dim))
        np.testing.assert_array_equal(TT.array(indices), getattr(array, f"arg{name}")(dim))
    assert np.isnan(TT.array(getattr(tt, name)(tensor)))
    assert getattr(tt, f"arg{name}")(tensor).item() == 3 * 900


@pytest.mark.parametrize("name", OPS)
def test_nothing_depends_on_threads(name: str) -> None:
    before = tt.get_num_threads()
    tensors = [TT.tensor(_array(shape, "float32"), "float32") for shape in SHAPES]
    found = []
    for count in (1, 2, 3):
        tt.set_num_threads(count)
        found.append([getattr(tt, name)(x, d) for x in tensors for d in range(x.ndim)])
    tt.set_num_threads(before)
    for other in found[1:]:
        for (values, indices), (more, places) in zip(found[0], other, strict=True):
            assert TT.array(values).tobytes() == TT.array(more).tobytes()
            assert TT.array(indices).tobytes() == TT.array(places).tobytes()


@pytest.mark.parametrize("name", OPS)
def test_of_equal_zeros_the_first_is_given(name: str) -> None:
    zeros = np.array([0.0, -0.0] if name == "min" else [-0.0, 0.0], "float32")
    for array in (np.repeat(zeros, 50), np.repeat(zeros, 50)[:, None].repeat(20, 1)):
        values, indices = getattr(tt, name)(TT.tensor(array, "float32"), 0)
        assert not TT.array(indices).any()
        assert (np.signbit(TT.array(values)) == np.signbit(zeros[0])).all()


def test_bool_is_ordered() -> None:
    x = tt.tensor([[False, True], [False, False]])
    values, indices = tt.max(x, 1)
    assert values.tolist() == [True, False] and indices.tolist() == [1, 0]
    assert tt.min(x).item() is False and tt.amax(x).item() is True


def test_out_with_strides_of_its_own() -> None:
    x = TT.tensor(_array((30, 40), "float32"), "float32")
    values, indices = tt.zeros(40, 2)[:, 0], tt.zeros(40, 3, dtype=tt.int64)[:, 1]
    assert tt.max(x, 0, out=(values, indices))[0] is values
    assert values.tolist() == tt.amax(x, 0).tolist() and indices.tolist() == tt.argmax(x, 0).tolist()


def test_out_needs_its_dtypes() -> None:
    x = tt.ones(2, 3)
    with pytest.raises(RuntimeError, match=r"^max: expected out tensor to have dtype int64"):
        tt.max(x, 0, out=(tt.empty(3), tt.empty(3)))
    with pytest.raises(RuntimeError, match=r"^argmin: expected out tensor to have dtype int64"):
        tt.argmin(x, out=tt.empty((), dtype=tt.int32))
    with pytest.raises(RuntimeError, match=r"^amax: expected out tensor to have dtype float32"):
        tt.amax(x, 0, out=tt.empty(3, dtype=tt.float64))
    with pytest.raises(RuntimeError, match=r"^any: expected out tensor to have dtype bool"):
        tt.any(x, 0, out=tt.empty(3))
    assert tt.max(x, out=tt.empty((), dtype=tt.float64)).dtype == tt.float64


def test_gradient_is_spread_over_ties_or_goes_to_the_first() -> None:
    x = tt.tensor([[1.0, 3.0, 3.0], [3.0, 0.0, 2.0]], requires_grad=True)
    third = 1 / 3
    (whole,) = tt.autograd.grad(tt.max(x), x)
    np.testing.assert_allclose(whole.tolist(), [[0, third, third], [third, 0, 0]])
    (rows,) = tt.autograd.grad(tt.amax(x, 1).sum(), x)
    assert rows.tolist() == [[0, 0.5, 0.5], [1, 0, 0]]
    (chosen,) = tt.autograd.grad(tt.max(x, 1).values.sum(), x)
    assert chosen.tolist() == [[0, 1, 0], [1, 0, 0]]


def test_gradient_of_nan_goes_to_nan() -> None:
    x = tt.tensor([1.0, float("nan"), float("nan")], requires_grad=True)
    (grad,) = tt.autograd.grad(tt.max(x), x)
    assert grad.tolist() == [0.0, 0.5, 0.5]
