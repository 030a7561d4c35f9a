"""DLPack both ways with NumPy: one memory, its lifetime, dtypes, versions, and what is refused."""

import ctypes
import gc
import weakref
from typing import Any

import numpy as np
import pytest

import tt
from tt_core import _C

WITH_NUMPY = (
    "bool", "uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64",
    "float16", "float32", "float64", "complex64", "complex128",
)  # fmt: skip


@pytest.mark.parametrize("dtype", WITH_NUMPY)
def test_memory_is_shared_with_numpy(dtype: str) -> None:
    tensor = tt.ones(3, 4, dtype=getattr(tt, dtype))
    array = np.from_dlpack(tensor)
    assert array.dtype == dtype and array.shape == (3, 4)
    assert array.__array_interface__["data"][0] == tensor.data_ptr()
    tensor.zero_()
    assert not array.any()
    back = tt.from_dlpack(np.ones((2, 3), dtype))
    assert back.dtype == getattr(tt, dtype) and back.shape == (2, 3) and back.tolist() == [[1] * 3] * 2


def test_writes_are_seen_on_both_sides() -> None:
    array = np.arange(6.0)
    tensor = tt.from_dlpack(array)
    tensor[1] = 10.0
    array[2] = 20.0
    assert array.tolist() == tensor.tolist() == [0.0, 10.0, 20.0, 3.0, 4.0, 5.0]


def test_strides_and_offsets() -> None:
    array = np.arange(24.0).reshape(4, 6)[1:, ::2].T
    tensor = tt.from_dlpack(array)
    assert tensor.stride() == (2, 6) and tensor.tolist() == array.tolist()
    view = tt.arange(24).view(4, 6)[1:, 1::2].t()
    assert np.from_dlpack(view).tolist() == view.tolist()
    assert np.from_dlpack(view).strides == tuple(8 * each for each in view.stride())
    assert np.from_dlpack(tt.ones(1).expand(3)).tolist() == [1.0, 1.0, 1.0]


@pytest.mark.parametrize("shape", [(), (0,), (2, 0, 3), (1, 1)])
def test_shapes_at_the_edge(shape: tuple[int, ...]) -> None:
    assert tt.from_dlpack(np.ones(shape)).shape == shape
    assert np.from_dlpack(tt.ones(*shape) if shape else tt.tensor(1.0)).shape == shape


def test_between_tensors() -> None:
    for dtype in (tt.bfloat16, tt.float32, tt.bool):
        x = tt.ones(5, dtype=dtype)
        y = tt.from_dlpack(x)
        assert y.dtype == dtype and y.data_ptr() == x.data_ptr() and y.tolist() == x.tolist()


