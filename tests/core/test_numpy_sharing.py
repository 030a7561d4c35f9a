"""Memory shared with NumPy, both ways: no copy, any strides, lifetimes, and what is refused."""

import ctypes
import gc
import subprocess
import sys
import weakref
from typing import Any

import numpy as np
import pytest

import tt

DTYPES = ["bool", "uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64", "float16",
          "float32",
          "float64", "complex64", "complex128"]  # fmt: skip


@pytest.mark.parametrize("dtype", DTYPES)
def test_round_trip_shares_memory(dtype: str) -> None:
    array = np.arange(6).astype(dtype).reshape(2, 3)
    x = tt.from_numpy(array)
    assert x.dtype is getattr(tt, dtype)
    assert x.data_ptr() == array.ctypes.data
    back = x.numpy()
    assert back.dtype == array.dtype
    assert back.ctypes.data == array.ctypes.data
    x[0, 0] = 1
    back[1, 2] = 0
    assert array[0, 0] == 1
    assert x[1, 2].item() == 0


@pytest.mark.parametrize(
    "view",
    [
        lambda a: a.T,
        lambda a: a[::2],
        lambda a: a[:, 1:3],
        lambda a: a[1:, ::3],
        lambda a: a[..., None],
        lambda a: a[2, 3],
        lambda a: a[:0],
        lambda a: a[:, :0].T,
        lambda a: a[::-1][:1],
        lambda a: a.transpose(1, 0)[1:][:, ::2],
    ],
)
def test_any_layout(view: Any) -> None:
    array = view(np.arange(24.0).reshape(4, 6))
    x = tt.from_numpy(np.asarray(array))
    assert x.shape == array.shape
    assert x.tolist() == array.tolist()
    mine = view(tt.from_numpy(np.arange(24.0).reshape(4, 6)).numpy())
    assert mine.tolist() == array.tolist()


def test_layouts_that_tensors_make() -> None:
    x = tt.tensor(np.arange(24.0).reshape(4, 6))
    for part in (x.t(), x[1:, ::2], x[2, 3], x[:0], x[0].expand(3, 6), x.as_strided((2, 2), (1, 1))):
        array = part.numpy()
        assert array.shape == part.shape
        assert array.tolist() == part.tolist()
        assert array.size == 0 or array.ctypes.data == part.data_ptr()


def test_array_lives_as_long_as_the_tensor_and_the_reverse() -> None:
    array = np.arange(100_000.0)
    dead = weakref.ref(array)
    x = tt.from_numpy(array)
    view = x[1:]
    del array, x
    gc.collect()
    assert dead() is not None
    assert view[-1].item() == 99_999
    del view
    gc.collect()
    assert dead() is None

    y = tt.full((100_000,), 3)
    y_dead = weakref.ref(y)
    part = y.numpy()[5:]
    del y
    gc.collect()
    assert y_dead() is not None
    tt.full((100_000,), 4)
    assert set(part.tolist()) == {3}
    del part
    gc.collect()
    assert y_dead() is None


def test_round_trips_do_not_pile_up() -> None:
    array = np.ones(4)
    before = sys.getrefcount(array)
    for _ in range(1000):
        tt.from_numpy(array).numpy()[...] = 2
        tt.from_numpy(array)[1:] + 1
    assert sys.getrefcount(array) == before


def test_read_only_arrays_warn() -> None:
    array = np.ones(2)
    array.flags.writeable = False
    with pytest.warns(UserWarning, match="not writable"):
        assert tt.from_numpy(array).data_ptr() == array.ctypes.data
    with pytest.warns(UserWarning, match="not writable"):
        assert tt.from_numpy(np.broadcast_to(np.ones(1), (3,))).stride() == (0,)
    # A warning that is an error leaves nothing behind.
    before = sys.getrefcount(array)
    with pytest.raises(UserWarning, match="not writable"):
        tt.from_numpy(array)
    assert sys.getrefcount(array) == before


RECORD = np.zeros(4, dtype=[("a", "i4"), ("b", "f4")])


