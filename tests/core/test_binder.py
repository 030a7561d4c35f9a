"""Python arguments into an op's slots: positions, names, defaults, spellings, numbers, and messages."""

from decimal import Decimal
from enum import IntEnum
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import tt
from tt_core import _C

X = tt.tensor([[1.0, 2.0], [3.0, 4.0]])


class Sub(tt.Tensor):
    """A subclass as an argument."""


class Dim(IntEnum):
    LAST = 1


class Index:
    """Has `__index__` and nothing else."""

    def __index__(self) -> int:
        return 1


@pytest.mark.parametrize(
    "result",
    [
        tt.add(X, X),
        tt.add(X, other=X),
        tt.add(other=X, self=X),
        tt.add(input=X, other=X),
        tt.add(x1=X, x2=X),
        tt.add(X, X, alpha=1),
        X.add(X),
        X.add(other=X),
        X.add(x2=X),
        tt.Tensor.add(X, X),
        tt.ops.add(X, X),
        tt.add(**{"input": X, "".join(("oth", "er")): X}),
        tt.add(Sub(X), X),
        tt.add(X, Sub(X)),
        X + X,
    ],
)
def test_spellings_of_add(result: tt.Tensor) -> None:
    assert result.tolist() == [[2, 4], [6, 8]]
    assert type(result) is tt.Tensor


@pytest.mark.parametrize(
    "result",
    [
        tt.sum(X, 1),
        tt.sum(X, dim=1),
        tt.sum(X, axis=1),
        tt.sum(X, (1,)),
        tt.sum(X, [-1]),
        tt.sum(X, Dim.LAST),
        tt.sum(X, np.int64(1)),
        tt.sum(X, (np.int8(1),)),
        tt.sum(X, [Index()]),
        tt.sum(X, tt.tensor(1)),
        tt.sum(x=X, axis=1, keepdims=False),
        X.sum(1, keepdim=np.False_),
        X.sum(dim=(1,), dtype=None),
    ],
)
def test_spellings_of_sum(result: tt.Tensor) -> None:
    assert result.tolist() == [3, 7]


@pytest.mark.parametrize(
    "result", [X.view(4), X.view((4,)), X.view([4]), X.view(size=(4,)), X.view(-1), X.view(tt.Size([4]))]
)
def test_sizes_as_arguments_or_as_one(result: tt.Tensor) -> None:
    assert result.shape == (4,)
    assert X.view(2, 2, 1).shape == X.view(Index(), 2, np.int32(2)).view(2, 2, 1).shape == (2, 2, 1)


def test_defaults() -> None:
    assert tt.add(X, X, alpha=3).tolist() == [[4, 8], [12, 16]]
    assert tt.sum(X).item() == 10
    assert tt.sum(X, 0, True).shape == (1, 2)
    assert tt.zeros(2, dtype=None).dtype is tt.float32
    assert [tt.zeros(1, dtype=kind).dtype for kind in (float, int, bool, complex)] == [
        tt.float64, tt.int64, tt.bool, tt.complex128,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("number", "expected", "dtype"),
    [
        (2, 5, tt.int32), (True, 4, tt.int32), (2.5, 5.5, tt.float32), (2j, 3 + 2j, tt.complex64),
        (np.int8(2), 5, tt.int32), (np.uint64(2), 5, tt.int32), (np.float16(2.5), 5.5, tt.float32),
        (np.float64(2.5), 5.5, tt.float32), (np.bool_(True), 4, tt.int32),
        (np.complex64(2j), 3 + 2j, tt.complex64), (np.complex128(2j), 3 + 2j, tt.complex64),
        (Index(), 4, tt.int32), (Dim.LAST, 4, tt.int32),
        (Decimal("2.5"), 5.5, tt.float32), (Fraction(5, 2), 5.5, tt.float32),
    ],
)  # fmt: skip
def test_numbers_for_tensors(number: Any, expected: complex, dtype: tt.dtype) -> None:
    x = tt.full((1,), 3, dtype=tt.int32)
    for result in (tt.add(x, number), x.add(number), x + number, tt.add(number, x)):
        assert result.tolist() == [expected]
        assert result.dtype is dtype
    assert (tt.ones(1, dtype=tt.complex64) * 2 + x).tolist() == [5]


