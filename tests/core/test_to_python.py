"""From tensors to Python's numbers and lists: item, tolist, int, float, bool, complex, index."""

import operator
from typing import Any

import numpy as np
import pytest

import tt

DTYPES = [tt.bool, tt.uint8, tt.uint16, tt.uint32, tt.uint64, tt.int8, tt.int16, tt.int32, tt.int64,
          tt.float16,
          tt.bfloat16, tt.float32, tt.float64, tt.complex64, tt.complex128]  # fmt: skip


@pytest.mark.parametrize("dtype", DTYPES)
def test_item_and_tolist_give_python_numbers(dtype: tt.dtype) -> None:
    kind = (
        bool
        if dtype is tt.bool
        else complex
        if dtype.is_complex
        else float
        if dtype.is_floating_point
        else int
    )
    x = tt.tensor([[0, 1], [1, 1]], dtype=dtype)
    assert x.tolist() == [[0, 1], [1, 1]]
    assert type(x.tolist()[0][0]) is kind
    assert type(x[0, 1].item()) is kind
    assert type(x[:1, :1].item()) is kind
    assert tt.tensor(1, dtype=dtype).tolist() == 1


def test_extremes() -> None:
    assert tt.tensor([2**64 - 1], dtype=tt.uint64).tolist() == [2**64 - 1]
    assert tt.tensor([-(2**63)]).item() == -(2**63)
    assert tt.tensor([1e308, float("inf")], dtype=tt.float64).tolist() == [1e308, float("inf")]
    assert tt.tensor(65504, dtype=tt.float16).item() == 65504.0
    assert np.isnan(tt.tensor(float("nan")).item())


@pytest.mark.parametrize(
    "x",
    [
        tt.ones(2, 3).t(),
        tt.tensor(np.arange(24).reshape(2, 3, 4)).permute(2, 0, 1)[1::2],
        tt.ones(1).expand(2, 2),
        tt.zeros(3, 0, 2),
        tt.zeros(0),
    ],
)
def test_tolist_of_any_layout(x: tt.Tensor) -> None:
    assert x.tolist() == x.numpy().tolist()


@pytest.mark.parametrize("value", [0, 1, -3])
@pytest.mark.parametrize("dtype", [tt.int8, tt.int64, tt.float32, tt.bfloat16, tt.complex64])
@pytest.mark.parametrize("shape", [(), (1,), (1, 1)])
def test_number_protocols(value: int, dtype: tt.dtype, shape: tuple[int, ...]) -> None:
    x = tt.full(shape, value, dtype=dtype)
    assert (int(x), float(x), complex(x), bool(x)) == (value, float(value), complex(value), bool(value))
    assert (type(int(x)), type(float(x)), type(complex(x))) == (int, float, complex)


def test_index_protocol() -> None:
    for x in (tt.tensor(2), tt.tensor([2], dtype=tt.uint8), tt.tensor([[2]])):
        assert operator.index(x) == 2
        assert [10, 11, 12][x] == 12
        assert list(range(5))[x:] == [2, 3, 4]
        assert "ab" * x == "abab"
    assert operator.index(tt.tensor(True)) == 1
    for wrong in (tt.tensor(1.0), tt.tensor([1, 2]), tt.tensor(1j), tt.zeros(0, dtype=tt.int64)):
        with pytest.raises(
            TypeError, match="only integer tensors of a single element can be converted to an index"
        ):
            operator.index(wrong)


@pytest.mark.parametrize(
    ("convert", "x", "error", "message"),
    [
        (bool, tt.ones(2), RuntimeError, "Boolean value of Tensor with more than one value is ambiguous"),
        (bool, tt.ones(0), RuntimeError, "Boolean value of Tensor with no values is ambiguous"),
        (
            int,
            tt.ones(2),
            ValueError,
            r"only one-element tensors can be converted to a Python int, got shape \[2\]",
        ),
        (float, tt.ones(0), ValueError, "converted to a Python float"),
        (complex, tt.ones(2), ValueError, "converted to a Python complex"),
        (int, tt.tensor(float("nan")), ValueError, "cannot convert float NaN to integer"),
        (int, tt.tensor(float("inf")), OverflowError, "cannot convert float infinity to integer"),
        (int, tt.tensor(1j), RuntimeError, "imaginary part cannot be converted to int"),
        (float, tt.tensor(1j), RuntimeError, "imaginary part cannot be converted to float"),
        (
            tt.Tensor.item,
            tt.ones(2),
            RuntimeError,
            "item: a Tensor with 2 elements cannot be converted to Scalar",
        ),
        (tt.Tensor.item, tt.ones(1, device="meta"), RuntimeError, "item: cannot be called on meta tensors"),
        (float, tt.ones(1, device="meta"), RuntimeError, "meta"),
        (bool, tt.ones(1, device="meta")[0], RuntimeError, "meta"),
        (
            tt.Tensor.tolist,
            tt.ones(3, device="meta"),
            NotImplementedError,
            "tolist: a tensor on meta has no data",
        ),
    ],
)
def test_refused(convert: Any, x: tt.Tensor, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        convert(x)


def test_meta_tensors_are_never_read() -> None:
    # Offset 4 on meta is no address.
    x = tt.empty(3, device="meta", dtype=tt.int64)[1]
    for use in (
        lambda: tt.ones(2, 2).transpose(x, 0),
        lambda: tt.full((1,), x),
        lambda: tt.tensor([x]),
        lambda: tt.ones(3)[x],
        lambda: tt.ones(3)[x:],
        lambda: tt.ones(3).view(x),
    ):
        with pytest.raises((RuntimeError, TypeError, IndexError)):
            use()
    assert x.data_ptr() == 0


def test_sizes_and_strides() -> None:
    x = tt.ones(2, 3).t()
    assert (x.size(), x.size(0), x.size(dim=-1), x.size(None)) == ((3, 2), 3, 2, (3, 2))
    assert (x.stride(), x.stride(0), x.stride(dim=1)) == ((1, 3), 1, 3)
    assert (x.numel(), x.dim(), x.ndim, x.itemsize, x.nbytes, x.element_size()) == (6, 2, 2, 4, 24, 4)
    with pytest.raises(
        IndexError, match=r"dimension out of range \(expected to be in range of \[-2, 1\], but got 2\)"
    ):
        x.size(2)
    with pytest.raises(IndexError, match="out of range"):
        x.size(2**70)
    with pytest.raises(IndexError, match="size: dimension specified as 0 but tensor has no dimensions"):
        tt.tensor(1).size(0)
    with pytest.raises(TypeError, match="size: argument 'dim' must be int, not float"):
        x.size(1.0)
    with pytest.raises(TypeError, match="stride: argument 'dim' must be int, not bool"):
        x.stride(True)
    with pytest.raises(TypeError, match="size: got an unexpected keyword argument 'axis'"):
        x.size(axis=0)
    with pytest.raises(TypeError, match="size: takes at most 1 argument, got 2"):
        x.size(0, 1)
