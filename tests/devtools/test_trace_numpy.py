"""Golden routes through the installed NumPy: types, copies of the loop to choose from, stems of the loop that ran."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ran import Tt


@pytest.fixture
def routes(tt: Tt) -> Any:
    def run(*arguments: str) -> dict[str, Any]:
        whole: dict[str, Any] = tt("trace", *arguments, "--json").json
        return dict(whole["routes"])

    return run


GOLDEN = [
    (("add",), "float32, float32 -> float32", ["ufunc_generic_fastcall", "FLOAT_add"]),
    (("exp",), "float32 -> float32", ["ufunc_generic_fastcall", "exp"]),
    (("sum", "--arg", "dim=1"), "float32, float32 -> float32", ["PyUFunc_Reduce", "FLOAT_add"]),
    (("matmul",), "float32, float32 -> float32", ["FLOAT_matmul", "gemm"]),
    (("multiply", "--dtype", "float64"), "float64, float64 -> float64", ["DOUBLE_multiply"]),
    (("sqrt",), "float32 -> float32", ["FLOAT_sqrt"]),
    (("arctan2", "--shape", "64,64"), "float32, float32 -> float32", ["FLOAT_arctan2"]),
]


@pytest.mark.parametrize(("arguments", "types", "stems"), GOLDEN, ids=[each[0][0] for each in GOLDEN])
def test_golden_routes(routes: Any, arguments: tuple[str, ...], types: str, stems: list[str]) -> None:
    route = routes(f"numpy.{arguments[0]}", *arguments[1:])["numpy"]
    assert "unavailable" not in route, route
    bind = next(each for each in route["stages"] if each["stage"] == "bind")
    assert bind["detail"]["types"] == types
    frames = "\n".join(route["facts"]["frames"])
    assert [stem for stem in stems if stem not in frames] == []
    loop = next(each for each in route["stages"] if each["stage"] == "loop")
    assert loop["detail"]["leaf"] in route["facts"]["leaf"]


def test_names_of_numpy_find_the_op_of_tt(routes: Any) -> None:
    both = routes("numpy.multiply")
    assert both["tt"]["call"].startswith("tt.mul(")
    assert routes("numpy.arctan2", "--shape", "3,3")["tt"] == {"unavailable": "tt has no op 'arctan2'"}


def test_the_copy_that_numpy_says_it_takes(routes: Any) -> None:
    route = routes("numpy.add")["numpy"]
    choice = next(each for each in route["stages"] if each["stage"] == "dispatch")["detail"]
    assert choice["chosen"] in choice["available"]


def test_a_cast_and_strides_are_seen(routes: Any) -> None:
    route = routes("numpy.add", "--dtype", "int64,float32", "--layout", "transposed,contiguous")["numpy"]
    detail = next(each for each in route["stages"] if each["stage"] == "bind")["detail"]
    assert detail["types"] == "float64, float64 -> float64"
    assert (detail["cast"], detail["contiguous"]) == (1, "no")


def test_out_goes_by_its_name(routes: Any) -> None:
    route = routes("numpy.sum", "--arg", "dim=1", "--arg", "out=64")["numpy"]
    assert route["result"]["shape"] == [64]
    touches = next(each for each in route["stages"] if each["stage"] == "loop")["detail"]["touches"]
    assert [text.partition(" first ")[0] for text in touches] == ["self: read", "out: written"]


def test_an_empty_array_takes_no_place_among_the_watched_ones(routes: Any) -> None:
    route = routes("numpy.logaddexp", "--shape", "0x3,3", "--layout", "expanded,contiguous")["numpy"]
    assert route["result"]["shape"] == [0, 3]
    assert [each["stage"] for each in route["stages"]] == ["call", "bind"]


def test_frames_that_cannot_be_followed_are_not_taken_for_none(
    routes: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("CC", "false")
    about = routes("numpy.add")["numpy"]["about"]
    assert any(
        line.startswith("native frames: not followed: the page trap does not compile") for line in about
    )
    assert not any("no data was touched" in line for line in about)


def test_a_view_touches_nothing(routes: Any) -> None:
    route = routes("numpy.transpose")["numpy"]
    assert [each["stage"] for each in route["stages"]] == ["call"]
    assert any("no data was touched" in line for line in route["about"])


def test_what_numpy_does_not_have_is_said(routes: Any) -> None:
    assert "no dtype bfloat16" in routes("numpy.add", "--dtype", "bfloat16")["numpy"]["unavailable"]
    assert "no device meta" in routes("numpy.add", "--device", "meta")["numpy"]["unavailable"]


def test_what_neither_library_has_is_no_route(tt: Tt) -> None:
    ran = tt("trace", "numpy.nope")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("tt trace: tt has no op 'nope', and numpy 2.")
    assert ran.err.endswith(" has no numpy.nope\n")


def test_an_error_of_numpy_is_shown(tt: Tt) -> None:
    ran = tt("trace", "numpy.add", "--shape", "2,3", "--json")
    assert ran.code == 1
    assert ran.json["routes"]["numpy"]["error"]["type"] == "ValueError"


def test_both_routes_in_text(tt: Tt) -> None:
    out = tt("trace", "numpy.add").out
    assert out.index("== tt ==") < out.index("== numpy ==") < out.index("FLOAT_add")
