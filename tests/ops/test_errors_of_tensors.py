"""What tensors refuse outside of ops: construction, subscripts, conversion to Python and NumPy, settings."""

import operator
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tt

x = tt.ones(2, 3)
SELF_CONTAINING: list[Any] = []
SELF_CONTAINING.append(SELF_CONTAINING)


def _assign(index: Any, value: Any) -> None:
    tt.ones(2, 3)[index] = value


def _delete() -> None:
    target: Any = tt.ones(2)
    del target[0]


REFUSED: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    "index-too-many": (lambda: x[0, 0, 0], IndexError, "index: too many indices for tensor of dimension 2"),
    "index-out-of-range": (lambda: x[2], IndexError, r"index 2 (is )?out of .*dimension 0"),
    "index-out-of-range-below": (lambda: x[:, -4], IndexError, r"index -4 (is )?out of .*dimension 1"),
    "index-huge": (lambda: x[2**70], IndexError, "cannot fit|too large|out of"),
    "index-of-nothing": (lambda: tt.ones(())[0], IndexError, r"index: invalid index of a 0-dim tensor.*item"),
    "index-two-ellipses": (
        lambda: x[..., ...], IndexError, "index: an index can only have a single ellipsis"
    ),
    "index-string": (lambda: x["a"], IndexError, r"index: only integers, slices.*got str"),
    "index-float": (lambda: x[1.0], IndexError, r"index: only integers, slices.*got float"),
    "index-slice-of-floats": (lambda: x[0.5:], TypeError, "slice indices must be integers"),
    "index-step-negative": (lambda: x[::-1], ValueError, "step must be greater than zero"),
    "index-step-zero": (lambda: x[::0], ValueError, "step must be greater than zero"),
    "index-assign-shape": (
        lambda: _assign(0, tt.ones(4)), RuntimeError, r"\(3\) must match the existing size \(4\)"
    ),
    "index-assign-text": (
        lambda: _assign(0, "a"), TypeError, "index: can't assign a str to a tensor of dtype float32"
    ),
    "index-delete": (_delete, TypeError, "cannot be deleted"),
    "iteration-0-d": (lambda: list(tt.ones(())), TypeError, "iteration over a 0-d tensor"),
    "len-0-d": (lambda: len(tt.ones(())), TypeError, r"len\(\) of a 0-d tensor"),
    "bool-of-many": (
        lambda: bool(x), RuntimeError, "Boolean value of Tensor with more than one value is ambiguous"
    ),
    "bool-of-none": (
        lambda: bool(tt.ones(0)), RuntimeError, "Boolean value of Tensor with no values is ambiguous"
    ),
    "float-of-many": (
        lambda: float(x), ValueError, "only one-element tensors can be converted to a Python float"
    ),
    "int-of-many": (lambda: int(x), ValueError, "only one-element tensors can be converted to a Python int"),
    "index-of-float": (lambda: range(3)[tt.ones(())], TypeError, "integer"),
    "float-of-complex": (
        lambda: float(tt.tensor(1j)), RuntimeError, "complex number with an imaginary part",
    ),
    "tolist-meta": (
        lambda: x.to("meta").tolist(), NotImplementedError, "tolist: a tensor on meta has no data"
    ),
    "numpy-meta": (lambda: x.to("meta").numpy(), TypeError, "meta"),
    "numpy-bfloat16": (lambda: x.to(tt.bfloat16).numpy(), TypeError, "bfloat16"),
    "numpy-requires-grad": (
        lambda: tt.ones(2, requires_grad=True).numpy(), RuntimeError, "numpy: .*requires grad"
    ),
    "tensor-ragged": (
        lambda: tt.tensor([[1, 2], [3]]), ValueError, r"expected sequence of length 2 at dim 1 \(got 1\)"
    ),
    "tensor-deeper": (
        lambda: tt.tensor([1, [2]]), TypeError, "dim 1",
    ),
    "tensor-shallower": (
        lambda: tt.tensor([[1], 2]), TypeError, "expected a sequence of length 1 at dim 1, got int"
    ),
    "tensor-string": (lambda: tt.tensor("text"), TypeError, "got str"),
    "tensor-strings": (lambda: tt.tensor(["a"]), ValueError, "expected numbers in the data, got str"),
    "tensor-none": (lambda: tt.tensor([None]), RuntimeError, "got NoneType"),
    "tensor-itself": (lambda: tt.tensor(SELF_CONTAINING), ValueError, "nested more than"),
    "tensor-huge-int": (lambda: tt.tensor([2**64]), ValueError, "does not fit 64 bits"),
    "tensor-uint64-int": (
        lambda: tt.tensor([2**63]), ValueError, r"does not fit int64; hint: dtype=tt.uint64"
    ),
    "tensor-int-overflow": (lambda: tt.tensor([128], dtype=tt.int8), RuntimeError, "int8 without overflow"),
    "tensor-complex-as-float": (
        lambda: tt.tensor([1j], dtype=tt.float32), TypeError, "complex",
    ),
    "tensor-int-grad": (
        lambda: tt.tensor([1], requires_grad=True), RuntimeError, "floating point and complex"
    ),
    "tensor-dtype": (lambda: tt.tensor([1], dtype="int8"), TypeError, "dtype"),
    "from-numpy-list": (
        lambda: tt.from_numpy([1]), TypeError, "from_numpy: expected a numpy.ndarray, got list"
    ),
    "from-numpy-strings": (lambda: tt.from_numpy(np.array(["a"])), TypeError, "buffer format"),
    "from-numpy-reversed": (lambda: tt.from_numpy(np.arange(3)[::-1]), ValueError, "negative"),
    "from-numpy-big-endian": (lambda: tt.from_numpy(np.arange(3, dtype=">i4")), ValueError, "byte order"),
    "from-numpy-unaligned-stride": (
        lambda: tt.from_numpy(np.zeros(4, [("a", "u1"), ("b", "f4")])["b"]),
        ValueError, "multiple of its itemsize",
    ),
    "device-unknown": (lambda: tt.device("gpu"), RuntimeError, "gpu"),
    "device-index": (lambda: tt.device("cuda:x"), RuntimeError, "cuda:x"),
    "device-twice": (lambda: tt.device("cuda:0", 1), RuntimeError, "already has an index"),
    "device-type": (lambda: tt.device(1.5), TypeError, "expected a string"),
    "default-dtype": (lambda: tt.set_default_dtype(tt.int32), TypeError, "floating dtype, got int32"),
    "threads": (
        lambda: tt.set_num_threads(0), RuntimeError, "positive int, got 0",
    ),
    "size-of-dim": (lambda: x.size(2), IndexError, "dimension out of range"),
    "stride-of-dim": (lambda: x.stride(-3), IndexError, "dimension out of range"),
    "size-of-0-d": (lambda: tt.ones(()).size(0), IndexError, "no dimensions"),
    "mT": (lambda: tt.ones(2).mT, RuntimeError, "at least 2 dims, got 1"),
    "attribute": (lambda: tt.ad, AttributeError, "module 'tt' has no attribute 'ad'"),
    "tensor-attribute": (lambda: x.no_such, AttributeError, "no_such"),
    "meta-to-cpu": (lambda: x.to("meta").to("cpu"), NotImplementedError, "meta"),
    "copy-from-meta": (
        lambda: tt.ones(2).copy_(tt.ones(2, device="meta")), NotImplementedError, "copy_: .*meta"
    ),
    "item-meta": (lambda: tt.ones(1, device="meta").item(), RuntimeError, "item: .*meta"),
    "sparse": (lambda: tt.empty(2, layout=tt.sparse_coo), NotImplementedError, "empty: .*sparse_coo"),
    "dims": (lambda: tt.empty(*[1] * 65), RuntimeError, "empty: .*at most 64 dims, got 65"),
    "memory": (lambda: tt.empty(2**60), RuntimeError, "cannot allocate 4611686018427387904 bytes"),
}  # fmt: skip


