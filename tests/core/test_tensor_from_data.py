"""`tensor(data)` over everything that Python can write down as numbers, and over what is none."""

import contextlib
from array import array
from collections import UserList
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tt

NUMPY_DTYPES = ["bool", "uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64", "float16",
                "float32", "float64", "complex64", "complex128"]  # fmt: skip


@pytest.mark.parametrize(
    ("data", "dtype", "shape"),
    [
        (3, tt.int64, ()),
        (True, tt.bool, ()),
        (2.5, tt.float32, ()),
        (2j, tt.complex64, ()),
        ([], tt.float32, (0,)),
        ([[], []], tt.float32, (2, 0)),
        ([True, 1], tt.int64, (2,)),
        ([1, 2.5], tt.float32, (2,)),
        ([1, 2.5, True, 1j], tt.complex64, (4,)),
        (([1, 2], (3, 4)), tt.int64, (2, 2)),
        ([tt.tensor(1), 2], tt.int64, (2,)),
        ([tt.tensor(1, dtype=tt.int8), tt.tensor(2, dtype=tt.int8)], tt.int8, (2,)),
        ([tt.tensor(1.5, dtype=tt.float64), 2], tt.float64, (2,)),
        ([tt.ones(2), tt.zeros(2)], tt.float32, (2, 2)),
        ([tt.ones(2), [3, 4]], tt.float32, (2, 2)),
        (range(3), tt.int64, (3,)),
        ([range(2), range(2)], tt.int64, (2, 2)),
        (array("d", [1, 2]), tt.float32, (2,)),
        (bytearray(b"ab"), tt.int64, (2,)),
        (UserList([1, UserList([2])][1:]), tt.int64, (1, 1)),
        ([np.array([1, 2], dtype=np.int16)], tt.int16, (1, 2)),
        ([np.array(2.0)], tt.float64, (1,)),
        ([2**63 - 1, -(2**63)], tt.int64, (2,)),
        ([np.uint64(2**64 - 1)], tt.uint64, (1,)),
    ],
)
def test_dtype_and_shape(data: Any, dtype: tt.dtype, shape: tuple[int, ...]) -> None:
    x = tt.tensor(data)
    assert x.dtype is dtype
    assert x.shape == shape
    assert x.is_contiguous()


@pytest.mark.parametrize("name", NUMPY_DTYPES)
def test_numpy_scalars_keep_their_dtype(name: str) -> None:
    scalar = np.dtype(name).type(1)
    assert tt.tensor([scalar, scalar]).dtype is getattr(tt, name)
    assert tt.tensor([scalar]).tolist() == [scalar.item()]
    assert tt.tensor(np.full((2, 1), scalar)).dtype is getattr(tt, name)


@given(
    st.recursive(
        st.integers(-100, 100) | st.floats(width=32, allow_nan=False),
        lambda inner: st.lists(inner, max_size=3),
    )
)
@settings(max_examples=200, deadline=None)
def test_nested_lists_as_numpy(data: Any) -> None:
    try:
        expected = np.array(data, dtype=np.float64)
    except ValueError:
        with pytest.raises((ValueError, TypeError), match=r"expected (a|sequence)"):
            tt.tensor(data, dtype=tt.float64)
        return
    assert tt.tensor(data, dtype=tt.float64).tolist() == expected.tolist()
    assert tt.tensor(data).tolist() == expected.tolist()


@given(st.floats() | st.floats(-70000, 70000))
@settings(max_examples=300, deadline=None)
def test_rounding_to_short_floats(value: float) -> None:
    with np.errstate(over="ignore"):
        single = np.float32(value)
        assert (
            tt.tensor(value, dtype=tt.float16).numpy().tobytes()[1] & 0x7F
            == np.float16(single).tobytes()[1] & 0x7F
        )
    half, brain = (tt.tensor(value, dtype=dtype).item() for dtype in (tt.float16, tt.bfloat16))
    if np.isnan(value):
        assert np.isnan(half)
        assert np.isnan(brain)
        return
    with np.errstate(over="ignore"):
        assert half == np.float16(single)
    # bfloat16 is the upper half of a float32, rounded to even.
    word = int(single.view(np.uint32))
    word = (word + 0x7FFF + (word >> 16 & 1)) & 0xFFFF0000
    assert brain == np.uint32(word).view(np.float32)


