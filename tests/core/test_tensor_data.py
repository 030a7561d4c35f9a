"""`Tensor.data`: the elements without history, and tensors that are given other memory."""

import gc
import weakref

import numpy as np
import pytest

import tt


def test_it_shares_memory_and_has_no_history() -> None:
    w = tt.ones(2, 3, requires_grad=True)
    y = (w * 2).t()
    for tensor in (w, y):
        data = tensor.data
        assert (
            data is not tensor and data.data_ptr() == tensor.data_ptr() and data.stride() == tensor.stride()
        )
        assert not data.requires_grad and data.is_leaf and data.grad_fn is None and data._base is None
    w.data.fill_(5)
    assert w.tolist() == [[5.0] * 3] * 2


def test_a_step_of_gradient_descent() -> None:
    w = tt.tensor([1.0, 2.0], requires_grad=True)
    place = w.data_ptr()
    (w * w).sum().backward()
    w.data -= 0.25 * w.grad
    assert w.tolist() == [0.5, 1.0] and w.data_ptr() == place and w.is_leaf and w.requires_grad
    w.data = w.data - 0.5
    assert w.tolist() == [0.0, 0.5] and w.data_ptr() != place and w.grad.tolist() == [2.0, 4.0]
    (w * 3).sum().backward()
    assert w.grad.tolist() == [5.0, 7.0]


def test_a_write_is_noticed_by_backward() -> None:
    w = tt.ones(2, requires_grad=True)
    loss = (w * w).sum()
    w.data.add_(1)
    with pytest.raises(RuntimeError, match="has been modified by an inplace operation"):
        loss.backward()


def test_other_memory_has_its_own_shape_dtype_and_strides() -> None:
    x = tt.ones(2, requires_grad=True)
    assert x.shape == (2,)
    other = tt.arange(6, dtype=tt.float64).view(2, 3).t()
    x.data = other
    assert x.shape == (3, 2) and x.stride() == (1, 3) and x.dtype == tt.float64 and not x.is_contiguous()
    assert x.data_ptr() == other.data_ptr() and x.tolist() == other.tolist() and x.requires_grad
    (x * other).sum().backward()
    assert x.grad.tolist() == other.tolist()
    x.data = tt.empty(0, dtype=tt.complex64)
    assert x.numel() == 0 and x.dtype == tt.complex64


def test_old_memory_lives_as_long_as_an_array_looks_into_it() -> None:
    x = tt.arange(5.0)
    array = x.numpy()
    x.data = tt.zeros(3)
    del x
    for _ in range(100):
        tt.ones(5)
    assert array.tolist() == [0, 1, 2, 3, 4]


def test_old_memory_is_given_back() -> None:
    class Watched(np.ndarray):
        pass

    array = np.ones(4).view(Watched)
    gone = weakref.ref(array)
    x = tt.from_numpy(array)
    x.data = tt.zeros(2, dtype=tt.float64)
    del array
    gc.collect()
    assert gone() is None and x.tolist() == [0, 0]


def test_what_other_memory_cannot_be() -> None:
    x = tt.ones(2, requires_grad=True)
    for value, error, match in (
        (3, TypeError, "data: expected a tensor, got int"),
        (tt.ones(2, dtype=tt.int64), RuntimeError, "must be floating point or complex dtype, got int64"),
        (tt.empty(2, device="meta"), RuntimeError, "incompatible tensor type: .*cpu.*meta"),
    ):
        with pytest.raises(error, match=match):
            x.data = value
    with pytest.raises(RuntimeError, match="Deleting tensor data is not allowed"):
        del x.data
    with pytest.raises(RuntimeError, match="data: a view looks into its base's memory"):
        tt.ones(3)[1:].data = tt.ones(2)
    assert x.tolist() == [1, 1]


def test_a_view_is_written_to_through_its_data() -> None:
    base = tt.zeros(3)
    view = base[1:]
    view.data += 2
    assert base.tolist() == [0, 2, 2] and view._base is base