@pytest.mark.parametrize("number", [np.float32(2), np.int64(2), np.bool_(True), np.complex64(2)])
def test_numpy_scalars_on_the_left_give_tensors(number: Any) -> None:
    result = number * tt.ones(2)
    assert type(result) is tt.Tensor
    assert result.tolist() == [complex(number)] * 2


@pytest.mark.parametrize(
    ("number", "expected"),
    [(3, 4), (1.5, 2.5), (np.float32(3), 4), (tt.tensor(3), 4), (tt.tensor(1.5), 2.5), (np.uint8(3), 4)],
)
def test_numbers_for_scalars(number: Any, expected: float) -> None:
    assert tt.add(tt.ones(1), tt.ones(1), alpha=number).tolist() == [expected]
    assert tt.full((1,), number).to(tt.float64).tolist() == [expected - 1]


def test_complex_scalars() -> None:
    for number in (2j, np.complex64(2j), tt.tensor(2j)):
        assert tt.full((1,), number).tolist() == [2j]


@pytest.mark.parametrize("number", [2**64, -(2**63) - 1, 10**400])
def test_ints_beyond_64_bits(number: int) -> None:
    with pytest.raises(OverflowError, match=r"^add: an int that is given as a number does not fit 64 bits"):
        tt.add(X, number)
    with pytest.raises(OverflowError, match=r"^add_: "):
        X.clone().add_(number)
    with pytest.raises(OverflowError):
        X + number
    with pytest.raises(TypeError, match=r"^sum: an int argument does not fit 64 bits"):
        tt.sum(X, number)
    with pytest.raises(TypeError, match=r"^view: an int argument does not fit 64 bits"):
        X.view(number)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: tt.add(X, "a"), "add: argument 'other' (position 2) must be Tensor, not str"),
        (lambda: tt.add(X, None), "add: argument 'other' (position 2) must be Tensor, not NoneType"),
        (
            lambda: tt.add(X, [1, 2.5]),
            "add: argument 'other' (position 2) must be Tensor, not list of (int, float)",
        ),
        (
            lambda: tt.add(X, np.ones(2)),
            "add: argument 'other' (position 2) must be Tensor, not numpy.ndarray",
        ),
        (
            lambda: tt.add(X, np.array(2.0)),
            "add: argument 'other' (position 2) must be Tensor, not numpy.ndarray",
        ),
        (
            lambda: tt.add(X, np.str_("a")),
            "add: argument 'other' (position 2) must be Tensor, not numpy.str_",
        ),
        (lambda: tt.add("a", X), "add: argument 'input' (position 1) must be Tensor, not str"),
        (lambda: tt.add(1, 2), "add: argument 'input' (position 1) must be Tensor, not int"),
        (lambda: tt.add(input=1, other=2), "add: argument 'input' must be Tensor, not int"),
        (lambda: tt.add(X), "add: missing required argument 'other'"),
        (lambda: tt.add(), "add: missing required argument 'input'"),
        (lambda: X.add(), "add: missing required argument 'other'"),
        (lambda: tt.add(X, X, X), "add: takes at most 2 positional arguments, got 3"),
        (lambda: tt.add(X, X, foo=1), "add: got an unexpected keyword argument 'foo'"),
        (lambda: tt.add(X, X, other=X), "add: got multiple values for argument 'other'"),
        (lambda: tt.add(X, input=X), "add: got multiple values for argument 'input'"),
        (lambda: tt.add(X, X, x2=X), "add: got multiple values for argument 'other'"),
        (lambda: tt.add(X, X, alpha="a"), "add: argument 'alpha' must be Number, not str"),
        (lambda: tt.add(X, X, alpha=X), "add: argument 'alpha' must be Number, not tt.Tensor"),
        (lambda: tt.add(X, X, alpha=None), "add: argument 'alpha' must be Number, not NoneType"),
        (lambda: tt.add(X, X, out=1), "add: argument 'out' must be Tensor, not int"),
        (
            lambda: tt.add(X, X, out=(X, X)),
            "add: argument 'out' must be Tensor, not tuple of (tt.Tensor, tt.Tensor)",
        ),
        (lambda: X.add_("a"), "add_: argument 'other' (position 2) must be Tensor, not str"),
        (lambda: X.add_(1, out=X), "add_: got an unexpected keyword argument 'out'"),
        (lambda: tt.Tensor.add_(1.0, X), "add_: argument 'input' (position 1) must be Tensor, not float"),
        (lambda: tt.matmul(X, 2.0), "matmul: argument 'other' (position 2) must be Tensor, not float"),
        (lambda: tt.matmul(2.0, X), "matmul: argument 'input' (position 1) must be Tensor, not float"),
        (lambda: X.copy_("2"), "copy_: argument 'src' (position 2) must be Tensor, not str"),
        (lambda: X.view(2.0), "view: argument 'size' (position 2) must be tuple of ints, not float"),
        (lambda: X.view(2, 2.0), "view: argument 'size' (position 2) must be tuple of ints, not int"),
        (
            lambda: X.view([2, "a"]),
            "view: argument 'size' (position 2) must be tuple of ints, not list of (int, str)",
        ),
        (lambda: X.view(True, 4), "view: argument 'size' (position 2) must be tuple of ints, not bool"),
        (lambda: X.view(), "view: missing required argument 'size'"),
        (lambda: X.view(out=X), "view: got an unexpected keyword argument 'out'"),
        (lambda: X.transpose(0), "transpose: missing required argument 'dim1'"),
        (lambda: X.transpose(True, 0), "transpose: argument 'dim0' (position 2) must be int, not bool"),
        (lambda: X.transpose(0.0, 1), "transpose: argument 'dim0' (position 2) must be int, not float"),
        (
            lambda: X.transpose(tt.tensor(0.5), 1),
            "transpose: argument 'dim0' (position 2) must be int, not tt.Tensor",
        ),
        (lambda: tt.zeros(), "zeros: missing required argument 'size'"),
        (lambda: tt.zeros(2, dtype="int8"), "zeros: argument 'dtype' must be tt.dtype or None, not str"),
        (lambda: tt.zeros(2, dtype=np.int8), "zeros: argument 'dtype' must be tt.dtype or None, not type"),
        (lambda: tt.zeros(2, device=1.5), "zeros: argument 'device' must be tt.device or None, not float"),
        (
            lambda: tt.zeros(2, layout="strided"),
            "zeros: argument 'layout' must be tt.layout or None, not str",
        ),
        (lambda: tt.zeros(2, requires_grad=1), "zeros: argument 'requires_grad' must be bool, not int"),
    ],
)
def test_messages_of_one_overload(call: Any, message: str) -> None:
    with pytest.raises(TypeError) as error:
        call()
    assert str(error.value) == message


