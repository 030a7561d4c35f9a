"""Trace events to a tree: grouping, times of each stage alone, the drawn text. Recorded events stand in."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from tt_devtools.duration import duration
from tt_devtools.trace.details import detail_lines
from tt_devtools.trace.events import as_json, calls_of, self_times
from tt_devtools.trace.render import show, wrapped
from tt_devtools.trace.script_report import table_lines

EVENTS = json.loads((Path(__file__).parent / "recorded" / "events.json").read_text())


def drawn(title: str, events: list[dict[str, Any]]) -> str:
    file = io.StringIO()
    show(Console(file=file, width=120, color_system=None), title, events)
    return file.getvalue()


def test_add_with_gradients(golden: Callable[[str, str], None]) -> None:
    golden("trace_add.txt", drawn("tt.add(self: float32[64, 64], other: float32[64, 64])", EVENTS["add"]))


def test_backward_with_nested_calls(golden: Callable[[str, str], None]) -> None:
    golden("trace_backward.txt", drawn("backward", EVENTS["backward"]))


@pytest.mark.parametrize("name", ["add", "backward"])
def test_no_line_ends_in_spaces(name: str) -> None:
    lines = drawn("tt.f()", EVENTS[name]).splitlines()
    assert [line for line in lines if line != line.rstrip()] == []


def test_nothing_recorded() -> None:
    assert "the library recorded no stage" in drawn("tt.f()", [])


def test_brackets_are_text_and_not_markup() -> None:
    assert "f(x: float32[red])" in drawn("f(x: float32[red])", EVENTS["add"])


def test_each_stage_is_a_row_of_its_call_however_deep_it_lies() -> None:
    (call,) = calls_of(EVENTS["add"])
    assert [stage.number for stage in call.stages] == [1, 2, 3, 4, 3, 5, 6, 7]
    assert call.ns == 1520


def test_calls_inside_a_stage_hang_below_it() -> None:
    node, leaf = calls_of(EVENTS["backward"])
    assert [call.name for call in node.stages[0].calls] == ["mul.Tensor", "sum_to_size"]
    composite = node.stages[0].calls[1]
    assert [call.name for call in composite.stages[1].calls] == ["sum.dim_IntList"]
    assert leaf.stages[0].event["name"] == "accumulate"


def test_self_times_leave_out_what_is_inside() -> None:
    assert self_times(EVENTS["add"]) == [130, 90, 100, 200, 100, 100, 200, 600]
    assert sum(self_times(EVENTS["add"])) == EVENTS["add"][0]["ns"]


def test_json_keeps_the_event_and_adds_its_own_time() -> None:
    first = as_json(EVENTS["add"])[0]
    assert first == {**EVENTS["add"][0], "self_ns": 130}


def test_details() -> None:
    detail = {
        "plan": "pointwise_plan",
        "plan_file": "a.cpp",
        "plan_line": 3,
        "registered_file": "b.cpp",
        "registered_line": 4,
        "include": "",
        "cast": 1,
        "bytes": 3 << 20,
        "saved": ["self", "other"],
        "passed_over": ["X: one", "Y: two"],
        "nothing": [],
    }
    assert detail_lines(detail) == [
        "plan pointwise_plan (a.cpp:3)   cast yes   bytes 3.0 MiB   registered at b.cpp:4",
        "saved: self; other",
        "passed over X: one",
        "passed over Y: two",
    ]
    assert detail_lines({}) == []


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (68e-9, "68 ns"),
        (6.82e-8, "68.2 ns"),
        (1.732e-6, "1.73 us"),
        (0.0104, "10.4 ms"),
        (361.0, "361 s"),
        (0, "0 ns"),
    ],
)
def test_durations(seconds: float, text: str) -> None:
    assert duration(seconds) == text


@pytest.mark.parametrize("width", range(12, 80))
def test_lines_break_between_words_and_paths_behind_a_slash(width: int) -> None:
    text = "plan plain_plan (packages/kernels/cpp/tt/kernels/plan.cpp:107)   run a_run"
    lines = wrapped(text, width)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(len(line) <= max(width, len("plan.cpp:107)")) for line in lines)
    for word in text.split():
        assert len(word) > width or any(word in line.split() for line in lines)


@pytest.mark.parametrize("width", range(40, 140, 7))
def test_words_of_a_table_stay_whole_at_any_width(width: int) -> None:
    rows = [
        ("mul.Tensor", ("1,501", 1501), "Autograd, CPU (+1); Mul, contiguous with a broadcast operand"),
        ("add", ("2", 2), ""),
    ]
    lines = list(table_lines(("op", "calls", "route"), rows, width))
    assert lines[0].startswith("op          calls")
    assert any(line.startswith("mul.Tensor  1,501") for line in lines)
    assert "add             2" in lines
    assert [word for line in lines for word in line.split()] == [
        "op", "calls", "route", "mul.Tensor", "1,501", *rows[0][2].split(), "add", "2"
    ]  # fmt: skip
    assert all(len(line) <= width for line in lines)
