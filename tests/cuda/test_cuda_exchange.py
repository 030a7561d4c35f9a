"""Memory on CUDA goes to other libraries and comes back without a copy: DLPack and CUDA's array interface."""

from typing import Any

import numpy as np
import pytest

import tt


class CudaArray:
    """Stands for another library's array over a tensor's memory."""

    def __init__(self, tensor: tt.Tensor, **changes: Any) -> None:
        self.tensor = tensor
        self.changes = changes

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return {**self.tensor.__cuda_array_interface__, **self.changes}


def test_dlpack_both_ways_without_a_copy() -> None:
    a = tt.arange(6, dtype=tt.float32, device="cuda").view(2, 3).t()
    assert a.__dlpack_device__() == (2, 0)
    b = tt.from_dlpack(a)
    assert b.device == a.device and b.data_ptr() == a.data_ptr() and b.stride() == a.stride()
    b.mul_(2)
    assert a.tolist() == [[0, 6], [2, 8], [4, 10]]


def test_dlpack_waits_for_the_writing_stream() -> None:
    with tt.cuda.stream(tt.cuda.Stream()):
        a = tt.ones(3, device="cuda")
        for stream in (None, 1, 2, -1, tt.cuda.Stream().cuda_stream):
            assert "dltensor" in repr(a.__dlpack__(stream=stream))
    with pytest.raises(BufferError, match="stream 0 may be one of two"):
        a.__dlpack__(stream=0)


def test_dlpack_to_the_cpu_is_a_copy() -> None:
    a = tt.arange(3, device="cuda")
    array = np.from_dlpack(a, device="cpu")
    assert array.tolist() == [0, 1, 2]
    with pytest.raises(BufferError, match="cannot go to DLPack's device"):
        a.__dlpack__(dl_device=(1, 0), copy=False)


def test_array_interface() -> None:
    a = tt.arange(6, dtype=tt.int16, device="cuda").view(2, 3)
    facts = a.__cuda_array_interface__
    assert facts == {
        "shape": (2, 3), "strides": None, "typestr": "<i2", "data": (a.data_ptr(), False), "version": 3, "stream": 1,
    }  # fmt: skip
    assert a.t().__cuda_array_interface__["strides"] == (2, 6)
    assert not hasattr(tt.ones(2), "__cuda_array_interface__")
    assert not hasattr(tt.ones(2, dtype=tt.bfloat16, device="cuda"), "__cuda_array_interface__")


@pytest.mark.parametrize("dtype", [tt.bool, tt.uint16, tt.int64, tt.float16, tt.float64, tt.complex64])
def test_arrays_of_others_become_tensors(dtype: tt.dtype) -> None:
    a = tt.arange(12, device="cuda").to(dtype).view(3, 4)[:, ::2]
    b = tt.as_tensor(CudaArray(a))
    assert b.dtype == dtype and b.data_ptr() == a.data_ptr() and b.stride() == a.stride() and b.is_cuda
    assert b.tolist() == a.tolist()
    copied = tt.tensor(CudaArray(a))
    assert copied.data_ptr() != a.data_ptr() and copied.tolist() == a.tolist()


def test_memory_lives_as_long_as_the_tensor() -> None:
    b = tt.as_tensor(CudaArray(tt.full((1000,), 3.0, device="cuda")))
    tt.full((1000,), 4.0, device="cuda")
    assert b.sum().item() == 3000


def test_arrays_that_do_not_fit() -> None:
    a = tt.ones(4, device="cuda")
    with pytest.raises(TypeError, match="elements of type '>f4' have no dtype"):
        tt.as_tensor(CudaArray(a, typestr=">f4"))
    with pytest.raises(ValueError, match="no multiples of the 4 bytes"):
        tt.as_tensor(CudaArray(a, strides=(6,)))
    with pytest.raises(ValueError, match="negative strides"):
        tt.as_tensor(CudaArray(a, strides=(-4,)))


def test_numpy_is_told_where_the_memory_is() -> None:
    with pytest.raises(TypeError, match=r"on cuda:0 cannot be read; hint: tensor.cpu\(\) first"):
        tt.ones(2, device="cuda").numpy()
