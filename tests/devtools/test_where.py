"""`tt where` and `tt ops`: every place of an op exists and holds what is said of it."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ran import Tt
from tt_devtools.where import own
from tt_devtools.where.built import NotBuilt
from tt_devtools.where.cpp_places import registered_places
from tt_devtools.where.place import Place, ordered
from tt_devtools.where.python_places import python_places
from tt_opspec.entry import OpEntry
from tt_opspec.table import entries


def by_role(overload: Any) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for place in overload["places"]:
        found.setdefault(place["role"], []).append(place)
    return found


def line_at(root: Path, place: dict[str, Any]) -> str:
    return (root / place["file"]).read_text().splitlines()[place["line"] - 1]


def test_add_in_all_its_places(tt: Tt, checkout: Path) -> None:
    ran = tt("where", "add", "--json")
    assert ran.code == 0
    (overload,) = ran.json["overloads"]
    assert overload["missing"] == []
    roles = by_role(overload)
    holds = {
        "entry": "add = binary(",
        "schema": "add.Tensor(Tensor self, Tensor other",
        "functor": "struct Add",
        "run": "pointwise_run(",
        "derivative": "derivative(",
        "samples": "samples(",
        "docs": "| `add.Tensor` ",
        "stub": "def add(",
        "generated": '"add", "Tensor"',
    }
    for role, text in holds.items():
        assert text in line_at(checkout, roles[role][0]), role
    assert [place["text"] for place in roles["plan"]] == ["plain_plan"]
    assert {"plan/pointwise.cpp", "cpu/pointwise.cpp"} <= {
        "/".join(place["file"].split("/")[-2:]) for place in overload["places"]
    }
    assert any(place["text"] == "pointwise_run for CUDA, CPU" for place in roles["dispatch"])
    assert {place["file"] for place in roles["tests"]} >= {"tests/ops/test_forward.py"}


def test_the_functor_of_a_kernel_is_found(checkout: Path, tmp_path: Path) -> None:
    functor = tmp_path / "packages/kernels/cpp/tt/kernels/functors/fill_like.h"
    functor.parent.mkdir(parents=True)
    functor.write_text("// One element.\nstruct FillLike {\n};\n")
    entry = replace(next(each for each in entries() if each.kernel), kernel="fill_like")
    (place,) = own.functor_of(tmp_path, entry)
    assert (place.role, place.line, place.text) == ("functor", 2, "struct FillLike")
    assert own.functor_of(checkout, entry) == []


def test_text_is_openable_and_groups_by_role(tt: Tt) -> None:
    out = tt("where", "tt.add").out
    assert out.startswith("add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor\n")
    assert "  entry        packages/opspec/src/tt_opspec/ops/binary.py:6 " in out
    assert "test files that run over every op: tt test add.Tensor" in out


@pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry.qualified)
def test_every_op_is_found_in_the_sources_alone(
    entry: OpEntry, checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def not_built(qualified: str) -> list[Place]:
        raise NotBuilt("tt_core: libtt_core.so is not built")

    monkeypatch.setattr(own, "built_places", not_built)
    located = own.locate(checkout, entry)
    roles = {place.role for place in located.places}
    assert {"entry", "schema", "derivative", "tests", "docs"} <= roles or entry.composite
    assert roles & {"functor", "kernel", "run", "registration", "composite"}
    assert any("./tt build" in missing for missing in located.missing)
    for place in located.places:
        lines = (checkout / place.file).read_text().splitlines()
        assert 1 <= place.line <= len(lines), place


def test_an_irregular_op_names_its_kernel_file(tt: Tt) -> None:
    roles = by_role(tt("where", "matmul", "--json").json["overloads"][0])
    assert [place["text"] for place in roles["run"]] == ["matmul_run, cpu", "matmul_run, cuda"]
    assert {place["file"].split("/")[-2] for place in roles["registration"]} >= {"cpu", "cuda", "plan"}


def test_a_view_names_its_function_and_not_the_registering_one(tt: Tt) -> None:
    roles = by_role(tt("where", "select.int", "--json").json["overloads"][0])
    assert [place["text"] for place in roles["kernel"]] == ["select"]


def test_in_place_form_and_overload(tt: Tt) -> None:
    assert tt("where", "add_").code == 0
    assert tt("where", "sum.dim_IntList", "--json").json["overloads"][0]["op"] == "sum.dim_IntList"
    assert len(tt("where", "sum", "--json").json["overloads"]) == 2


def test_unknown_names(tt: Tt) -> None:
    ran = tt("where", "ad")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("tt where: unknown op 'ad'\nhint: did you mean 'add'")
    assert "did you mean 'add.Tensor'" in tt("where", "add.Tensr").err
    assert tt("where", "add.").code == 2


def test_a_checkout_without_built_units_says_so(tmp_path: Path) -> None:
    entry = next(each for each in entries() if each.qualified == "add.Tensor")
    located = own.locate(tmp_path, entry)
    assert any(missing.startswith("generated units: nothing is built") for missing in located.missing)


def test_without_a_checkout(tt: Tt, monkeypatch: pytest.MonkeyPatch) -> None:
    from tt_devtools import checkout
    from tt_devtools.failure import Failure

    def no_checkout() -> None:
        raise Failure("there is no checkout of tt here")

    monkeypatch.setattr(checkout, "find", no_checkout)
    ran = tt("where", "add", "--json")
    assert ran.code == 0
    assert ran.json["overloads"][0]["missing"][0].startswith("sources: ")


def test_uses_are_no_registrations(tmp_path: Path) -> None:
    folder = tmp_path / "packages/kernels/cpp/tt/kernels/plan"
    folder.mkdir(parents=True)
    (folder / "x.cpp").write_text(
        'void x_plan(const Op&) {\n  find_op<"x">();\n  fail("x");\n}\n'
        'void all() {\n  register_plan("x", x_plan, "x_plan");\n  register_plan("x.y", x_plan);\n}\n'
    )
    assert [(place.role, place.line) for place in registered_places(tmp_path, "x")] == [
        ("registration", 6),
        ("plan", 1),
    ]


def test_a_formula_file_under_edit_hides_only_itself(tmp_path: Path) -> None:
    folder = tmp_path / "packages/autograd/src/tt_autograd/formulas"
    folder.mkdir(parents=True)
    (folder / "broken.py").write_text('derivative("x", self=lambda grad:\n')
    (folder / "fine.py").write_text('\nderivative("x", self=lambda grad: grad)\n')
    assert [(place.file.rpartition("/")[2], place.line) for place in python_places(tmp_path, "x")] == [
        ("fine.py", 2)
    ]


def test_places_are_ordered_and_unique() -> None:
    one, two = Place("docs", "a", 1, ""), Place("entry", "b", 2, "")
    assert ordered([one, two, Place("docs", "a", 1, "again")]) == [two, one]


def test_ops_lists_the_table(tt: Tt) -> None:
    ran = tt("ops", "--json")
    assert [each["op"] for each in ran.json["ops"]] == [entry.qualified for entry in entries()]
    add = next(each for each in ran.json["ops"] if each["op"] == "add.Tensor")
    assert add["forms"] == ["tt.add", "Tensor.add", "Tensor.add_", "out="]
    assert "float32" in add["dtypes"]
    assert tt("ops", "--family", "view").out.count(" view ") == sum(
        entry.family == "view" for entry in entries()
    )


def test_ops_of_an_unknown_family(tt: Tt) -> None:
    ran = tt("ops", "--family", "reduce")
    assert ran.code == 2
    assert ran.err == "tt ops: unknown family 'reduce'\nhint: did you mean 'reduction'?\n"


def test_a_copied_tree_is_read_and_not_run(tt: Tt, checkout: Path, tmp_path: Path) -> None:
    shutil.copytree(checkout / "packages/autograd/src", tmp_path / "packages/autograd/src")
    (tmp_path / "packages/opspec").mkdir()
    formulas = tmp_path / "packages/autograd/src/tt_autograd/formulas/binary.py"
    formulas.write_text(f"raise SystemExit(3)\n{formulas.read_text()}")
    ran = tt("where", "add", "--json", root=tmp_path)
    assert ran.code == 0
    assert by_role(ran.json["overloads"][0])["derivative"][0]["line"] == 7
