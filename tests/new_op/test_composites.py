"""Composites: expressions that are Python over ops, their bodies, their references, and what is refused."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tt_devtools.failure import Failure
from tt_devtools.new_op.asked.request import Asked, Request
from tt_devtools.new_op.kinds import named
from tt_devtools.new_op.kinds.any_schema.python_expression import read
from tt_devtools.new_op.kinds.any_schema.python_reference import reference_text
from tt_devtools.new_op.language.resolve import Scope
from tt_devtools.new_op.language.vocabulary import Vocabulary
from tt_devtools.new_op.plan import changes
from tt_devtools.new_op.read_request import make_request
from tt_devtools.new_op.tree.formatter import Plain
from tt_devtools.new_op.tree.workspace import Disk, Memory
from tt_opspec.dtypes import FLOATING, INTEGRAL

TABLE = Vocabulary(Disk(Path(__file__).parents[2]))
OPTIONAL = "scaled(Tensor self, Tensor? weight=None) -> Tensor"
SEVERAL = (
    "both(Tensor self, Tensor[] others, int[] dims=[], *, str mode='x', bool deep=False) -> (Tensor, Tensor)"
)
GOLDEN: dict[str, tuple[str, dict[str, Any]]] = {
    "composite": (OPTIONAL, {"expr": "self if weight is None else exp(self) * weight"}),
    "composite_stub": (SEVERAL, {"kind": "composite"}),
}


@pytest.mark.parametrize("case", GOLDEN)
def test_texts(own_files_golden: Callable[..., None], case: str) -> None:
    own_files_golden(case, *GOLDEN[case])


@pytest.mark.parametrize(
    ("expr", "reference"),
    [
        ("self + 2 * weight", "self + 2 * weight"),
        ("exp(self) + weight.exp()", "np.exp(self) + np.exp(weight)"),
        ("weight.sqrt() + sum(each for each in [self])", "np.sqrt(weight) + sum(each for each in [self])"),
        ("self[0] if self.numel() > 1 else self", "self[0] if self.size > 1 else self"),
        ("self if weight.is_complex() else weight", ""),
    ],
)
def test_reference_takes_the_same_steps(vocabulary: Vocabulary, expr: str, reference: str) -> None:
    scope = Scope(vocabulary, expr, {"self": True, "weight": True})
    text = reference_text(read(scope, "a composite"), vocabulary)
    assert text == reference
    ast.parse(text)


@pytest.mark.parametrize(
    ("expr", "reference"),
    [
        ("self.view(-1, 3)", "reference_of('view')(self, (-1, 3))"),
        ("self.expand(2)", "reference_of('expand')(self, (2,))"),
        ("self.permute([1, 0])", "reference_of('permute')(self, [1, 0])"),
        ("self.view(self.shape)", "reference_of('view')(self, self.shape)"),
    ],
)
def test_sizes_are_one_argument_of_a_reference(expr: str, reference: str) -> None:
    assert reference_text(read(Scope(TABLE, expr, {"self": True}), "a composite"), TABLE) == reference


REFUSED: dict[str, tuple[str, str, str]] = {
    "unknown name": (
        OPTIONAL,
        "slef if weight is None else self",
        "unknown name 'slef'\nslef if weight is None",
    ),
    "unknown function": (OPTIONAL, "self if weight is None else exq(self)", "unknown function 'exq'"),
    "unknown method": (OPTIONAL, "self if weight is None else self.exq()", "a Tensor has no 'exq'"),
    "arguments": (OPTIONAL, "self if weight is None else exp(self, 2)", "exp takes no such arguments"),
    "keyword": (OPTIONAL, "self if weight is None else exp(self, by=2)", "exp takes no such arguments"),
    "no expression": (OPTIONAL, "self if weight is None else (lambda: self)", "'lambda: self' is no part of"),
    "private": (OPTIONAL, "self if weight is None else self.__class__", "a Tensor has no '__class__'"),
    "syntax": (OPTIONAL, "self if weight is None", "does not parse"),
    "huge": (OPTIONAL, "self * 99999999999999999999 if weight is None else self", "does not fit 64 bits"),
    "power of numbers": (OPTIONAL, "self * 9**9**9 if weight is None else self", "'9 ** 9' is a number"),
    "too long": (
        OPTIONAL,
        "self if weight is None else " + "+".join(["self"] * 500),
        "nested more than 100 deep",
    ),
    "a list": (OPTIONAL, "self if weight is None else [exp(self)]", "'[exp(self)]' is no tensor\n"),
    "a method of Tensor": (
        OPTIONAL,
        "self if weight is None else self.numpy()",
        "'self.numpy()' is no tensor",
    ),
    "a condition": (OPTIONAL, "self if self > 0 else weight", "the condition 'self > 0' is a Tensor"),
    "a tensor as a condition": (
        OPTIONAL,
        "weight if not self and weight else self",
        "condition 'not self and weight' is",
    ),
    "a module": (OPTIONAL, "self if weight is None else torch.exp(self)", "unknown name 'torch'\n"),
    "a shape": (OPTIONAL, "self if weight is None else self.shape", "'self.shape' is no tensor\n"),
    "a size": (
        OPTIONAL,
        "self if weight is None else -self.shape[0] * 2",
        "'-self.shape[0] * 2' is no tensor\n",
    ),
    "a truth": (OPTIONAL, "self if weight is None else self is weight", "'self is weight' is no tensor\n"),
    "a quotient by 0": (OPTIONAL, "self if weight is None else 1 // 0 + self", "the division is by zero\n"),
    "a tensor by 0": (OPTIONAL, "self if weight is None else self % (1 - 1)", "the division is by zero\n"),
    "a number": (
        "both(Tensor self, int n) -> (Tensor, Tensor)",
        "self, n",
        "'n' is no tensor\nself, n\n      ^",
    ),
    "unused": (OPTIONAL, "self if True else exp(self)", "'weight' is not used"),
    "results": (
        SEVERAL,
        "self if deep and mode and dims else others[0]",
        "2 result(s), the expression gives 1",
    ),
    "written": ("both(Tensor(a!) self) -> (Tensor, Tensor)", "self, self", "'self' is written to"),
    "no tensor": (
        "both(Tensor[] all) -> (Tensor, Tensor)",
        "all[0], all[1]",
        "one argument must be a Tensor",
    ),
    "reserved": (
        "both(Tensor self, int ops) -> (Tensor, Tensor)",
        "self, self",
        "'ops' has a meaning of its own",
    ),
    "no result": ("both(Tensor self) -> int", "self.dim()", "it must return one Tensor or several, got int"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused(request_for: Callable[..., Request], case: str) -> None:
    schema, expr, message = REFUSED[case]
    with pytest.raises(Failure) as caught:
        request_for(schema, expr=expr, kind="composite")
    assert message in caught.value.message
    assert caught.value.code == 2


def test_what_works_for_no_call_is_told() -> None:
    says = "the value: none of 6 calls that were tried works, IndexError: "
    for row, doubts in ((20, [says]), (16, [])):
        request = make_request(Asked("zz_row(Tensor self) -> Tensor", expr=f"self[{row}]"), TABLE)
        named("composite").samples(request)
        assert [doubt.what[: len(says)] for doubt in request.doubts] == doubts


@pytest.mark.parametrize(
    ("expr", "has", "has_not"),
    [
        ("exp(2 * self) / exp(self)", "domain=(-1.0, 1.0)", ""),  # a half ends at 65504
        ("exp(self)", "t(2, 0, 3)", "domain"),
        ("sum(self * self) ** 0.5", "t(3, 5)", "t(2, 0, 3)"),  # no elements: the root has no slope at 0
        ("self - self.mean(-1, True)", "t(2, 3, 4)", "t()"),
    ],
)
def test_samples_are_calls_that_mean_something(
    recwarn: pytest.WarningsRecorder, expr: str, has: str, has_not: str
) -> None:
    request = make_request(Asked("zz_made(Tensor self) -> Tensor", kind="composite", expr=expr), TABLE)
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        text = named("composite").samples(request)
    assert has in text
    assert not has_not or has_not not in text
    assert not request.doubts
    assert not recwarn.list


@pytest.mark.parametrize(
    ("expr", "integers"),
    [
        ("log(sigmoid(self)) @ self.T", False),  # matmul takes one dtype, and log makes floats of integers
        ("log(sigmoid(self)) * self", True),
        ("self @ self.T", True),
    ],
)
def test_dtypes_are_those_in_which_the_steps_meet(expr: str, integers: bool) -> None:
    request = make_request(Asked("zz_made(Tensor self) -> Tensor", kind="composite", expr=expr), TABLE)
    assert bool(request.dtypes.accepts & INTEGRAL) is integers
    assert request.dtypes.accepts >= FLOATING


@pytest.mark.parametrize(
    ("arguments", "expr", "calls"),
    [
        ("int[] dims", "self.permute(dims)", ["t(2, 3, 4), (2, 1, 0)", "t(3, 5), (1, 0)", "t(17), (0,)"]),
        ("int dim0, int dim1", "self.transpose(dim0, dim1)", ["t(3, 5), 0, -1", "t(2, 3, 4), -1, 0"]),
        ("int dim", "self.unsqueeze(dim)", ["t(), 0", "t(3, 5), -1"]),
        ("int dim=1", "self.unsqueeze(dim)", ["t(3, 5)", "t(17)"]),
    ],
)
def test_samples_name_dims_in_more_than_one_way(arguments: str, expr: str, calls: list[str]) -> None:
    asked = Asked(f"zz_turned(Tensor(a) self, {arguments}) -> Tensor(a)", expr=expr)
    text = named("view").samples(make_request(asked, TABLE))
    assert all(f"    call({each}),\n" in text for each in calls)


@pytest.mark.parametrize(
    "expr", ["others[0] if others else self", "others[0] * others[1] + self", "self.T[0]", "-self"]
)
def test_what_may_be_a_tensor_is_a_result(request_for: Callable[..., Request], expr: str) -> None:
    schema = (
        "picked(Tensor self, Tensor[] others) -> Tensor"
        if "others" in expr
        else "picked(Tensor self) -> Tensor"
    )
    assert request_for(schema, expr=expr, kind="composite").value is not None


def test_defaults_that_python_has_no_word_for(request_for: Callable[..., Request], tree: Memory) -> None:
    request = request_for("scaled(Tensor self, float by=-inf) -> Tensor", kind="composite", expr="self * by")
    texts = [each.after for each in changes(request, tree, Plain()) if each.kind == "new"]
    assert sum('by: float = float("-inf")' in text for text in texts) == 2, "the body and the reference"


def test_a_file_that_is_there_is_not_overwritten(request_for: Callable[..., Request], tree: Memory) -> None:
    tree.files["packages/kernels/src/tt_kernels/composite/scaled.py"] = "mine\n"
    with pytest.raises(Failure, match=r"'scaled' is taken: .*composite/scaled\.py is there"):
        changes(request_for(OPTIONAL, expr="self if weight is None else weight"), tree, Plain())
