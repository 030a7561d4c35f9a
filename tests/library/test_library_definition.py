"""What can be defined, and what each refusal says."""

import re
import sys
from typing import Any

import pytest

import tt
from tt.library import Library, define, functions

HERE = re.escape(__file__)


def _line() -> int:
    return sys._getframe(1).f_lineno


def test_definition_returns_the_name_and_makes_a_callable(lib: Library) -> None:
    assert lib.define("one(Tensor x) -> Tensor") == "one"
    assert lib.define("one.out(Tensor x, *, Tensor(a!) out) -> Tensor(a!)") == "one.out"
    assert tt.ops.testlib.one.overloads == ["testlib::one", "testlib::one.out"]
    assert tt.ops.testlib.one.out.overloads == ["testlib::one.out"]
    assert tt.ops.testlib.one.default.overloads == ["testlib::one"]
    assert "one" in dir(tt.ops.testlib)


def test_help_shows_schema_and_doc(lib: Library) -> None:
    lib.define("documented(Tensor x, int n=2) -> Tensor", doc="Does something.")
    assert tt.ops.testlib.documented.__doc__ == (
        "testlib::documented(Tensor x, int n=2) -> Tensor\n\nDoes something.\n"
    )


def test_taken_name_names_both_places(lib: Library) -> None:
    lib.define("taken(Tensor x) -> Tensor")
    first = _line() - 1
    with pytest.raises(RuntimeError) as error:
        lib.define("taken(Tensor x, Tensor y) -> Tensor")
    second = _line() - 1
    message = f"op testlib::taken is defined twice: at {HERE}:{first} and at {HERE}:{second}"
    assert re.fullmatch(message, str(error.value))


@pytest.mark.parametrize(
    ("schema", "message"),
    [
        (
            "bad(Tensor x -> Tensor",
            "expected ',' or ')' after 'x', got '-'\ntestlib::bad(Tensor x -> Tensor\n",
        ),
        ("bad(Tensr x) -> Tensor", "unknown type 'Tensr'; did you mean 'Tensor'?"),
        ("bad(float[] x) -> Tensor", "'x' is a float[], which the binder has no slot for"),
        ("bad(Tensor x) -> Tensor[]", "it returns a Tensor[], and a result is one tensor or number"),
        ("bad(Tensor x) -> Tensor?", "it returns a Tensor?, and a result cannot be absent"),
        ("bad(Tensor(a!)[] x) -> ()", "alias marks are of single tensors, not of lists"),
        ("class(Tensor x) -> Tensor", "its name is a Python keyword, so nobody could call it"),
        (
            "bad(Tensor x, int n=9223372036854775808) -> Tensor",
            "an integer has 64 bits, got 9223372036854775808",
        ),
        ("other::bad(Tensor x) -> Tensor", "names a namespace; the Library's is 'testlib'"),
        ("bad(Tensor(a) x, str s) -> Tensor(a)", "makes a view, so its argument 's' cannot be"),
    ],
)
def test_refused_schema(lib: Library, schema: str, message: str) -> None:
    with pytest.raises(ValueError) as error:
        lib.define(schema)
    assert message.replace("testlib::", "") in str(error.value).replace("testlib::", "")
    assert not hasattr(tt.ops.testlib, "bad") if hasattr(tt.ops, "testlib") else True


def test_caret_is_under_the_place(lib: Library) -> None:
    with pytest.raises(ValueError) as error:
        lib.define("bad(Tensor x -> Tensor")
    _, text, caret = str(error.value).splitlines()
    assert text[len(caret) - 1] == "-"


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (
            lambda: Library("x", "NEW"),
            ValueError,
            "unsupported kind 'NEW', expected one of DEF, IMPL, FRAGMENT",
        ),
        (lambda: Library("prim", "DEF"), ValueError, "'prim' is a reserved namespace"),
        (lambda: Library("a b", "DEF"), ValueError, "'a b' is no name of a namespace"),
        (
            lambda: Library("aten", "DEF"),
            RuntimeError,
            "namespace 'aten' is defined twice: at the op table and at ",
        ),
        (
            lambda: Library("x", "IMPL").define("f(Tensor x) -> Tensor"),
            RuntimeError,
            "kind 'IMPL' .* cannot define",
        ),
        (
            lambda: Library("tt", "FRAGMENT").define("f(Tensor x) -> Tensor"),
            RuntimeError,
            "'tt' cannot define ops",
        ),
        (
            lambda: define("f", "(Tensor x) -> Tensor"),
            ValueError,
            "expected a name like 'mylib::scale', got 'f'",
        ),
        (
            lambda: define("x::f", "f(Tensor x) -> Tensor"),
            ValueError,
            "the schema of 'x::f' starts with its arguments",
        ),
    ],
)
def test_refused_libraries(make: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        make()


def test_second_def_of_a_namespace_names_both_places() -> None:
    with Library("onlyone", "DEF"):
        first = _line() - 1
        with pytest.raises(
            RuntimeError, match=f"'onlyone' is defined twice: at {HERE}:{first} and at {HERE}:"
        ):
            Library("onlyone", "DEF")
    with Library("onlyone", "DEF"):
        pass


def test_unknown_op_of_a_namespace_suggests(lib: Library) -> None:
    lib.define("scale(Tensor x) -> Tensor")
    with pytest.raises(AttributeError, match=r"tt\.ops\.testlib has no op 'scal'; did you mean 'scale'\?"):
        tt.ops.testlib.scal  # noqa: B018


def test_define_without_a_library_stays_until_the_end(request: pytest.FixtureRequest) -> None:
    request.addfinalizer(lambda: functions._kept.pop("kept_here")._destroy())
    define("kept_here::half", "(Tensor x) -> Tensor")
    tt.library.impl("kept_here::half", "cpu", lambda x: x / 2)
    assert tt.ops.kept_here.half(tt.ones(2)).tolist() == [0.5, 0.5]
    with pytest.raises(RuntimeError, match="op kept_here::half is defined twice"):
        define("kept_here::half", "(Tensor x) -> Tensor")