@pytest.mark.parametrize(
    ("data", "dtype", "expected"),
    [
        ([1.7, -1.7], tt.int32, [1, -1]),
        ([-1, -255], tt.uint8, [255, 1]),
        ([-128.5, 127.9], tt.int8, [-128, 127]),
        ([2**64 - 1], tt.uint64, [2**64 - 1]),
        ([2**63, -(2**70)], tt.float64, [2.0**63, -(2.0**70)]),
        ([-(2.0**63)], tt.int64, [-(2**63)]),
        ([2, 0, float("nan"), 1j], tt.bool, [True, False, True, True]),
        ([1e300], tt.float32, [float("inf")]),
        ([70000.0], tt.float16, [float("inf")]),
        ([1, 2.5], tt.complex128, [1, 2.5]),
        ([True], float, [1.0]),
    ],
)
def test_given_dtype(data: Any, dtype: Any, expected: list[Any]) -> None:
    assert tt.tensor(data, dtype=dtype).tolist() == expected


@pytest.mark.parametrize(
    ("data", "dtype"),
    [
        ([300], tt.uint8),
        ([-256], tt.uint8),
        ([256.0], tt.uint8),
        ([128], tt.int8),
        ([-129], tt.int8),
        ([-129.5], tt.int8),
        ([2**63], tt.int64),
        ([2.0**63], tt.int64),
        ([1e30], tt.int64),
        ([float("nan")], tt.int64),
        ([float("-inf")], tt.int32),
        ([float("inf")], tt.uint64),
        ([2**64 - 1], tt.int32),
    ],
)
def test_numbers_beyond_the_dtype(data: Any, dtype: tt.dtype) -> None:
    message = f"value cannot be converted to type {str(dtype)[3:]} without overflow"
    with pytest.raises(RuntimeError, match=message):
        tt.tensor(data, dtype=dtype)


def _holding_itself() -> list[Any]:
    data: list[Any] = []
    data.append(data)
    return data


def _nested(depth: int) -> Any:
    data: Any = 1
    for _ in range(depth):
        data = [data]
    return data


@pytest.mark.parametrize(
    ("data", "error", "message"),
    [
        ([[1], [1, 2]], ValueError, r"expected sequence of length 1 at dim 1 \(got 2\)"),
        ([[1, 2], []], ValueError, r"expected sequence of length 2 at dim 1 \(got 0\)"),
        ([[], [1]], ValueError, r"expected sequence of length 0 at dim 1 \(got 1\)"),
        ([[1], 2], TypeError, "expected a sequence of length 1 at dim 1, got int"),
        ([1, [2]], TypeError, "expected a number at dim 1, got a list of length 1"),
        ([1, tt.ones(2)], TypeError, "expected a number at dim 1, got a tt.Tensor of length 2"),
        (_holding_itself(), ValueError, "nested more than 64 deep; does a list contain itself?"),
        (_nested(65), ValueError, "nested more than 64 deep"),
        ("abc", TypeError, "expected numbers or nested sequences of numbers, got str"),
        (b"abc", TypeError, "got bytes"),
        (["a"], ValueError, "expected numbers in the data, got str"),
        (None, RuntimeError, "expected numbers in the data, got NoneType"),
        ([1, None], RuntimeError, "got NoneType"),
        (object(), RuntimeError, "got object"),
        ({1: 2}, RuntimeError, "got dict"),
        ({1, 2}, RuntimeError, "got set"),
        ([2**63], ValueError, "an int of the data does not fit int64; hint: dtype=tt.uint64"),
        ([2**64], ValueError, "does not fit 64 bits"),
        ([-(2**63) - 1], ValueError, "does not fit 64 bits"),
        ([np.uint64(1), 1], RuntimeError, "there is no common dtype for uint64 and int64"),
        ([np.datetime64("2020-01-01")], (RuntimeError, TypeError), ""),
    ],
)
def test_refused(data: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message or None):
        tt.tensor(data)


