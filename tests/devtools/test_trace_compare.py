"""`--vs`, `--assert` and `--why-not`: facts of a route, over recorded events and over the real library."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from ran import Tt
from tt_devtools.trace.assertion import judge, parse_terms
from tt_devtools.trace.differences import compare, explain
from tt_devtools.trace.events import as_json
from tt_devtools.trace.facts import facts_of
from tt_devtools.trace.why_not import why_not

EVENTS = json.loads((Path(__file__).parent / "recorded" / "events.json").read_text())
ALL = {"built": "baseline,avx2,avx512", "machine": "avx512", "allowed": "avx512"}


def route(name: str = "add") -> dict[str, Any]:
    return {"call": "tt.add()", "stages": as_json(EVENTS[name])}


def test_facts_of_a_route() -> None:
    facts = facts_of(route())
    assert facts["keys"] == ["Autograd", "CPU"]
    assert facts["isa"] == ["avx512"]
    assert facts["kernel"] == ["add.Tensor: pointwise"]
    assert facts["ns"] == ["1520"]


@pytest.mark.parametrize(
    ("expr", "holds"),
    [
        ("isa=avx512", True),
        ("isa==avx512", True),
        ("isa=avx2", False),
        ("isa!=avx2", True),
        ("kernel~add", True),
        ("kernel~^add$", False),
        ("kernel!~mul", True),
        ("keys=CPU", True),
        ("keys!=CPU", False),
        ("ns<2000", True),
        ("ns>=2000", False),
        ("ns<=1520", True),
        ("threads>0", True),
        ("error~.", False),  # there is none
        ("error!~.", True),
        ("tt.isa = avx512", True),
    ],
)
def test_assertions(expr: str, holds: bool) -> None:
    (verdict,) = judge(parse_terms((expr,)), {"tt": route()})
    assert verdict.holds is holds


def test_assertions_joined_by_commas() -> None:
    terms = parse_terms(("isa=avx512, threads=1", "kernel~a,b"))
    assert [term.value for term in terms] == ["avx512", "1", "a,b"]


def test_a_broken_assertion_is_the_exit_code(tt: Tt) -> None:
    held = tt("trace", "add", "--assert", "keys=CPU", "--assert", "loop=Add")
    assert (held.code, "holds: keys=CPU" in held.out) == (0, True)
    broken = tt("trace", "add", "--assert", "keys=CUDA", "--json")
    assert broken.code == 1
    assert broken.json["asserts"] == [{"expr": "keys=CUDA", "holds": False, "seen": ["CPU"]}]
    told = tt("trace", "add", "--assert", "keys=CUDA")
    assert told.err == "tt trace: --assert keys=CUDA does not hold: the route has CPU\n"


def test_a_fact_that_a_route_of_another_kind_has_is_absent_not_unknown(tt: Tt) -> None:
    assert tt("trace", "add", "--assert", "emulated!=yes", "--assert", "grid!~4").code == 0
    assert tt("trace", "add", "--assert", "emulated=yes").code == 1


def test_what_one_change_does_is_marked(tt: Tt) -> None:
    ran = tt("trace", "add", "--layout", "transposed,contiguous", "--vs", "layout=contiguous", "--json")
    assert ran.code == 0
    changed = {row["name"]: (row["before"], row["after"]) for row in ran.json["vs"]["differences"]["tt"]}
    assert changed["variant"] == ("strided", "contiguous")
    assert changed["coalesced"] == ("2 -> 2 dims", "2 -> 1 dims")
    assert "loop" not in changed
    text = tt("trace", "add", "--layout", "transposed,contiguous", "--vs", "layout=contiguous").out
    assert "* the loop is 'contiguous' instead of 'strided'" in text
    assert any(line.startswith("*  variant ") for line in text.splitlines())


def test_a_change_that_changes_nothing_says_so(tt: Tt) -> None:
    assert (
        "nothing differs but time: arg=alpha=1 takes the same route"
        in tt("trace", "add", "--vs", "arg=alpha=1").out
    )


@pytest.mark.parametrize(
    ("change", "name", "after"),
    [
        ("dtype=float16,float32", "cast", "yes"),
        ("requires_grad", "node", "AddBackward0"),
        ("--requires-grad", "node", "AddBackward0"),
        ("device=meta", "device", "meta"),
        ("target=mul", "loop", "Mul"),
        ("arg=other=2.0", "strides", "[4]; [4]; [0]"),
        ("shape=2x3", "iterated", "[6]"),
    ],
)
def test_changes(tt: Tt, change: str, name: str, after: str) -> None:
    rows = tt("trace", "add", "--vs", change, "--json").json["vs"]["differences"]["tt"]
    assert {row["name"]: row["after"] for row in rows}.get(name) == after


def test_what_one_of_two_routes_does_not_have_is_not_compared(tt: Tt) -> None:
    def explained(*arguments: str) -> list[str]:
        return [line for line in tt("trace", "add", *arguments).out.splitlines() if re.match(r"\* \S", line)]

    assert explained("--vs", "device=meta") == ["* no loop runs", "* dispatch took Meta where it took CPU"]
    assert "* a loop runs where none did" in explained("--device", "meta", "--vs", "device=cpu")
    assert explained("--dtype", "float16,float32", "--vs", "shape=3,4") == ["* no loop runs"]


def test_why_not_of_a_route_that_was_not_followed() -> None:
    taken, (reason,) = why_not("avx512", {"unavailable": "tt has no op 'gelu'"}, ALL)
    assert not taken
    assert reason.endswith("was not followed: tt has no op 'gelu'")


def test_routes_that_are_the_same_have_no_marks() -> None:
    rows = compare(route(), route())
    assert [row for row in rows if row.marked] == []
    assert explain(rows) == []


def test_why_not_an_isa() -> None:
    here = route()
    assert why_not("avx512", here, ALL)[0] is True
    below = route()
    below["stages"] = json.loads(json.dumps(below["stages"]).replace('"avx512"', '"baseline"'))
    reasons = {
        name: why_not("avx512", below, ALL | limit)[1][0]
        for name, limit in {
            "machine": {"machine": "avx2"},
            "allowed": {"allowed": "baseline"},
            "built": {"built": "baseline,avx2"},
        }.items()
    }
    assert "this machine runs no more than avx2" in reasons["machine"]
    assert "TT_ISA=baseline" in reasons["allowed"]
    assert "this build has loops for baseline, avx2" in reasons["built"]


@pytest.mark.parametrize(
    ("arguments", "thing", "taken", "reason"),
    [
        (["transpose"], "avx512", False, "a view moves no data"),
        (["add", "--device", "meta"], "avx512", False, "the meta device has shapes and no data"),
        (["matmul", "--shape", "256x256"], "avx512", False, "OpenBLAS is not compiled per ISA"),
        (["add"], "Autograd", False, "add.Tensor: Autograd: no argument requires grad"),
        (["add", "--requires-grad"], "Autograd", True, "took Autograd, brought by self"),
        (["add", "--requires-grad", "--mode", "no_grad"], "Autograd", False, "excluded in this thread"),
        (["add"], "CUDA", False, "no argument brings CUDA"),
        (["add"], "contiguous", True, "it did: contiguous"),
        (["add", "--strided"], "contiguous", False, "in float32 has strides [8] bytes"),
        (["add", "--dtype", "float16,float32"], "contiguous", False, "converted into buffers"),
        (["add"], "threads", False, "too few for a second thread"),
        (["zeros"], "threads", False, "no loop of tt was recorded"),
        (["add", "--shape", "2x3,4"], "avx512", False, "no loop ran: the call raised in stage iterate"),
    ],
)
def test_why_not_over_the_library(tt: Tt, arguments: list[str], thing: str, taken: bool, reason: str) -> None:
    answer = tt("trace", *arguments, "--why-not", thing, "--json").json["why_not"]
    assert answer["taken"] is taken
    assert any(reason in line for line in answer["reasons"]), answer["reasons"]


def test_why_not_is_an_answer_and_no_problem(tt: Tt) -> None:
    ran = tt("trace", "add", "--why-not", "CUDA")
    assert ran.code == 0
    assert "why not CUDA:" in ran.out
