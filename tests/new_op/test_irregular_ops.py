"""Irregular ops: a kernel in all of its steps, which compiles as it stands and when its blank is filled in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tt_devtools.failure import Failure
from tt_devtools.new_op import check
from tt_devtools.new_op.asked.request import Asked, Request
from tt_devtools.new_op.kinds.irregular.cpp_texts import type_set
from tt_devtools.new_op.language.vocabulary import Vocabulary
from tt_devtools.new_op.plan import changes
from tt_devtools.new_op.read_request import make_request
from tt_devtools.new_op.tree.formatter import Plain
from tt_devtools.new_op.tree.workspace import Disk, Memory
from tt_opspec.dtypes import ALL, FLOATING, INTEGRAL, NUMBERS

ONE = "rank_of(Tensor self, Tensor? weight=None) -> Tensor"
EVERYTHING = (
    "rank_of(Tensor self, Tensor? weight, Tensor[] others, int dim, int[2] dims=1, *, int[]? more=None, "
    "float eps=1e-5, float? cut=None, bool? flag=None, Scalar by=1, str mode='x', ScalarType? dtype=None) "
    "-> (Tensor values, Tensor)"
)
GOLDEN: dict[str, tuple[str, dict[str, Any]]] = {
    "irregular": (ONE, {"grads": ("weight=grad * exp(self)",)}),
    "irregular_everything": (EVERYTHING, {"dtypes": "all"}),
    "irregular_cpu": (ONE, {"devices": "cpu"}),
}


@pytest.mark.parametrize("case", GOLDEN)
def test_texts(own_files_golden: Callable[..., None], case: str) -> None:
    own_files_golden(case, *GOLDEN[case])


@pytest.mark.parametrize("blank", ["as it is", "filled in"])
def test_compiles(checkout: Path, blank: str) -> None:
    workspace = Disk(checkout)
    request = make_request(
        Asked(EVERYTHING.replace("rank_of", "zz_rank_of"), dtypes="all"), Vocabulary(workspace)
    )
    made = changes(request, workspace, Plain())
    mark = "  static constexpr bool kUnwritten = true;\n"
    assert sum(mark in each.after for each in made) == 1
    if blank == "filled in":
        made = tuple(replace(each, after=each.after.replace(mark, "")) for each in made)
    assert check.units(checkout, request, made, workspace)


def test_a_list_may_have_a_formula(request_for: Callable[..., Request], tree: Memory) -> None:
    schema = "rank_of(Tensor self, Tensor[] others) -> Tensor"
    request = request_for(schema, grads=("others=[grad * exp(each) for each in others]",))
    (formulas,) = (each.after for each in changes(request, tree, Plain()) if "/formulas/" in each.file)
    assert "others=lambda grad, others: [grad * ops.exp(each) for each in others]" in formulas
    assert 'self=lambda grad: unwritten("rank_of", "self")' in formulas


def test_type_sets() -> None:
    assert type_set(ALL) == "kEveryType"
    assert type_set(NUMBERS) == "kNumberTypes"
    assert type_set(FLOATING) == "kFloatingTypes"
    assert type_set(INTEGRAL | {"bool", "float32"}) == "kIntegralTypes | kBoolType | bit(DType::Float32)"
    assert type_set({"uint16", "bfloat16"}) == "bit(DType::UInt16) | bit(DType::BFloat16)"


REFUSED: dict[str, tuple[str, dict[str, Any], str, str]] = {
    "expression": (ONE, {"expr": "self", "kind": "irregular"}, "written by hand", "--kind composite"),
    "no tensor": ("rank_of(float x) -> Tensor", {}, "one argument must be a Tensor", ""),
    "optional tensor alone": ("rank_of(Tensor? x) -> Tensor", {}, "one argument must be a Tensor", ""),
    "shares memory": ("rank_of(Tensor(a) self) -> Tensor(a)", {"kind": "irregular"}, "is a view's", "--kind view"),
    "device": ("rank_of(Tensor self, Device at) -> Tensor", {}, "'at' is a Device, which no kernel takes", "int[]"),
    "bools": ("rank_of(Tensor self, bool[] at) -> Tensor", {}, "'at' is a bool[], which no kernel takes", "int[]"),
    "floats": ("rank_of(Tensor self, float[] at) -> Tensor", {}, "'at' is a float[], which the binder has no", ""),
    "list": ("rank_of(Tensor self) -> Tensor[]", {}, "one Tensor or several, got Tensor[]", ""),
    "keyword": ("rank_of(Tensor self) -> (Tensor default, Tensor)", {}, "'default' is a C++ keyword", ""),
    "too much": (
        "rank_of(Tensor self, Tensor[] a, Tensor[] b, Tensor[] c, Tensor[] d) -> Tensor", {}, "of 4096 that", "fewer"
    ),
    "five results": ("rank_of(Tensor self) -> (Tensor, Tensor, Tensor, Tensor, Tensor)", {}, "4 results", ""),
    "formula": (ONE, {"grads": ("weight=grad * exq(self)",)}, "unknown function 'exq'", "'exp'"),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_refused(request_for: Callable[..., Request], case: str) -> None:
    schema, asked, message, hint = REFUSED[case]
    with pytest.raises(Failure) as caught:
        request_for(schema, **asked)
    assert message in caught.value.message
    assert hint in caught.value.hint
    assert caught.value.code == 2


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("ranks", r"register_ranks\(\), .*registration\.h"),
        ("ranges", r"the kernel of arange, .*factory\.py:\d+"),
    ],
)
def test_a_function_that_is_taken_is_told(checkout: Path, name: str, place: str) -> None:
    workspace = Memory({"packages/kernels/cpp/tt/kernels/registration.h": "void register_ranks();\n"})
    for folder in ("packages/opspec/src/tt_opspec/ops", "packages/autograd/src/tt_autograd/formulas"):
        for file in (checkout / folder).glob("*.py"):
            workspace.files[f"{folder}/{file.name}"] = file.read_text(encoding="utf-8")
    with pytest.raises(Failure, match=f"'{name}' is taken: {place}"):
        make_request(Asked(f"{name}(Tensor self) -> Tensor", kind="irregular"), Vocabulary(workspace))


def test_a_stem_that_is_taken_is_told(request_for: Callable[..., Request], tree: Memory) -> None:
    tree.files["packages/kernels/cpp/tt/kernels/plan/rank_of.cpp"] = "// another's\n"
    with pytest.raises(Failure, match=r"'rank_of' is taken: .*plan/rank_of\.cpp is there"):
        changes(request_for(ONE), tree, Plain())
