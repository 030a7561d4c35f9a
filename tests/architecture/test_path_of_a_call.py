"""The table that opens ARCHITECTURE.md and the trace of a real `add` with gradients say the same."""

import re
from pathlib import Path

import pytest

import tt
from tt_core import _C

STAGES = ["call", "bind", "dispatch", "autograd", "kernel", "iterate", "loop"]


@pytest.fixture(scope="module")
def events() -> list[dict]:
    a = tt.ones(2, 3, requires_grad=True)
    b = tt.ones(3)
    tt.add(a, b)
    _C.trace_start()
    try:
        tt.add(a, b)
    finally:
        recorded = _C.trace_stop()
    return recorded


def documented_stages(checkout: Path) -> list[tuple[str, list[str]]]:
    """Stage names and the paths that a row names, from the first table of ARCHITECTURE.md."""
    rows = re.findall(r"^\| \d \| (\w+) \|[^|]*\|([^|]*)\|", (checkout / "ARCHITECTURE.md").read_text(), re.M)
    return [(stage, re.findall(r"`(packages/[^`]+)`", places)) for stage, places in rows]


def test_every_stage_is_passed_in_order(events: list[dict]) -> None:
    first = {event["stage"]: index for index, event in reversed(list(enumerate(events)))}
    assert sorted(first, key=first.__getitem__) == STAGES


def test_dispatch_happens_above_and_below_autograd(events: list[dict]) -> None:
    chosen = [event["detail"]["chosen"] for event in events if event["stage"] == "dispatch"]
    assert chosen == ["Autograd", "CPU"]


def test_architecture_lists_the_stages(checkout: Path) -> None:
    assert [stage for stage, _ in documented_stages(checkout)] == STAGES


def test_readme_shows_the_path(events: list[dict], checkout: Path) -> None:
    """The stages of a call without gradients and their files; line numbers may lag behind."""
    shown = re.findall(
        r"^[├└]── \d (\w+).*(?:\n│ +)?(packages/[^:]+):\d+$", (checkout / "README.md").read_text(), re.M
    )
    by_stage = {event["stage"]: event["file"] for event in events if event["stage"] != "autograd"}
    assert dict(shown) == by_stage


@pytest.mark.parametrize("stage", STAGES)
def test_stage_is_where_architecture_says(stage: str, events: list[dict], checkout: Path) -> None:
    places = dict(documented_stages(checkout))[stage]
    for event in events:
        if event["stage"] == stage:
            assert any(event["file"].startswith(place) for place in places), (event["file"], places)


def test_every_file_and_line_exists(events: list[dict], checkout: Path) -> None:
    for event in events:
        lines = (checkout / event["file"]).read_text().splitlines()
        assert 1 <= event["line"] <= len(lines), event


def test_named_lines_hold_what_they_are_named_for(events: list[dict], checkout: Path) -> None:
    """The entry of the op, its functor and its formula, each on the line that the trace gives."""
    by_stage = {event["stage"]: event for event in events}
    detail = by_stage["autograd"]["detail"]

    def line(file: str, number: int) -> str:
        return (checkout / file).read_text().splitlines()[number - 1]

    assert "add = binary(" in line(by_stage["call"]["file"], by_stage["call"]["line"])
    assert "TT_FUNCTOR" in line(by_stage["loop"]["file"], by_stage["loop"]["line"])
    assert by_stage["loop"]["name"] == "Add"
    # A formula may start on the line of its derivative(...) or below it.
    start = detail["formula_line"]
    text = "\n".join((checkout / detail["formula_file"]).read_text().splitlines()[max(0, start - 3) : start])
    assert 'derivative("add.Tensor"' in text.replace("\n    ", "") or "def add" in text


def test_details_of_every_stage(events: list[dict]) -> None:
    by_stage = {event["stage"]: event["detail"] for event in events}
    assert by_stage["bind"]["overload"] == "add.Tensor"
    assert by_stage["autograd"]["node"] == "AddBackward0"
    assert by_stage["kernel"]["plan"]
    assert by_stage["iterate"]["dtype"] == "float32"
    assert by_stage["loop"]["elements"] == 6
    assert all(event["ns"] >= 0 for event in events)


def test_no_gradient_means_no_autograd_stage() -> None:
    a = tt.ones(2)
    _C.trace_start()
    try:
        tt.add(a, a)
    finally:
        events = _C.trace_stop()
    assert [event["stage"] for event in events] == ["call", "bind", "dispatch", "kernel", "iterate", "loop"]
    assert "Autograd: no argument requires grad" in events[2]["detail"]["passed_over"]