class Watched:
    """An array that tells when it dies."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def __dlpack__(self, **_: Any) -> Any:
        return self.array.__dlpack__()

    def __dlpack_device__(self) -> tuple[int, int]:
        return (1, 0)


def test_array_lives_as_long_as_the_tensor() -> None:
    class Array(np.ndarray):
        pass

    array = np.arange(1000.0).view(Array)
    alive = weakref.ref(array)
    tensor = tt.from_dlpack(array)
    view = tensor[10:]
    del array, tensor
    gc.collect()
    assert alive() is not None and view[0].item() == 10.0
    del view
    gc.collect()
    assert alive() is None


def test_memory_lives_as_long_as_the_array() -> None:
    gc.collect()
    bytes_before = _C.cache_stats()["allocated_bytes"]
    tensor = tt.ones(1 << 20)
    array = np.from_dlpack(tensor)
    del tensor
    gc.collect()
    assert array.sum() == 1 << 20 and _C.cache_stats()["allocated_bytes"] >= bytes_before + (4 << 20)
    del array
    gc.collect()
    assert _C.cache_stats()["allocated_bytes"] == bytes_before


@pytest.mark.parametrize("version", [None, (1, 0)])
def test_capsule_that_nobody_takes_frees_its_memory(version: tuple[int, int] | None) -> None:
    gc.collect()
    before = _C.cache_stats()["allocated_bytes"]
    capsule = tt.ones(1 << 20).__dlpack__(max_version=version)
    assert _C.cache_stats()["allocated_bytes"] > before
    del capsule
    assert _C.cache_stats()["allocated_bytes"] == before


@pytest.mark.parametrize(
    ("version", "name"),
    [
        (None, b"dltensor"),
        ((0, 8), b"dltensor"),
        ((1, 0), b"dltensor_versioned"),
        ((2, 5), b"dltensor_versioned"),
    ],
)
def test_capsule_has_the_version_that_is_asked_for(version: tuple[int, int] | None, name: bytes) -> None:
    capsule = tt.ones(2).__dlpack__(max_version=version)
    assert _name(capsule) == name
    assert tt.from_dlpack(capsule).tolist() == [1.0, 1.0]
    assert _name(capsule) == b"used_" + name
    with pytest.raises(RuntimeError, match=r"^from_dlpack: the capsule was used before"):
        tt.from_dlpack(capsule)


def _name(capsule: Any) -> bytes:
    get = ctypes.pythonapi.PyCapsule_GetName
    get.restype, get.argtypes = ctypes.c_char_p, [ctypes.py_object]
    return get(capsule)


def test_flags() -> None:
    assert np.from_dlpack(tt.ones(2)).flags.writeable
    x = tt.ones(2)
    copied = tt.from_dlpack(x.__dlpack__(max_version=(1, 0), copy=True))
    assert copied.data_ptr() != x.data_ptr()
    array = np.ones(2)
    array.flags.writeable = False
    with pytest.warns(UserWarning, match="not writable"):
        assert tt.from_dlpack(array).tolist() == [1.0, 1.0]


def test_producer_without_versions() -> None:
    class Old(Watched):
        def __dlpack__(self, stream: Any = None) -> Any:
            return self.array.__dlpack__()

    assert tt.from_dlpack(Old(np.arange(3))).tolist() == [0, 1, 2]
    assert tt.from_dlpack(Watched(np.arange(3))).tolist() == [0, 1, 2]
    assert tt.from_dlpack(np.arange(3).__dlpack__()).tolist() == [0, 1, 2]


def test_copy_and_device() -> None:
    array = np.ones(2)
    assert tt.from_dlpack(array, copy=True).data_ptr() != array.__array_interface__["data"][0]
    assert tt.from_dlpack(array, device="cpu", copy=False).data_ptr() == array.__array_interface__["data"][0]
    assert tt.from_dlpack(array, device="meta").is_meta
    with pytest.raises(ValueError, match=r"^from_dlpack: a tensor on meta needs a copy"):
        tt.from_dlpack(array, device="meta", copy=False)


def test_exports_that_are_refused() -> None:
    with pytest.raises(BufferError, match=r"^__dlpack__: the memory of a tensor that requires grad"):
        tt.ones(2, requires_grad=True).__dlpack__()
    with pytest.raises(
        BufferError, match=r"^__dlpack__: expected a strided tensor on the CPU or CUDA, got one on meta"
    ):
        tt.ones(2, device="meta").__dlpack__()
    with pytest.raises(BufferError, match=r"^__dlpack_device__: device meta has no number"):
        tt.ones(2, device="meta").__dlpack_device__()
    with pytest.raises(BufferError, match=r"cannot go to DLPack's device \(2, 0\)"):
        tt.ones(2).__dlpack__(dl_device=(2, 0))
    with pytest.raises(TypeError, match=r"^__dlpack__: argument 'stream' must be int or None, not str"):
        tt.ones(2).__dlpack__(stream="0")
    assert tt.ones(2).__dlpack_device__() == (1, 0)


def test_imports_that_are_refused() -> None:
    with pytest.raises(
        RuntimeError, match=r"^from_dlpack: expected an array with __dlpack__ or a DLPack capsule, got int"
    ):
        tt.from_dlpack(3)
    with pytest.raises(BufferError, match=r"^from_dlpack: the stride of dim 0 is negative"):
        tt.from_dlpack(np.arange(4)[::-1])

    class Elsewhere(Watched):
        def __dlpack_device__(self) -> tuple[int, int]:
            return (10, 1)

    with pytest.raises(
        BufferError, match=r"^from_dlpack: expected memory of the CPU or CUDA, got DLPack's device \(10, 1\)"
    ):
        tt.from_dlpack(Elsewhere(np.ones(1)))


class DLTensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32), ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]  # fmt: skip


class Managed(ctypes.Structure):
    _fields_ = [
        ("major", ctypes.c_uint32), ("minor", ctypes.c_uint32), ("context", ctypes.c_void_p),
        ("deleter", ctypes.CFUNCTYPE(None, ctypes.c_void_p)), ("flags", ctypes.c_uint64), ("array", DLTensor),
    ]  # fmt: skip


class Handmade:
    """A versioned capsule with fields of one's choice, and how often its deleter was called."""

    def __init__(self, **fields: Any) -> None:
        self.deleted = 0
        self.memory = (ctypes.c_float * 6)(*range(6))
        self.shape = (ctypes.c_int64 * 2)(2, 2)
        self.deleter = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(self._delete)
        self.managed = Managed(1, 0, None, self.deleter, 0)
        array = self.managed.array
        array.data, array.device_type, array.ndim = ctypes.addressof(self.memory), 1, 2
        array.code, array.bits, array.lanes, array.shape = 2, 32, 1, self.shape
        for name, value in fields.items():
            setattr(self.managed if name in ("major", "flags") else array, name, value)
        new = ctypes.pythonapi.PyCapsule_New
        new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
        self.capsule = new(ctypes.addressof(self.managed), b"dltensor_versioned", None)

    def _delete(self, _: Any) -> None:
        self.deleted += 1


def test_no_strides_and_a_byte_offset() -> None:
    made = Handmade(byte_offset=8)
    tensor = tt.from_dlpack(made.capsule)
    assert tensor.tolist() == [[2.0, 3.0], [4.0, 5.0]] and tensor.stride() == (2, 1) and made.deleted == 0
    del tensor
    gc.collect()
    assert made.deleted == 1


@pytest.mark.parametrize(
    ("fields", "match"),
    [
        ({"major": 2}, r"expected DLPack of major version 1, got 2\.0"),
        ({"device_type": 10}, "on a device of DLPack's type 10"),
        ({"bits": 8}, "no dtype for elements of DLPack's type code 2 with 8 bits and 1 lanes"),
        ({"lanes": 4}, "no dtype for elements .* 4 lanes"),
        ({"code": 3}, "no dtype for elements of DLPack's type code 3"),
        ({"ndim": 65}, "at most 64 dims, got 65"),
        ({"byte_offset": 2}, "not aligned for dtype float32"),
    ],
)
def test_foreign_memory_that_no_tensor_can_be(fields: dict[str, Any], match: str) -> None:
    made = Handmade(**fields)
    with pytest.raises(BufferError, match=match):
        tt.from_dlpack(made.capsule)
    assert made.deleted == 0 and _name(made.capsule) == b"dltensor_versioned"  # its owner still has it