@pytest.mark.parametrize("name", list(REFUSED))
def test_refusal(name: str) -> None:
    call, raises, match = REFUSED[name]
    with pytest.raises(raises) as caught:
        call()
    assert re.search(match, str(caught.value), re.S), str(caught.value)


def test_memory_runs_out_as_an_error_of_its_own() -> None:
    with pytest.raises(tt.OutOfMemoryError) as caught:
        tt.empty(2**58, dtype=tt.uint8)
    assert isinstance(caught.value, MemoryError) and isinstance(caught.value, RuntimeError)


def test_read_only_array_warns() -> None:
    array = np.zeros(3)
    array.flags.writeable = False
    with pytest.warns(UserWarning, match="not writable"):
        tt.from_numpy(array)


def test_tensor_of_a_tensor_warns() -> None:
    with pytest.warns(UserWarning, match="detach"):
        copied = tt.tensor(x)
    assert copied.tolist() == x.tolist() and copied._storage_ptr() != x._storage_ptr()


def test_no_bits_no_operator() -> None:
    for dtype in ("float32", "bfloat16", "complex64"):
        x = tt.ones(2, dtype=getattr(tt, dtype))
        with pytest.raises(TypeError, match=f"^bitwise_not: not implemented for dtype {dtype}"):
            operator.invert(x)
        with pytest.raises(NotImplementedError, match=f"^bitwise_not: not implemented for dtype {dtype}"):
            tt.bitwise_not(x)