def test_message_of_several_overloads_lists_them() -> None:
    with pytest.raises(TypeError) as error:
        tt.sum(X, "a")
    lines = str(error.value).splitlines()
    assert lines[0] == "sum: the arguments fit none of the overloads"
    assert len(lines) == 1 + len(tt.sum.overloads)
    assert lines[1].startswith("  sum(Tensor self, *, ")
    assert "must be" in lines[2]


def test_values_are_refused_with_the_op_in_front() -> None:
    with pytest.raises(RuntimeError, match=r"^zeros: expected one of cpu, cuda"):
        tt.zeros(2, device="gpu")
    with pytest.raises(RuntimeError, match=r"^zeros: expected sizes of at least 0, got \[-2\]"):
        tt.zeros(-2)
    with pytest.raises(
        IndexError, match=r"^transpose: dimension out of range \(expected to be in range of \[-2, 1\]"
    ):
        X.transpose(0, 2)


def test_out() -> None:
    out = tt.empty(2, 2)
    assert tt.add(X, X, out=out) is out
    assert tt.add(X, X, out=(out,)) is out
    assert out.tolist() == [[2, 4], [6, 8]]
    assert tt.add(X, X, out=None) is not out
    sub = Sub(tt.empty(2, 2))
    assert tt.add(X, X, out=sub) is sub
    with pytest.raises(
        RuntimeError, match="add: result type float32 can't be cast to the desired output type int32"
    ):
        tt.add(X, X, out=tt.empty(2, 2, dtype=tt.int32))
    with pytest.raises(TypeError, match=r"must be Tensor, not int"):
        tt.add(1, 2, out=out)


