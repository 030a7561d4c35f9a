"""Shapes broadcast as NumPy's do, for shapes that nobody chose."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import mutually_broadcastable_shapes

import tt
from subject import TT

EXAMPLES = settings(max_examples=60, deadline=None, derandomize=True, database=None)
SHAPES = st.lists(st.integers(0, 5), max_size=5).map(tuple)


def _numbered(shape: tuple[int, ...]) -> np.ndarray:
    return np.arange(np.prod(shape, dtype=int), dtype="float64").reshape(shape)


@EXAMPLES
@given(mutually_broadcastable_shapes(num_shapes=2, max_dims=5, min_side=0, max_side=5))
def test_add(shapes) -> None:  # type: ignore[no-untyped-def]
    a, b = (_numbered(shape) for shape in shapes.input_shapes)
    result = tt.from_numpy(a) + tt.from_numpy(b)
    assert result.shape == shapes.result_shape
    np.testing.assert_array_equal(TT.array(result), a + b)


@EXAMPLES
@given(mutually_broadcastable_shapes(num_shapes=3, max_dims=4, min_side=0, max_side=4))
def test_where(shapes) -> None:  # type: ignore[no-untyped-def]
    condition, a, b = (_numbered(shape) for shape in shapes.input_shapes)
    condition = np.asarray(condition % 3 == 1)
    result = tt.where(tt.from_numpy(condition), tt.from_numpy(a), tt.from_numpy(b))
    np.testing.assert_array_equal(TT.array(result), np.where(condition, a, b))


@EXAMPLES
@given(SHAPES, SHAPES)
def test_mul_refuses_what_numpy_refuses(left: tuple[int, ...], right: tuple[int, ...]) -> None:
    try:
        expected = np.broadcast_shapes(left, right)
    except ValueError:
        with pytest.raises(RuntimeError, match=r"^mul: .*must match the size"):
            tt.empty(left) * tt.empty(right)
    else:
        assert (tt.empty(left) * tt.empty(right)).shape == expected


@EXAMPLES
@given(SHAPES, SHAPES)
def test_expand_refuses_what_numpy_refuses(shape: tuple[int, ...], target: tuple[int, ...]) -> None:
    array = _numbered(shape)
    try:
        expected = np.broadcast_to(array, target)
    except ValueError:
        with pytest.raises(RuntimeError, match=r"^expand: "):
            tt.from_numpy(array).expand(target)
    else:
        np.testing.assert_array_equal(TT.array(tt.from_numpy(array).expand(target)), expected)


@EXAMPLES
@given(mutually_broadcastable_shapes(num_shapes=2, max_dims=5, min_side=0, max_side=4), st.data())
def test_add_of_any_strides(shapes, data) -> None:  # type: ignore[no-untyped-def]
    """Permuted, stepped and broadcast arguments, which exercise reordering and coalescing."""
    arrays, tensors = [], []
    for shape in shapes.input_shapes:
        order = data.draw(st.permutations(range(len(shape))))
        step = data.draw(st.integers(1, 3))
        whole = _numbered((*(shape[d] for d in order[:-1]), step * shape[order[-1]]) if shape else ())
        inverse = np.argsort(order).tolist()
        tensor = tt.from_numpy(whole)
        if shape:
            whole, tensor = whole[..., ::step], tensor[..., ::step]
        arrays.append(whole.transpose(inverse))
        tensors.append(tensor.permute(inverse))
    np.testing.assert_array_equal(TT.array(tensors[0] + tensors[1]), arrays[0] + arrays[1])


@EXAMPLES
@given(SHAPES, st.data())
def test_sum_over_any_dims(shape: tuple[int, ...], data) -> None:  # type: ignore[no-untyped-def]
    array = _numbered(shape)
    order = data.draw(st.permutations(range(len(shape))))
    dims = data.draw(
        st.lists(st.sampled_from(range(len(shape))), unique=True, min_size=1) if shape else st.just([])
    )
    keepdim = data.draw(st.booleans())
    axes = tuple(dims) if dims else None
    permuted = array.transpose(order)
    result = tt.from_numpy(array).permute(order).sum(dims, keepdim)
    np.testing.assert_array_equal(TT.array(result), permuted.sum(axes, keepdims=keepdim))


@EXAMPLES
@given(
    st.tuples(*[st.integers(0, 6)] * 3), mutually_broadcastable_shapes(num_shapes=2, max_dims=2, max_side=3)
)
def test_matmul(sizes: tuple[int, int, int], batches) -> None:  # type: ignore[no-untyped-def]
    n, k, m = sizes
    a, b = (
        _numbered((*batch, *size)) for batch, size in zip(batches.input_shapes, ((n, k), (k, m)), strict=True)
    )
    np.testing.assert_allclose(TT.array(tt.from_numpy(a) @ tt.from_numpy(b)), a @ b, rtol=1e-12)
