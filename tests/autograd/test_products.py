"""Products over dims as formulas see them: values, and derivatives of both orders where factors are 0."""

from typing import Any

import numpy as np
import pytest

import tt
from tt.autograd import gradcheck, gradgradcheck
from tt_autograd.products import others, product

SHAPES_AND_DIMS = [
    ((), None), ((1,), None), ((5,), None), ((8,), (0,)), ((3, 5), None), ((3, 5), (0,)), ((3, 5), (-1,)),
    ((2, 3, 4), (0, 2)), ((2, 3, 4), (1,)), ((2, 0, 3), (0,)), ((2, 0, 3), (1,)), ((0,), None),
]  # fmt: skip


def _values(shape: tuple[int, ...], zeros: int) -> np.ndarray:
    values = np.random.default_rng(0).uniform(0.5, 2.0, shape)
    values.flat[: min(zeros, values.size)] = 0
    return values


def _others(values: np.ndarray, axes: tuple[int, ...]) -> np.ndarray:
    """By leaving each element out."""
    found = np.ones(values.shape)
    for at in np.ndindex(values.shape):
        left = values.copy()
        left[at] = 1
        place = tuple(slice(None) if d in axes else i for d, i in enumerate(at))
        found[at] = np.prod(left[place])
    return found


@pytest.mark.parametrize(("shape", "dim"), SHAPES_AND_DIMS)
@pytest.mark.parametrize("zeros", [0, 1, 2])
def test_values(shape: tuple[int, ...], dim: Any, zeros: int) -> None:
    values = _values(shape, zeros)
    axes = tuple(range(len(shape))) if dim is None else tuple(d % len(shape) for d in dim)
    tensor = tt.tensor(values, dtype=tt.float64)
    for keepdim in (False, True):
        found = product(tensor, dim, keepdim)
        expected = np.prod(values, axis=axes, keepdims=keepdim)
        assert tuple(found.shape) == expected.shape
        np.testing.assert_allclose(found.numpy(), expected, rtol=1e-14)
    np.testing.assert_allclose(others(tensor, dim).numpy(), _others(values, axes), rtol=1e-14)


@pytest.mark.parametrize("zeros", [0, 1, 2, 3])
@pytest.mark.parametrize("dim", [None, (0,), (1,)])
def test_derivatives_where_factors_are_zero(dim: Any, zeros: int) -> None:
    tensor = tt.tensor(_values((3, 3), zeros), dtype=tt.float64, requires_grad=True)
    for function in (lambda x: product(x, dim), lambda x: others(x, dim)):
        assert gradcheck(function, [tensor])
        assert gradgradcheck(function, [tensor])
