"""The table refuses nonsense when it is written, with the reason and the place."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tt_opspec import families
from tt_opspec.dtypes import ALL, FLOATING, INTEGRAL
from tt_opspec.table import Table, TableError, collect_into

ONE = "f(Tensor self) -> Tensor"
TWO = "f(Tensor self, Tensor other) -> Tensor"
GOOD: dict[str, Any] = {"accepts": ALL, "functor": "f.h:F", "doc": "Does f."}


def refusal(make: Callable[[], object]) -> str:
    with collect_into(Table()), pytest.raises(TableError) as error:
        make()
    return str(error.value)


CASES = [
    ("doc is missing", "unary", ONE, {**GOOD, "doc": ""}),
    (
        "doc must open with one line that ends in a full stop, got 'Does'",
        "unary",
        ONE,
        {**GOOD, "doc": "Does"},
    ),
    ("functor is missing", "unary", ONE, {"accepts": ALL, "doc": "F."}),
    ("functor is written 'file.h:Name', got 'F'", "unary", ONE, {**GOOD, "functor": "F"}),
    ("functor 'f.h:F' has no use", "irregular", ONE, GOOD),
    (
        "kernel is the name behind 'register_', got 'a.cpp'",
        "irregular",
        ONE,
        {"doc": "F.", "kernel": "a.cpp"},
    ),
    ("kernel 'f' has no use: the op is made of its functor", "unary", ONE, {**GOOD, "kernel": "f"}),
    ("kernel 'f' has no use: the op is made of other ops", "composite", ONE, {"doc": "F.", "kernel": "f"}),
    ("devices= names unknown devices: npu", "unary", ONE, {**GOOD, "devices": {"cpu", "npu"}}),
    ("devices= leaves out cpu", "unary", ONE, {**GOOD, "devices": {"cuda"}}),
    ("devices= has no use: a composite op", "composite", ONE, {"doc": "F.", "devices": {"cpu"}}),
    ("no fact 'docs='", "unary", ONE, {**GOOD, "docs": "F."}),
    ("accepts= is empty", "unary", ONE, {**GOOD, "accepts": ()}),
    ("accepts= names unknown dtypes: float8", "unary", ONE, {**GOOD, "accepts": FLOATING | {"float8"}}),
    ("unknown promotes='up'", "unary", ONE, {**GOOD, "promotes": "up"}),
    ("unknown result dtype 'quad'", "unary", ONE, {**GOOD, "result": "quad"}),
    (
        "promotes='to_bool' needs result='bool'",
        "unary",
        ONE,
        {**GOOD, "promotes": "to_bool", "result": "int8"},
    ),
    ("unknown slot 'nb_plus'", "binary", TWO, {**GOOD, "slot": "nb_plus"}),
    ("in-place and reflected ones follow", "binary", TWO, {**GOOD, "slot": "nb_inplace_add"}),
    ("slot 'nb_add' passes 2 tensor(s) only", "unary", ONE, {**GOOD, "slot": "nb_add"}),
    ("slot 'nb_negative' passes 1 tensor(s) only", "binary", TWO, {**GOOD, "slot": "nb_negative"}),
    ("'input' is what Python calls 'self'", "binary", "f(Tensor self, Tensor input) -> Tensor", GOOD),
    ("'str' is a type in the stubs", "unary", "str(Tensor self) -> Tensor", GOOD),
    ("doc has '\\x00', which the generated C++", "unary", ONE, {**GOOD, "doc": "Does f\0."}),
    ("doc has ')doc\"', which the generated C++", "unary", ONE, {**GOOD, "doc": 'Does f )doc".'}),
    ("'lambda' is a Python keyword", "unary", "lambda(Tensor self) -> Tensor", GOOD),
    (
        "'s' is a Stream, which the binder has no slot for",
        "irregular",
        "f(Stream s) -> Tensor",
        {"doc": "F."},
    ),
    ("'s' is a float[], which the binder", "irregular", "f(float[] s) -> Tensor", {"doc": "F."}),
    ("it returns a str", "irregular", "f(Tensor self) -> str", {"doc": "F."}),
    ("'out' follows from out=True", "unary", "f(Tensor self, *, Tensor(a!) out) -> Tensor(a!)", GOOD),
    ("'s' is a str, a functor takes", "unary", "f(Tensor self, *, str s) -> Tensor", GOOD),
    ("'w' is a Tensor?, a functor takes", "unary", "f(Tensor self, Tensor? w) -> Tensor", GOOD),
    ("a pointwise op returns one Tensor", "unary", "f(Tensor self) -> (Tensor, Tensor)", GOOD),
    (
        "a method's first argument is 'Tensor self'",
        "unary",
        "f(Tensor x) -> Tensor",
        {**GOOD, "inplace": False},
    ),
    ("a method's first argument is", "irregular", "f(Tensor[] self) -> Tensor", {"doc": "F."}),
    ("an in-place form writes 'self'", "unary", "f(Tensor x) -> Tensor", {**GOOD, "method": False}),
    ("has no further forms", "irregular", "f_(Tensor(a!) self) -> Tensor(a!)", {"doc": "F.", "out": True}),
    ("a view has nowhere to write to", "view", "f(Tensor(a) self) -> Tensor(a)", {"doc": "F.", "out": True}),
    ("a view's schema says what is shared", "view", ONE, {"doc": "F."}),
    ("out= needs tensor results, got int", "irregular", "f(Tensor self) -> int", {"doc": "F.", "out": True}),
    ("the name must say so: 'f_'", "irregular", "f(Tensor(a!) self) -> Tensor(a!)", {"doc": "F."}),
    ("a name ending in '_' writes its argument", "irregular", "f_(Tensor self) -> Tensor", {"doc": "F."}),
    ("varargs=True needs exactly one positional int[]", "irregular", ONE, {"doc": "F.", "varargs": True}),
    ("a factory shares no memory", "factory", "f(Tensor(a) self) -> Tensor(a)", {"doc": "F.", "out": False}),
    ("unknown type 'Tensr'", "unary", "f(Tensr self) -> Tensor", GOOD),
]


@pytest.mark.parametrize(("reason", "family", "schema", "facts"), CASES, ids=[case[0] for case in CASES])
def test_reason_and_place(reason: str, family: str, schema: str, facts: dict[str, Any]) -> None:
    message = refusal(lambda: getattr(families, family)(schema, **facts))
    assert reason in message
    assert "tests/opspec/test_table_refusals.py:" in message


def test_unparsable_schema_shows_the_caret() -> None:
    message = refusal(lambda: families.unary("f(Tensr self) -> Tensor", **GOOD))
    assert message.endswith("f(Tensr self) -> Tensor\n  ^")


def test_in_place_of_an_op_that_gives_bool_is_fine() -> None:
    with collect_into(Table()):
        entry = families.binary(TWO, promotes="to_bool", **GOOD)
    assert (entry.result, entry.inplace) == ("bool", True)


def test_reductions_have_no_in_place_form_unless_asked() -> None:
    with collect_into(Table()):
        assert not families.reduction("g(Tensor self) -> Tensor", **GOOD).inplace
        assert families.reduction("h(Tensor self) -> Tensor", inplace=True, **GOOD).inplace


def test_the_same_overload_twice_names_both_places() -> None:
    def make() -> None:
        families.unary(ONE, **GOOD)
        families.unary(ONE, **GOOD)

    message = refusal(make)
    assert message.startswith("f: two entries, at ")
    line = make.__code__.co_firstlineno
    assert f"test_table_refusals.py:{line + 1} and " in message
    assert message.endswith(f"test_table_refusals.py:{line + 2}")


def test_overloads_in_two_files_name_both(tmp_path: Path) -> None:
    elsewhere = compile(
        "families.unary('f.x(Tensor self) -> Tensor', **GOOD)", str(tmp_path / "x.py"), "exec"
    )

    def make() -> None:
        families.unary(ONE, **GOOD)
        exec(elsewhere)

    message = refusal(make)
    assert "overloads of one op stay in one file" in message
    assert f"{tmp_path / 'x.py'}:1" in message


@pytest.mark.parametrize(
    ("reason", "facts"),
    [
        ("functor 'g.h:F' has the name of 'f.h:F'", {"functor": "g.h:F"}),
        ("shares functor 'f.h:F' with f, but differs in", {"accepts": INTEGRAL}),
    ],
)
def test_a_functor_means_one_thing(reason: str, facts: dict[str, Any]) -> None:
    def make() -> None:
        families.unary(ONE, **GOOD)
        families.unary("g(Tensor self) -> Tensor", **{**GOOD, **facts})

    assert reason in refusal(make)


def test_a_slot_is_filled_once() -> None:
    def make() -> None:
        families.binary(TWO, slot="nb_add", **GOOD)
        families.binary("g(Tensor self, Tensor other) -> Tensor", slot="nb_add", **GOOD)

    message = refusal(make)
    assert "g: slot 'nb_add' is filled twice" in message
