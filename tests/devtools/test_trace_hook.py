"""What the library's hook records beyond the seven stages: who brought a key, what backward ran, where it raised."""

from __future__ import annotations

from typing import Any

import pytest

import tt
from tt_core import _C


def traced(call: Any) -> list[dict[str, Any]]:
    _C.trace_start()
    try:
        call()
    except (RuntimeError, TypeError):
        pass
    finally:
        events = _C.trace_stop()
    return list(events)


def dispatches(call: Any) -> list[dict[str, Any]]:
    return [event["detail"] for event in traced(call) if event["stage"] == "dispatch"]


def test_the_argument_that_brought_the_key() -> None:
    plain, leaf = tt.ones(3), tt.ones(3, requires_grad=True)
    first, second = dispatches(lambda: tt.add(plain, leaf))
    assert (first["chosen"], first["brought_by"]) == ("Autograd", "other")
    assert (second["chosen"], second["brought_by"]) == ("CPU", "self")
    assert dispatches(lambda: tt.empty(3))[0]["brought_by"] == "the default device"
    assert dispatches(lambda: tt.empty(3, device="meta"))[0]["brought_by"] == "device"
    out = tt.empty(3)
    with_out = dispatches(lambda: tt.add(plain, plain, out=out))[0]
    assert with_out["per_argument"][-1] == "out: ADInplaceOrView, CPU"


def test_a_view_brings_autograd_before_anything_requires_grad() -> None:
    plain, leaf = tt.ones(2, 3), tt.ones(3, 2, requires_grad=True)
    waiting = dispatches(lambda: tt.exp(plain.t()))[2]
    assert (waiting["chosen"], waiting["brought_by"]) == (
        "Autograd",
        "self, a view whose base may come to require grad",
    )
    view = plain.t()
    assert dispatches(lambda: tt.add(view, leaf))[0]["brought_by"] == "other"


def test_out_is_among_the_arguments() -> None:
    x, out = tt.ones(3), tt.empty(3, dtype=tt.float64)
    bind = next(event for event in traced(lambda: tt.exp(x, out=out)) if event["stage"] == "bind")
    assert bind["detail"]["arguments"] == ["self = float32[3]", "out = float64[3]"]


def test_a_copy_that_converts_has_a_name_of_its_own() -> None:
    x, out = tt.ones(4, 4), tt.empty(4, 4, dtype=tt.float64)
    loops = [
        next(event["name"] for event in traced(call) if event["stage"] == "loop")
        for call in (x.clone, lambda: x.to(tt.float64), lambda: out.copy_(x.t()))
    ]
    assert loops == ["copy_rows", "convert_rows", "convert_transposed"]


def test_backward_says_what_was_saved_and_which_formulas_ran() -> None:
    left, right = tt.ones(2, 3, requires_grad=True), tt.ones(3)
    result = tt.mul(left, right)
    events = traced(lambda: result.backward(tt.ones(2, 3)))
    node, leaf = (event for event in events if event["stage"] == "autograd")
    assert node["name"] == "MulBackward0"
    assert node["detail"]["grad"] == ["float32[2, 3]"]
    assert node["detail"]["saved"] == ["other = float32[3]"]
    (formula,) = node["detail"]["formulas"]
    assert formula.startswith("self by packages/autograd/src/tt_autograd/formulas/binary.py:")
    assert leaf["name"] == "AccumulateGrad"
    assert leaf["detail"]["leaf"] == "float32[2, 3] requires_grad"
    assert leaf["detail"]["grad_was"] == "empty: filled"


@pytest.mark.parametrize(
    ("call", "innermost"),
    [
        (lambda: tt.add(tt.ones(2), tt.ones(3)), "iterate"),
        (lambda: tt.add(tt.ones(2), "two"), "bind"),
        (lambda: tt.matmul(tt.ones(2), tt.ones(3)), "kernel"),
    ],
)
def test_an_error_is_noted_in_every_stage_that_it_leaves(call: Any, innermost: str) -> None:
    raised = [event for event in traced(call) if event.get("raised")]
    assert raised[0]["stage"] == "call"
    assert raised[-1]["stage"] == innermost
    assert not any(event.get("raised") for event in traced(lambda: tt.add(tt.ones(2), tt.ones(2))))


@pytest.mark.parametrize(
    ("call", "size"),
    [
        (lambda: tt.matmul(tt.ones(4, 8), tt.ones(8, 2)), 4 * (32 + 16 + 8)),
        (lambda: tt.softmax(tt.ones(4, 8), 1), 4 * 64),
        (lambda: tt.argmax(tt.ones(4, 8)), 4 * 32),
        (lambda: tt.rand(5), 20),
        (lambda: tt.arange(5), 40),
    ],
)
def test_loops_without_an_iterator_say_what_they_move(call: Any, size: int) -> None:
    loops = [
        event["detail"] for event in traced(call) if event["stage"] == "loop" and "bytes" in event["detail"]
    ]
    assert loops[0]["bytes"] == size


def test_stages_begin_in_order_and_lie_in_their_parents() -> None:
    events = traced(lambda: tt.add(tt.ones(3, requires_grad=True), tt.ones(3)))
    assert [event["start_ns"] for event in events] == sorted(event["start_ns"] for event in events)
    for event in events:
        if event["parent"] >= 0:
            outer = events[event["parent"]]
            assert event["start_ns"] + event["ns"] <= outer["start_ns"] + outer["ns"]
