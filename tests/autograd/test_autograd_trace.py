"""A trace shows the recording of a call, and each node of a backward with the calls of its formula."""

import tt
from tt_core import _C


def traced(call: object) -> list[dict]:
    _C.trace_start()
    try:
        call()  # type: ignore[operator]
    finally:
        events = _C.trace_stop()
    return events


def test_recorded_call() -> None:
    x = tt.ones(2, requires_grad=True)
    (event,) = [e for e in traced(lambda: x * x) if e["stage"] == "autograd"]
    assert event["op"] == "mul.Tensor"
    assert event["name"] == "MulBackward0"
    assert event["file"] == "packages/autograd/cpp/tt/autograd/record.cpp"
    detail = event["detail"]
    assert detail["node"] == "MulBackward0"
    assert detail["saved"] == ["other", "self"]
    assert detail["formula_file"] == "packages/autograd/src/tt_autograd/formulas/binary.py"
    assert detail["formula_line"] > 1


def test_call_that_needs_no_recording() -> None:
    x = tt.ones(2)
    assert not [e for e in traced(lambda: x * x) if e["stage"] == "autograd"]


def test_backward() -> None:
    x = tt.ones(2, requires_grad=True)
    y = (x * x).sum()
    events = traced(y.backward)
    nodes = [e for e in events if e["stage"] == "autograd"]
    assert [e["name"] for e in nodes] == ["SumBackward0", "MulBackward0", "AccumulateGrad"]
    inside = {
        events[e["parent"]]["name"] for e in events if e["stage"] == "call" and e["op"].startswith("mul")
    }
    assert inside == {"MulBackward0"}
    assert nodes[1]["file"] == "packages/autograd/src/tt_autograd/formulas/binary.py"
