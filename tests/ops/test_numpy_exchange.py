"""Tensors from Python data and NumPy arrays, and back: zero copy where promised, dtypes by torch's rules."""

import gc
import weakref
from typing import Any

import numpy as np
import pytest

import tt
from samples.dtypes import ALL, storage
from subject import TT

WITH_NUMPY = [pytest.param(each, id=each) for each in ALL if each != "bfloat16"]


@pytest.mark.parametrize("dtype", WITH_NUMPY)
def test_from_numpy_shares_memory(dtype: str) -> None:
    array = np.zeros((3, 4), dtype)
    tensor = tt.from_numpy(array)
    assert TT.name_of(tensor.dtype) == dtype and tensor.shape == (3, 4) and tensor.stride() == (4, 1)
    assert tensor.data_ptr() == array.ctypes.data
    array[1, 2] = 1
    assert tensor[1, 2].item() == 1
    tensor[2, 3] = 1
    assert array[2, 3] == 1


@pytest.mark.parametrize("dtype", WITH_NUMPY)
def test_numpy_shares_memory(dtype: str) -> None:
    tensor = tt.zeros(3, 4, dtype=TT.dtype(dtype)).t()[1:, ::2]
    array = tensor.numpy()
    assert array.dtype == dtype and array.shape == (3, 2)
    assert array.strides == tuple(stride * tensor.element_size() for stride in tensor.stride())
    array[2, 1] = 1
    assert tensor[2, 1].item() == 1
    assert np.asarray(tensor).dtype == dtype


def test_from_numpy_of_views() -> None:
    array = np.arange(24).reshape(2, 3, 4)
    for view in (
        array.T,
        array[:, 1],
        array[..., ::2],
        array[1:, :, 3],
        np.broadcast_to(array[0], (5, 3, 4)).copy(),
    ):
        np.testing.assert_array_equal(TT.array(tt.from_numpy(view)), view)
    assert tt.from_numpy(np.array(3.5)).shape == () and tt.from_numpy(np.zeros((2, 0))).shape == (2, 0)


def test_memory_lives_as_long_as_either() -> None:
    tensor = tt.from_numpy(np.full(1000, 7.0))
    gc.collect()
    assert tensor.sum().item() == 7000.0
    array = tt.full((1000,), 7.0).numpy()
    gc.collect()
    assert array.sum() == 7000.0


def test_array_is_released_with_its_tensor() -> None:
    class Watched(np.ndarray):
        pass

    array = np.zeros(3).view(Watched)
    alive = weakref.ref(array)
    tensor = tt.from_numpy(array)
    del array
    gc.collect()
    assert alive() is not None
    del tensor
    gc.collect()
    assert alive() is None


def test_borrowed_memory_is_not_resized() -> None:
    out = tt.from_numpy(np.zeros(1, "float32"))
    with (
        pytest.warns(UserWarning, match="resized"),
        pytest.raises(RuntimeError, match="shared with another library"),
    ):
        tt.add(tt.ones(100), 1, out=out)


INFERRED: dict[str, tuple[Any, str]] = {
    "bools": ([True, False], "bool"),
    "ints": ([1, 2], "int64"),
    "bool-and-int": ([True, 2], "int64"),
    "floats": ([1.0, 2.0], "float32"),
    "int-and-float": ([1, 2.5], "float32"),
    "complexes": ([1j], "complex64"),
    "float-and-complex": ([1.5, 1j], "complex64"),
    "nothing": ([], "float32"),
    "nothing-nested": ([[], []], "float32"),
    "number": (3, "int64"),
    "bool": (True, "bool"),
    "numpy-scalar": (np.float64(2.5), "float64"),
    "numpy-array": (np.zeros(2, "int16"), "int16"),
}


@pytest.mark.parametrize("name", list(INFERRED))
def test_dtype_follows_from_the_data(name: str) -> None:
    data, dtype = INFERRED[name]
    tensor = tt.tensor(data)
    assert TT.name_of(tensor.dtype) == dtype
    np.testing.assert_array_equal(TT.array(tensor), np.array(data, dtype))


@pytest.mark.parametrize("dtype", [pytest.param(each, id=each) for each in ALL])
def test_tensor_in_any_dtype(dtype: str) -> None:
    tensor = tt.tensor([[0, 1], [1, 1]], dtype=TT.dtype(dtype))
    assert TT.name_of(tensor.dtype) == dtype
    np.testing.assert_array_equal(TT.array(tensor), np.array([[0, 1], [1, 1]], storage(dtype)))
    assert tensor.tolist() == [[0, 1], [1, 1]]
    kind = {"b": bool, "c": complex, "f": float}.get(storage(dtype).kind, int)
    assert all(type(each) is kind for row in tensor.tolist() for each in row)


def test_tensor_copies() -> None:
    array = np.zeros(3)
    tensor = tt.tensor(array)
    array[0] = 5
    assert tensor.tolist() == [0.0, 0.0, 0.0]
    assert tt.tensor(np.arange(3)[::-1]).tolist() == [2, 1, 0]
    assert tt.tensor(np.arange(3, dtype=">i4")).tolist() == [0, 1, 2]


def test_as_tensor_copies_only_where_it_must() -> None:
    array = np.zeros(3)
    assert tt.as_tensor(array).data_ptr() == array.ctypes.data
    x = tt.ones(2)
    assert tt.as_tensor(x) is x and tt.as_tensor(x, dtype=tt.float64) is not x
    assert tt.as_tensor([1, 2]).tolist() == [1, 2]


def test_tensor_of_tensors_without_dims() -> None:
    assert tt.tensor([tt.tensor(1.5), tt.tensor(2.5)]).tolist() == [1.5, 2.5]


def test_python_numbers() -> None:
    assert float(tt.tensor([2.5])) == 2.5 and int(tt.tensor(2.9)) == 2 and bool(tt.tensor([[0.5]])) is True
    assert range(5)[tt.tensor(3)] == 3
    assert tt.tensor(2**64 - 1, dtype=tt.uint64).item() == 2**64 - 1
    assert tt.tensor(-(2**63)).item() == -(2**63)