@pytest.mark.parametrize(
    ("array", "error", "message"),
    [
        (
            np.ones(3)[::-1],
            ValueError,
            "at least one stride in the given array is negative.*hint: array.copy",
        ),
        (np.ones((2, 3))[:, ::-1], ValueError, "negative"),
        (np.ones(3, dtype=">f4"), ValueError, "byte order that is not the machine's; hint: array.astype"),
        (np.ones(3, dtype=">c16"), ValueError, "byte order"),
        (np.zeros(3, dtype=[("a", "i4"), ("b", "f8")])["b"], ValueError, "not a multiple of its itemsize"),
        (
            np.frombuffer(bytes(13), dtype=np.uint8)[1:].view(np.float32),
            ValueError,
            "not aligned for its dtype",
        ),
        (RECORD, TypeError, "can't convert an array whose elements have the buffer format 'T"),
        (np.array(["a"]), TypeError, "buffer format"),
        (np.array([b"a"]), TypeError, "buffer format"),
        (np.array([object()]), TypeError, "buffer format 'O'"),
        (np.array(["2020"], dtype="M8[D]"), TypeError, "its elements are no numbers"),
        (np.array([1], dtype="m8[s]"), TypeError, "its elements are no numbers"),
        (np.zeros(2, dtype=np.longdouble), TypeError, "buffer format 'g'"),
        (np.zeros(2, dtype=np.clongdouble), TypeError, "buffer format 'Zg'"),
        ([1], TypeError, "from_numpy: expected a numpy.ndarray, got list"),
        (np.float32(1), TypeError, "from_numpy: expected a numpy.ndarray, got float32"),
        (memoryview(b"abc"), TypeError, "got memoryview"),
    ],
)
def test_refused(array: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        tt.from_numpy(array)


def test_fields_whose_strides_fit_are_shared() -> None:
    x = tt.from_numpy(RECORD["b"])
    assert x.stride() == (2,)
    x[1] = 5
    assert RECORD["b"][1] == 5


def test_tensor_copies_what_cannot_be_shared() -> None:
    assert tt.tensor(np.arange(3.0)[::-1]).tolist() == [2, 1, 0]
    assert tt.tensor(np.arange(3, dtype=">i4")).tolist() == [0, 1, 2]
    assert tt.as_tensor(np.arange(3.0)[::-1]).tolist() == [2, 1, 0]
    assert tt.tensor(np.float32(2.5)).tolist() == 2.5


def test_numpy_refuses() -> None:
    with pytest.raises(RuntimeError, match=r"requires grad\nhint: tensor.detach\(\).numpy\(\)"):
        tt.ones(2, requires_grad=True).numpy()
    with pytest.raises(TypeError, match="bfloat16"):
        tt.ones(2, dtype=tt.bfloat16).numpy()
    with pytest.raises(TypeError, match="meta"):
        tt.ones(2, device="meta").numpy()


def test_numpy_functions_take_tensors() -> None:
    x = tt.tensor([[1.0, 2.0], [3.0, 4.0]])
    assert np.asarray(x).ctypes.data == x.data_ptr()
    assert np.array(x).ctypes.data != x.data_ptr()
    assert np.sum(np.asarray(x)) == 10
    assert np.asarray(x, dtype=np.int32).tolist() == [[1, 2], [3, 4]]
    with pytest.raises(ValueError, match="copy"):
        np.asarray(x, dtype=np.int32, copy=False)
    assert np.allclose(x, x)


def test_memoryview() -> None:
    x = tt.tensor([[1, 2], [3, 4]], dtype=tt.int32)
    view = memoryview(x)
    assert (view.format, view.shape, view.strides, view.itemsize, view.readonly) == (
        "i",
        (2, 2),
        (8, 4),
        4,
        False,
    )
    view[0, 1] = 9
    assert x.tolist() == [[1, 9], [3, 4]]
    assert memoryview(x.t()).strides == (4, 8)
    assert bytes(x) == x.numpy().tobytes()
    assert memoryview(tt.tensor(2.5)).shape == ()
    assert memoryview(tt.zeros(0, 3)).tobytes() == b""
    with pytest.raises(BufferError, match="requires grad"):
        memoryview(tt.ones(1, requires_grad=True))


def test_buffer_order_is_kept_to() -> None:
    class Flags:
        C, F, ANY, SIMPLE, STRIDES = 0x38, 0x58, 0x98, 0, 0x18

    get = ctypes.pythonapi.PyObject_GetBuffer
    get.argtypes = [ctypes.py_object, ctypes.c_void_p, ctypes.c_int]
    release = ctypes.pythonapi.PyBuffer_Release
    release.argtypes = [ctypes.c_void_p]

    def accepts(x: tt.Tensor, flags: int) -> bool:
        view = (ctypes.c_byte * 160)()
        try:
            get(x, view, flags)
        except BufferError:
            return False
        release(view)
        return True

    rows, columns, gaps = tt.ones(2, 3), tt.ones(3, 2).t(), tt.ones(4, 6)[::2, ::2]
    for flags, expected in {
        Flags.C: (True, False, False),
        Flags.F: (False, True, False),
        Flags.ANY: (True, True, False),
        Flags.SIMPLE: (True, False, False),
        Flags.STRIDES: (True, True, True),
    }.items():
        assert tuple(accepts(x, flags) for x in (rows, columns, gaps)) == expected


def test_numpy_is_imported_only_when_it_is_needed() -> None:
    program = "import sys, tt; tt.tensor([1.0]) + 1; assert 'numpy' not in sys.modules; tt.ones(1).numpy()"
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
