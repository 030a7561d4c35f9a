"""How TensorIterator lays out its operands, seen in the iterate and loop events of a trace."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tt
from tt_core import _C


def _plan(op: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
    """The details of the outermost call's iterator."""
    _C.trace_start()
    try:
        op(*args, **kwargs)
    finally:
        events = _C.trace_stop()
    return next(event["detail"] for event in events if event["stage"] == "iterate")


@given(st.lists(st.integers(1, 3), max_size=4), st.lists(st.integers(0, 1), max_size=4), st.data())
@settings(max_examples=150, deadline=None)
def test_shapes_broadcast_as_in_numpy(sizes: list[int], mask: list[int], data: st.DataObject) -> None:
    other = [
        size if keep else 1 for size, keep in zip(sizes[-len(mask) :] if mask else [], mask, strict=False)
    ]
    if other and data.draw(st.booleans()):
        other[0] = data.draw(st.integers(0, 4))
    try:
        expected = np.broadcast_shapes(tuple(sizes), tuple(other))
    except ValueError:
        with pytest.raises(RuntimeError, match="must match the size of tensor b"):
            tt.ones(sizes) + tt.ones(other)
        return
    a = np.arange(np.prod(sizes, dtype=int)).reshape(sizes)
    b = np.arange(np.prod(other, dtype=int)).reshape(other)
    result = tt.tensor(a) + tt.tensor(b)
    assert tuple(result.shape) == expected
    assert result.tolist() == (a + b).tolist()


def test_mismatch_names_sizes_and_dim() -> None:
    message = (
        r"add: the size of tensor a \(3\) must match the size of tensor b \(4\) at non-singleton dimension 1"
    )
    with pytest.raises(RuntimeError, match=message):
        tt.ones(2, 3) + tt.ones(2, 4)


def test_contiguous_operands_are_one_row() -> None:
    plan = _plan(tt.add, tt.ones(2, 3, 4), tt.ones(2, 3, 4))
    assert plan["shape"] == "[24]"
    assert plan["strides_bytes"] == ["[4]", "[4]", "[4]"]
    assert plan["coalesced"] == "3 -> 1 dims"


def test_equal_permutations_are_one_row_too() -> None:
    a, b = (tt.ones(2, 3, 4).permute(2, 0, 1) for _ in range(2))
    plan = _plan(tt.add, a, b)
    assert plan["shape"] == "[24]"
    assert (a + b).stride() == a.stride()


def test_broadcast_dim_has_stride_0_and_stays() -> None:
    plan = _plan(tt.add, tt.ones(5, 2, 3), tt.ones(2, 1))
    assert plan["strides_bytes"][2] in ("[0, 4, 0]", "[0, 4]")
    plan = _plan(tt.add, tt.ones(5, 2, 3), tt.ones(2, 3))
    assert plan["shape"] == "[6, 5]"  # innermost first
    assert plan["strides_bytes"] == ["[4, 24]", "[4, 24]", "[4, 0]"]


def test_sliced_operand_keeps_what_cannot_merge() -> None:
    plan = _plan(tt.add, tt.ones(4, 6)[:, :3], tt.ones(4, 3))
    assert plan["shape"] == "[3, 4]"
    assert plan["coalesced"] == "2 -> 2 dims"


def test_transposed_operand_is_walked_in_memory_order() -> None:
    plan = _plan(tt.exp, tt.ones(4, 6).t())
    assert plan["shape"] == "[24]"
    assert tt.exp(tt.ones(4, 6).t()).stride() == (1, 6)


def test_number_is_an_operand_of_stride_0() -> None:
    plan = _plan(tt.add, tt.ones(2, 3), 2.5)
    assert plan["operands"] == ["out float32", "in float32", "number float32"]
    assert plan["strides_bytes"] == ["[4]", "[4]", "[0]"]


def test_casts_are_said() -> None:
    plan = _plan(tt.add, tt.ones(3, dtype=tt.int32), tt.ones(3))
    assert plan["cast"] == 1
    assert plan["operands"][1] == "in int32 (loop sees float32)"
    assert plan["dtype"] == "float32"


@given(st.lists(st.integers(1, 4), min_size=1, max_size=4), st.data())
@settings(max_examples=100, deadline=None)
def test_any_layout_gives_the_values_of_numpy(sizes: list[int], data: st.DataObject) -> None:
    def operand() -> np.ndarray:
        order = data.draw(st.permutations(range(len(sizes))))
        step = data.draw(st.integers(1, 2))
        made = np.arange(2.0 ** len(sizes) * np.prod(sizes)).reshape([2 * sizes[dim] for dim in order])
        made = made[tuple(slice(0, sizes[dim] * step, step) for dim in order)]
        return made.transpose(np.argsort(order))

    a, b = operand(), operand()
    assert (tt.from_numpy(a) * tt.from_numpy(b)).tolist() == (a * b).tolist()


def test_out_that_is_read_is_not_resized() -> None:
    x = tt.ones(3)
    with pytest.raises(
        RuntimeError, match=r"output with shape \[3\] doesn't match the broadcast shape \[2, 3\]"
    ):
        tt.add(x, tt.ones(2, 3), out=x)
    assert x.tolist() == [1, 1, 1]


def test_out_of_another_shape_is_resized_with_a_warning() -> None:
    out = tt.ones(2)
    with pytest.warns(UserWarning, match=r"was resized since it had shape \[2\]"):
        assert tt.add(tt.ones(2, 3), 1, out=out) is out
    assert out.shape == (2, 3)
    empty = tt.empty(0)
    tt.add(tt.ones(2), 1, out=empty)
    assert empty.tolist() == [2, 2]


def test_mixed_devices_are_refused() -> None:
    message = "expected all tensors to be on the same device, but found at least two devices, cpu and meta"
    with pytest.raises(RuntimeError, match=message):
        tt.ones(2) + tt.ones(2, device="meta")
