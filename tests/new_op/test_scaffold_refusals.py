"""What `tt new-op` refuses: one line, the place or a caret where there is one, the right exit code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tt_devtools.failure import Failure
from tt_devtools.new_op.asked.request import Asked, Request
from tt_devtools.new_op.language.vocabulary import Vocabulary
from tt_devtools.new_op.plan import changes
from tt_devtools.new_op.read_request import make_request
from tt_devtools.new_op.tree.formatter import Plain
from tt_devtools.new_op.tree.places import DOCS, FUNCTORS, OPS, REDUCE_LOOPS, SAMPLES
from tt_devtools.new_op.tree.workspace import Memory

UNARY = "gain(Tensor self) -> Tensor"
BINARY = "blend(Tensor self, Tensor other) -> Tensor"
FOUND, MISUSED = 1, 2

REFUSED: dict[str, tuple[str, dict[str, Any], int, str, str]] = {
    "taken by the table": ("exp(Tensor self) -> Tensor", {}, FOUND, "'exp' is taken: the op table, packages/", ""),
    "taken by a functor": ("where(Tensor self) -> Tensor", {}, FOUND, "'where' is taken: the op table", ""),
    "taken by Tensor": ("shape(Tensor self) -> Tensor", {}, FOUND, "attribute of Tensor or tt, packages/core", ""),
    "taken by tt": ("numpy(Tensor self) -> Tensor", {}, FOUND, "attribute of Tensor or tt, packages/tt", ""),
    "python keyword": ("lambda(Tensor self) -> Tensor", {}, MISUSED, "'lambda' is a Python keyword", "lambda_op"),
    "c++ keyword": ("double(Tensor self) -> Tensor", {}, MISUSED, "'double' is a C++ keyword", ""),
    "argument is a keyword": ("gain(Tensor self, *, float new=1.0) -> Tensor", {}, MISUSED, "'new' is a C++", ""),
    "camel case": ("softPlus(Tensor self) -> Tensor", {}, MISUSED, "not snake_case", "'soft_plus'"),
    "in place": ("gain_(Tensor self) -> Tensor", {}, MISUSED, "ends with an underscore", "in-place forms"),
    "no identifier": ("2gain(Tensor self) -> Tensor", {}, MISUSED, "schema: ", ""),
    "not ascii": ("gäin(Tensor self) -> Tensor", {}, MISUSED, "gäin", ""),
    "name too long for files": (
        f"{'g' * 81}(Tensor self) -> Tensor", {}, MISUSED, "is longer than 80 characters", "files are named"
    ),
    "no character of a doc": (UNARY, {"doc": "A bell: \a."}, MISUSED, "--doc: '\\x07' is not a character", ""),
    "no text": (UNARY, {"doc": "Half of a pair: \udc80."}, MISUSED, "--doc: '\\udc80' is not a character", ""),
    "end of a text": (UNARY, {"expr": "self\0"}, MISUSED, "--expr: '\\x00' is not a character", ""),
    "no schema": ("gain", {}, MISUSED, "\ngain\n    ^", "gain(Tensor self) -> Tensor, say"),
    "unknown type": ("gain(Tesnor self) -> Tensor", {}, MISUSED, "\n     ^", ""),
    "overload": ("gain.out(Tensor self) -> Tensor", {}, MISUSED, "neither overload nor namespace", "write gain("),
    "namespace": ("my::gain(Tensor self) -> Tensor", {}, MISUSED, "neither overload nor namespace", "write gain"),
    "two results": ("gain(Tensor self) -> (Tensor, Tensor)", {"kind": "unary"}, MISUSED, "must return one Tensor", ""),
    "no tensor": ("gain(float x) -> Tensor", {}, MISUSED, "gain: one argument must be a Tensor", ""),
    "in-place form": (
        "gain_(Tensor(a!) self, float by=2.0) -> Tensor(a!)", {}, MISUSED, "gain_: an in-place form is made from",
        'tt new-op "gain(Tensor self, float by=2.0) -> Tensor" gives gain, gain_ and out=',
    ),
    "out form": (
        "gain.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)", {}, MISUSED, "gain.out: an out= form is made from",
        'tt new-op "gain(Tensor self) -> Tensor"',
    ),
    "out form without overload": (
        "gain(Tensor self, *, Tensor(a!) out) -> Tensor(a!)", {}, MISUSED, "gain: an out= form is made from", '"gain('
    ),
    "out= as an argument": (
        "gain(Tensor self, *, float out=2.0) -> Tensor", {}, MISUSED, "'out' follows from out=True", ""
    ),
    "self by two names": (
        "gain(Tensor self, *, float input=2.0) -> Tensor", {}, MISUSED, "nobody could give both", ""
    ),
    "doc without an end": (UNARY, {"doc": "a" * 5000}, MISUSED, "ends in a full stop, got 'aaaa", ""),
    "tensor after a number": (
        "mix(Tensor self, float by, Tensor a) -> Tensor", {}, MISUSED, "'a' comes after a number", ""
    ),
    "wrong kind": (BINARY, {"kind": "unary"}, MISUSED, "a unary op has 1 tensor(s), the schema has 2", ""),
    "no kind": (
        UNARY, {"kind": "unray"}, MISUSED, "got 'unray'", "'unary'?"
    ),
    "first argument": ("gain(Tensor x) -> Tensor", {}, MISUSED, "begins with Tensor self", ""),
    "optional tensor": (
        "gain(Tensor self, Tensor? other=None) -> Tensor", {"kind": "binary"}, MISUSED, "'other' is a Tensor?", "",
    ),
    "a string": ("gain(Tensor self, *, str mode='x') -> Tensor", {"kind": "unary"}, MISUSED, "'mode' is a str", ""),
    "plan's name": ("gain(Tensor self, float exponent) -> Tensor", {}, MISUSED, "a meaning of its own in the plan", ""),
    "formula's name": ("gain(Tensor self, Tensor grad) -> Tensor", {}, MISUSED, "a meaning of its own in formulas", ""),
    "functor's name": ("gain(Tensor self, Tensor x1) -> Tensor", {}, MISUSED, "'x1' is a name that functors use", ""),
    "number that is a flag": (
        "gain(Tensor self, Scalar by=True) -> Tensor", {}, MISUSED, "'by' is a number and defaults to True", "by=1 a"
    ),
    "flag as a number": (
        "gain(Tensor self, bool up=True) -> Tensor", {"expr": "self * up"}, MISUSED, "a truth value is no number", ""
    ),
    "integers only": (
        UNARY, {"expr": "exp(self)", "dtypes": "int64,float32"}, MISUSED, "converted to the default", "floating,int64"
    ),
    "five numbers": (
        "gain(Tensor self, *, int a=1, int b=1, int c=1, int d=1, int e=1) -> Tensor", {}, MISUSED, "4 numbers",
        "--kind composite takes more",
    ),
    "reduction's arguments": (
        "rms(Tensor self, int dim) -> Tensor", {"kind": "reduction"}, MISUSED, "are fixed", "(Tensor self, int[1]? dim"
    ),
    "reduction of two": (BINARY, {"kind": "reduction"}, MISUSED, "a reduction op has 1 tensor(s)", ""),
    "mean of integers": (
        "rms(Tensor self) -> Tensor", {"expr": "mean(self)", "dtypes": "int64,floating"}, MISUSED,
        "computed in floating dtypes, got int64", "--dtypes floating",
    ),
    "sum of some integers": (
        "rms(Tensor self) -> Tensor", {"expr": "sum(self)", "dtypes": "int8,float32"}, MISUSED,
        "all or none of them", "--dtypes bool,integral,float32",
    ),
    "complex sum": (
        "rms(Tensor self) -> Tensor", {"expr": "sum(self)", "dtypes": "all"}, MISUSED, "in real numbers, got", ""
    ),
    "unknown name": (UNARY, {"expr": "2 * slef"}, MISUSED, "unknown name 'slef'\n2 * slef\n    ^", "'self'?"),
    "unused argument": (BINARY, {"expr": "2 * self"}, MISUSED, "'other' is not used", "out of the schema"),
    "truth value": (UNARY, {"expr": "self > 0"}, MISUSED, "the result is a truth value", "leave --expr out"),
    "dtype": (UNARY, {"dtypes": "floatin"}, MISUSED, "unknown dtype 'floatin'", "'floating'"),
    "device": (UNARY, {"devices": "cudo"}, MISUSED, "--devices: unknown device 'cudo'", "'cuda'"),
    "no cpu": (UNARY, {"devices": "cuda"}, MISUSED, "every op has a kernel for cpu", "--devices cpu,cuda"),
    "devices of a composite": (
        UNARY, {"kind": "composite", "expr": "exp(self)", "devices": "cpu"}, MISUSED, "runs where its tensors are", ""
    ),
    "complex": (UNARY, {"expr": "self", "dtypes": "complex"}, MISUSED, "in real numbers, got complex128", "composite"),
    "numpy": (UNARY, {"numpy": "linalg.norm"}, MISUSED, "--numpy: expected the name of a function", ""),
    "no numpy function": (UNARY, {"expr": "2 * self", "numpy": "hypott"}, MISUSED, "has no function 'hypott'", ""),
    "another function": (UNARY, {"expr": "exp(self)", "numpy": "tanh"}, MISUSED, "the expression gives", ""),
    "of other arguments": (UNARY, {"expr": "exp(self)", "numpy": "hypot"}, MISUSED, "cannot be called", ""),
    "no elements": (
        UNARY, {"expr": "exp(self)", "numpy": "sum"}, MISUSED, "of shape [50] gives [], the expression [50]", ""
    ),
    "no numpy function of a stub": (UNARY, {"numpy": "exq"}, MISUSED, "has no function 'exq'", "'exp'"),
    "another reduction": (
        UNARY, {"expr": "sum(self * self)", "numpy": "mean", "kind": "reduction"}, MISUSED,
        "--numpy: numpy.mean(50 numbers) is ", "",
    ),
    "no reduction": (
        UNARY, {"expr": "sum(self)", "numpy": "cumsum", "kind": "reduction"}, MISUSED,
        "numpy.cumsum of shape [50] gives [50], the expression []", "",
    ),
    "a power as elsewhere": (UNARY, {"expr": "e^self"}, MISUSED, "'e^self' is no part of", "a power is written **"),
    "a module": (UNARY, {"expr": "torch.exp(self)"}, MISUSED, "ops are called by their names", "write exp(self)"),
    "a choice": (UNARY, {"expr": "self if self > 0 else 0"}, MISUSED, "no part of an expression", "write where("),
    "an imaginary number": (UNARY, {"expr": "self * 1j"}, MISUSED, "expected a real number, got 1j", ""),
    "maximum of a number": (
        "gain(Tensor self, Scalar low) -> Tensor", {"expr": "max(self, low)"}, MISUSED, "max is a reduction",
        "it is maximum(a, b)",
    ),
    "a number of Python": (UNARY, {"expr": "self.numpy()"}, MISUSED, "'self.numpy()' is no tensor", "the schema is"),
    "a method of nothing": (UNARY, {"expr": "slef.exp()"}, MISUSED, "unknown name 'slef'", "'self'?"),
    "maximum": (UNARY, {"expr": "max(self, 0)"}, MISUSED, "max takes 1 argument(s), got 2", "is maximum(a, b)"),
    "a comment": (
        UNARY, {"expr": "(self) # x # y"}, MISUSED, "is no part of an expression\n(self) # x # y\n       ^", "--doc"
    ),
    "a comment in a formula": (
        UNARY, {"expr": "2 * self", "grads": ("self=grad # once",)}, MISUSED, "--grad self: a comment", ""
    ),
    "grad without =": (UNARY, {"grads": ("self",)}, MISUSED, "--grad is written NAME=EXPR", ""),
    "grad of nothing": (UNARY, {"grads": ("first=grad",)}, MISUSED, "'first' is no tensor", "tensors: self"),
    "grad without grad": (UNARY, {"grads": ("self=2 * self",)}, MISUSED, "does not use 'grad'", "grad * (2"),
    "grad twice": (UNARY, {"grads": ("self=grad", "self=grad")}, MISUSED, "'self' is given twice", ""),
    "grad of integers": (
        UNARY, {"dtypes": "integral", "grads": ("self=grad",)}, MISUSED, "integers have no derivative", ""
    ),
    "no derivative": (UNARY, {"expr": "sin(self)"}, MISUSED, "no derivative of 'sin'", "--grad"),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_refused(vocabulary: Vocabulary, tree: Memory, case: str) -> None:
    schema, asked, code, message, hint = REFUSED[case]
    with pytest.raises(Failure) as caught:
        changes(make_request(Asked(schema, **asked), vocabulary), tree, Plain())
    assert message in caught.value.message
    assert hint in caught.value.hint
    assert caught.value.code == code
    assert len(caught.value.message.splitlines()) in (1, 3), "one line, or with the text and its caret"


@pytest.mark.parametrize(
    ("expr", "message"),
    [
        ("self * self", "a reduction has one of sum, prod, max, min, mean"),
        ("sum(self) / sum(self * self)", "exactly one of"),
        ("self * sum(self)", "'self' stands outside of sum"),
        ("max(self > 0)", "a truth value is no number"),
        ("sum(self, 0)", "sum takes 1 argument(s), got 2"),
        ("sum(2)", "does not depend on 'self'"),
        ("sum(exq(self))", "unknown function 'exq'"),
        ("exq(sum(self))", "unknown function 'exq'"),
    ],
)
def test_refused_as_a_reduction(request_for: Callable[..., Request], expr: str, message: str) -> None:
    schema = "rms(Tensor self, *, ScalarType? dtype=None) -> Tensor"
    with pytest.raises(Failure, match="--expr: ") as caught:
        request_for(schema, kind="reduction", expr=expr)
    assert message in caught.value.message


@pytest.mark.parametrize(
    ("expr", "message"),
    [
        ("sum(self * self)", "do not map elements"),
        ("sum(self) + 1", "do not finish results"),
        ("mean(self)", "do not finish results"),
        ("sum(self)", ""),
    ],
)
def test_a_reduction_asks_no_more_than_the_loops_carry(tree: Memory, expr: str, message: str) -> None:
    tree.files[REDUCE_LOOPS] = "combine(a, b) and no more"
    asked = Asked("total(Tensor self, *, ScalarType? dtype=None) -> Tensor", kind="reduction", expr=expr)
    if not message:
        assert make_request(asked, Vocabulary(tree)).value is not None
        return
    with pytest.raises(Failure, match=rf"reductions of this tree {message} \({REDUCE_LOOPS}\)"):
        make_request(asked, Vocabulary(tree))


def test_taken_by_a_functor_or_a_file_of_another_name(tree: Memory) -> None:
    tree.files[f"{FUNCTORS}/soft.h"] = "struct SoftPlus {\n  TT_FUNCTOR;\n};\n"
    for name, place in (
        ("soft_plus", f"functor SoftPlus, {FUNCTORS}/soft.h:1"),
        ("soft", "a functor header"),
    ):
        with pytest.raises(Failure, match=f"'{name}' is taken: {place}"):
            make_request(Asked(f"{name}(Tensor self) -> Tensor"), Vocabulary(tree))


def test_no_module_hides_a_name_that_its_package_uses(tree: Memory) -> None:
    tree.files[f"{SAMPLES}/__init__.py"] = "import numpy as np\n\n\ndef samples(cases): return list(cases)\n"
    for name, line in (("list", 4), ("samples", 4)):
        with pytest.raises(Failure, match=rf"'{name}' is taken: .*{SAMPLES}/__init__\.py:{line}"):
            make_request(Asked(f"{name}(Tensor self) -> Tensor"), Vocabulary(tree))


def test_a_generated_file_that_is_not_current_is_not_renewed(
    request_for: Callable[..., Request], tree: Memory
) -> None:
    tree.files[DOCS] += "by hand\n"
    with pytest.raises(Failure, match=r"docs/operators\.md is not what the op table gives"):
        changes(request_for(UNARY, expr="2 * self"), tree, Plain())


def test_a_file_that_was_removed_is_named(request_for: Callable[..., Request], tree: Memory) -> None:
    request = request_for(UNARY, expr="2 * self")
    del tree.files[f"{OPS}/unary.py"]
    with pytest.raises(Failure, match=rf"{OPS}/unary\.py is not there"):
        changes(request, tree, Plain())
