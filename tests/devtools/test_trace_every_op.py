"""Every op of the table can be traced with nothing but its name, over the real library."""

from pathlib import Path

import pytest

from ran import Tt
from tt_devtools.trace.capture import callable_for, hook, trace_call
from tt_devtools.trace.events import STAGES
from tt_devtools.trace.inputs import Asked, plan_arguments
from tt_opspec.table import OpEntry, entries

OPS = pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry.qualified)


@OPS
def test_traces_with_arguments_from_its_schema(entry: OpEntry, checkout: Path) -> None:
    hook()
    function, _ = callable_for(entry.name)
    arguments = plan_arguments(entry.schema, Asked(), entry.accepts)
    captured = trace_call(function, arguments, backward=False).forward
    if "is not written yet" in str(captured.error):
        pytest.xfail(f"{entry.name} is a stub")
    assert captured.error is None
    stages = [event["stage"] for event in captured.events]
    assert stages[:3] == ["call", "bind", "dispatch"]
    assert set(stages) <= set(STAGES)
    # Glue is generated in the build folder and has no other place.
    files = {event["file"] for event in captured.events}
    assert [file for file in files if not (checkout / file).is_file()] == []


def test_add_with_gradients_passes_all_seven_stages_and_comes_back() -> None:
    hook()
    function, spelling = callable_for("add")
    schema = next(entry.schema for entry in entries() if entry.qualified == "add.Tensor")
    traced = trace_call(function, plan_arguments(schema, Asked(requires_grad=True)), backward=True)
    assert spelling == "tt.add"
    assert {event["stage"] for event in traced.forward.events} == set(STAGES)
    assert traced.backward is not None
    assert traced.backward.error is None
    assert any(event["stage"] == "autograd" for event in traced.backward.events)


def test_named_arguments_choose_the_overload(tt: Tt) -> None:
    assert tt("trace", "sum", "--json").json["schema"].startswith("sum(")
    chosen = tt("trace", "sum", "--arg", "dim=1", "--arg", "keepdim=True", "--json").json
    assert chosen["schema"].startswith("sum.dim_IntList(")
    assert chosen["routes"]["tt"]["result"]["shape"] == [64, 1]


def test_the_in_place_form(tt: Tt) -> None:
    route = tt("trace", "add_", "--requires-grad", "--json").json["routes"]["tt"]
    assert route["call"] == "tt.add_(self: float32[64, 64], other: float32[64, 64] requires_grad)"
    assert route["stages"][0]["form"] == "inplace"
    assert "error" not in route
    assert tt("trace", "add_.Tensor", "--json").code == 0