def test_refused_for_a_given_dtype() -> None:
    for data in (None, object(), [None]):
        with pytest.raises(TypeError, match="expected numbers in the data"):
            tt.tensor(data, dtype=tt.float32)
    with pytest.raises(TypeError, match="a complex number cannot be an element of dtype float32"):
        tt.tensor([1 + 0j], dtype=tt.float32)
    with pytest.raises(TypeError, match=r"expected a tt.dtype for 'dtype', got str"):
        tt.tensor([1], dtype="int8")
    with pytest.raises(RuntimeError, match="meta"):
        tt.tensor([tt.empty((), device="meta")])


def test_deepest_data() -> None:
    assert tt.tensor(_nested(64)).shape == (1,) * 64


def test_data_that_changes_while_it_is_read() -> None:
    for change in (list.clear, list.pop, lambda data: data.append(1), lambda data: data.__setitem__(0, [1])):
        data: list[Any] = []

        class Changing:
            def __init__(self, data: list[Any], change: Any) -> None:
                self.data, self.change = data, change

            def __index__(self) -> int:
                self.change(self.data)
                return 1

        data.extend([Changing(data, change), *range(20)])
        with pytest.raises((ValueError, TypeError), match="expected"):
            tt.tensor(data)


def test_sequences_that_lie_about_their_length() -> None:
    class Lying:
        def __init__(self) -> None:
            self.asked = 0

        def __len__(self) -> int:
            return 3

        def __getitem__(self, index: int) -> int:
            self.asked += 1
            if index > self.asked % 5:
                raise IndexError
            return index

    for _ in range(10):
        with contextlib.suppress(ValueError):
            tt.tensor([Lying(), Lying()])


def test_copies() -> None:
    source = np.arange(3.0)
    assert tt.tensor(source).data_ptr() != source.ctypes.data
    x = tt.ones(2)
    with pytest.warns(UserWarning, match="detach"):
        assert tt.tensor(x).data_ptr() != x.data_ptr()
    assert tt.tensor([1.0], requires_grad=True).requires_grad
    with pytest.raises(RuntimeError, match=r"floating|require"):
        tt.tensor([1], requires_grad=True)


def test_new_tensor_is_of_the_kind_of_the_other() -> None:
    like = tt.ones(2, dtype=tt.float64, requires_grad=True)
    made = like.new_tensor([[1, 2]])
    assert made.dtype == tt.float64 and made.tolist() == [[1.0, 2.0]] and not made.requires_grad
    assert like.new_tensor(np.int16(3)).dtype == tt.float64
    assert like.new_tensor(1, dtype=tt.int8, requires_grad=False).dtype == tt.int8
    assert like.new_tensor(1.5, requires_grad=True).requires_grad
    assert tt.empty(2, device="meta").new_tensor(1).device == tt.device("meta")


@pytest.mark.parametrize("function", ["tensor", "new_tensor", "as_tensor"])
@pytest.mark.parametrize(
    ("data", "dtype", "error"),
    [([[1, 2], [3]], None, ValueError), (10**400, tt.float32, OverflowError), ([1], "int", TypeError),
     ({1}, tt.int8, TypeError), ([300], tt.int8, RuntimeError)],
)  # fmt: skip
def test_an_error_names_what_was_called(function: str, data: Any, dtype: Any, error: type[Exception]) -> None:
    make = tt.ones(1).new_tensor if function == "new_tensor" else getattr(tt, function)
    with pytest.raises(error, match=f"^{function}: "):
        make(data, dtype=dtype)


def test_copying_a_tensor_by_its_data_is_told_where_it_is_written() -> None:
    source = tt.ones(2)
    for make in (tt.tensor, tt.zeros(1).new_tensor):
        with pytest.warns(UserWarning, match=r"tensor\.detach\(\)\.clone\(\) says so") as caught:
            made = make(source)
        assert caught[0].filename == __file__ and made.tolist() == [1.0, 1.0] and made is not source