def test_out_that_numpy_looks_at_is_not_moved() -> None:
    out = tt.zeros(2)
    array = out.numpy()
    with (
        pytest.warns(UserWarning, match="was resized"),
        pytest.raises(RuntimeError, match="shared with another library"),
    ):
        tt.add(tt.ones(1000), 1, out=out)
    assert array.tolist() == [0, 0]
    assert out.shape == (2,)


def test_arguments_that_raise() -> None:
    class Raising:
        def __index__(self) -> int:
            raise KeyError("from __index__")

    for call in (
        lambda: X.view(Raising()),
        lambda: X.view([4, Raising()]),
        lambda: X.transpose(Raising(), 0),
    ):
        with pytest.raises(KeyError, match="from __index__"):
            call()
    with pytest.raises(UnicodeEncodeError):
        tt.add(X, X, **{"\ud800": 1})


def test_list_that_changes_while_it_is_read() -> None:
    sizes: list[Any] = []

    class Shrinking:
        def __index__(self) -> int:
            sizes.clear()
            return 2

    sizes.extend([Shrinking(), 2, *[object() for _ in range(100)]])
    with pytest.raises(
        RuntimeError, match=r"shape '\[\]' is invalid"
    ):  # read again to say what was wrong, it fits
        X.view(sizes)
    sizes.extend([Shrinking(), 2])
    assert X.view(sizes).shape == (2, 2)


def _added_in_place(x: Any, other: Any) -> Any:
    x += other
    return x


@pytest.mark.parametrize("other", ["a", None, [1.0, 2.0], {}, object()])
def test_operators_leave_other_types_to_python(other: object) -> None:
    with pytest.raises(TypeError, match="unsupported operand"):
        X + other
    with pytest.raises(TypeError, match="unsupported operand"):
        other - X
    with pytest.raises(TypeError, match="unsupported operand"):
        _added_in_place(X.clone(), other)
    assert (other == X) is False
    assert (other != X) is True


def test_other_types_may_know_tensors() -> None:
    class Knows:
        def __radd__(self, other: Any) -> str:
            return "mine"

        def __rmatmul__(self, other: Any) -> str:
            return "mine too"

    assert X + Knows() == "mine"
    assert X @ Knows() == "mine too"


def test_inplace_operators_keep_the_object() -> None:
    x = y = tt.ones(2)
    x += 1
    x *= tt.tensor([2.0, 3.0])
    assert x is y
    assert y.tolist() == [4, 6]
    with pytest.raises(
        RuntimeError, match="result type float32 can't be cast to the desired output type int64"
    ):
        _added_in_place(tt.ones(2, dtype=tt.int64), 1.5)


def test_out_of_a_factory_is_a_write_whatever_device_says() -> None:
    for device in (None, "cpu"):
        out = tt.ones(2)
        assert tt.zeros(2, out=out, device=device) is out
        assert out.tolist() == [0, 0]
        assert out._version == 1
    with pytest.raises(RuntimeError, match="more than one element of the written-to tensor"):
        tt.zeros(3, out=tt.ones(1).expand(3), device="cpu")


def test_doc_has_every_overload() -> None:
    for name in ("sum", "squeeze", "add"):
        doc = getattr(tt, name).__doc__
        for overload in _C.op_info(name):
            assert overload["schema"] in doc
            assert overload["doc"] in doc


def test_result_of_a_contiguous_input_has_the_usual_strides() -> None:
    for x in (tt.ones(2)[::2], tt.ones(2, 3, 0).transpose(1, 2).transpose(0, 1)[:, :1]):
        assert x.is_contiguous()
        assert (x + x).stride() == tt.empty(x.shape).stride()
