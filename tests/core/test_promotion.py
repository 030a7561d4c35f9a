"""Type promotion: the table of two dtypes, the three ranks of operands, and the default dtype."""

from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest

import tt

DTYPES = [
    tt.bool, tt.uint8, tt.uint16, tt.uint32, tt.uint64, tt.int8, tt.int16, tt.int32, tt.int64,
    tt.float16, tt.bfloat16, tt.float32, tt.float64, tt.complex64, tt.complex128,
]  # fmt: skip
INTEGERS = DTYPES[1:9]


def _numpy(dtype: tt.dtype) -> np.dtype:
    return np.dtype(str(dtype).removeprefix("tt."))


@pytest.fixture(autouse=True)
def _default_dtype_is_restored() -> Iterator[None]:
    yield
    tt.set_default_dtype(tt.float32)


@pytest.mark.parametrize(("a", "b"), list(product(DTYPES, DTYPES)))
def test_table_is_symmetric_and_idempotent(a: tt.dtype, b: tt.dtype) -> None:
    if {a, b} in ({tt.uint64, each} for each in (tt.int8, tt.int16, tt.int32, tt.int64)):
        with pytest.raises(RuntimeError, match=r"there is no common dtype for .*hint: cast"):
            tt.promote_types(a, b)
        return
    met = tt.promote_types(a, b)
    assert met is tt.promote_types(b, a)
    assert tt.promote_types(met, a) is met
    assert tt.promote_types(met, b) is met


@pytest.mark.parametrize(("a", "b"), list(product(INTEGERS, INTEGERS)))
def test_integers_meet_as_in_numpy(a: tt.dtype, b: tt.dtype) -> None:
    expected = np.promote_types(_numpy(a), _numpy(b))
    if expected.kind == "f":
        return  # uint64 with a signed one: an error, seen above
    assert _numpy(tt.promote_types(a, b)) == expected


@pytest.mark.parametrize("integer", [tt.bool, *INTEGERS])
@pytest.mark.parametrize("floating", DTYPES[9:])
def test_integers_do_not_widen_floats(integer: tt.dtype, floating: tt.dtype) -> None:
    assert tt.promote_types(integer, floating) is floating


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (tt.float16, tt.bfloat16, tt.float32),
        (tt.float16, tt.float32, tt.float32),
        (tt.float32, tt.float64, tt.float64),
        (tt.complex64, tt.float32, tt.complex64),
        (tt.complex64, tt.float64, tt.complex128),
        (tt.complex64, tt.float16, tt.complex64),
        (tt.complex128, tt.float16, tt.complex128),
    ],
)
def test_floats_and_complex(a: tt.dtype, b: tt.dtype, expected: tt.dtype) -> None:
    assert tt.promote_types(a, b) is expected


@pytest.mark.parametrize(
    ("of_dims", "of_no_dims", "expected"),
    [
        (tt.uint8, tt.int64, tt.uint8),
        (tt.float32, tt.float64, tt.float32),
        (tt.int32, tt.float64, tt.float64),
        (tt.bool, tt.int8, tt.int8),
        (tt.float32, tt.complex128, tt.complex64),
        (tt.float64, tt.complex64, tt.complex128),
        (tt.complex64, tt.float64, tt.complex64),
    ],
)
def test_tensors_without_dims_rank_below(of_dims: tt.dtype, of_no_dims: tt.dtype, expected: tt.dtype) -> None:
    a, b = tt.ones(2, dtype=of_dims), tt.ones((), dtype=of_no_dims)
    assert (a + b).dtype is expected
    assert (b + a).dtype is expected


@pytest.mark.parametrize(
    ("dtype", "number", "expected"),
    [
        (tt.uint8, 1000, tt.uint8),
        (tt.uint8, True, tt.uint8),
        (tt.bool, 1, tt.int64),
        (tt.bool, True, tt.bool),
        (tt.bool, 1.5, tt.float32),
        (tt.int8, 1.5, tt.float32),
        (tt.float16, 1.5, tt.float16),
        (tt.bfloat16, 1, tt.bfloat16),
        (tt.float16, 1j, tt.complex64),
        (tt.float64, 1j, tt.complex128),
        (tt.int32, 1j, tt.complex64),
        (tt.int64, 2**63, tt.int64),
    ],
)
@pytest.mark.parametrize("shape", [(2,), ()])
def test_numbers_rank_lowest(
    dtype: tt.dtype, number: complex, expected: tt.dtype, shape: tuple[int, ...]
) -> None:
    assert (tt.ones(shape, dtype=dtype) + number).dtype is expected
    assert (number + tt.ones(shape, dtype=dtype)).dtype is expected


def test_number_above_tensor_without_dims_above_number() -> None:
    # A 0-d float64 beside integers of more dims says float64; the number 2.5 alone would say float32.
    assert (tt.ones(2, dtype=tt.int8) + tt.ones((), dtype=tt.float64) + 2.5).dtype is tt.float64


@pytest.mark.parametrize(("source", "target"), list(product(DTYPES, DTYPES)))
def test_can_cast(source: tt.dtype, target: tt.dtype) -> None:
    order = {"b": 0, "u": 1, "i": 1, "f": 2, "c": 3}
    kinds = [order["f" if "bfloat" in str(each) else _numpy(each).kind] for each in (source, target)]
    assert tt.can_cast(source, target) is (kinds[0] <= kinds[1])


def test_default_dtype_is_that_of_python_floats() -> None:
    tt.set_default_dtype(tt.float64)
    assert tt.get_default_dtype() is tt.float64
    assert tt.tensor(1.5).dtype is tt.float64
    assert tt.tensor(1j).dtype is tt.complex128
    assert (tt.ones(2, dtype=tt.int32) + 1.5).dtype is tt.float64
    assert tt.empty(1).dtype is tt.float64
    tt.set_default_dtype(tt.float16)
    assert tt.tensor([]).dtype is tt.float16
    assert (tt.ones(2, dtype=tt.bool) + 1j).dtype is tt.complex64


@pytest.mark.parametrize("wrong", [tt.int64, tt.bool, tt.complex64])
def test_default_dtype_has_to_be_floating(wrong: tt.dtype) -> None:
    with pytest.raises(
        TypeError, match=f"set_default_dtype: expected a floating dtype, got {str(wrong)[3:]}"
    ):
        tt.set_default_dtype(wrong)
    assert tt.get_default_dtype() is tt.float32


@pytest.mark.parametrize("wrong", [None, "float32", np.float32, 3])
def test_arguments_have_to_be_dtypes(wrong: object) -> None:
    with pytest.raises(TypeError, match=r"expected a tt.dtype"):
        tt.promote_types(wrong, tt.int8)
    with pytest.raises(TypeError, match=r"expected a tt.dtype"):
        tt.set_default_dtype(wrong)
