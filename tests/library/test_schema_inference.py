"""infer_schema: annotations to a schema."""

from collections.abc import Callable, Sequence
from typing import Any, List, Optional, Tuple, Union  # noqa: UP035 - both spellings are accepted

import pytest

import tt
from tt.library import infer_schema
from tt.library.definition import parsed


def _all(
    x: tt.Tensor,
    y: Optional[tt.Tensor],  # noqa: UP045
    zs: Sequence[tt.Tensor],
    ws: List[Optional[tt.Tensor]],  # noqa: UP006, UP045
    n: int,
    dims: tuple | None = None,
) -> None: ...


def _types(
    x: tt.Tensor,
    dims: list[int],
    flags: Sequence[bool] | None,
    number: int | float | bool,
    m: Optional[int] = None,  # noqa: UP045
    *,
    f: float = 0.5,
    b: bool = False,
    s: str = 'a"b',
    d: tt.dtype = tt.float32,
    e: tt.device = tt.device("cpu"),  # noqa: B008
    ks: Sequence[int] = (1, 2),
) -> Tuple[tt.Tensor, int]: ...  # noqa: UP006


def test_every_type() -> None:
    text = infer_schema(_types, mutates_args=())
    assert text == (
        "(Tensor x, int[] dims, bool[]? flags, Scalar number, int? m=None, *, float f=0.5, bool b=False, "
        'str s="a\\"b", ScalarType d=float32, Device e="cpu", int[] ks=[1,2]) -> (Tensor, int)'
    )
    assert str(parsed("f" + text)).startswith("f(Tensor x")


def test_tensors_and_what_is_written() -> None:
    def f(x: tt.Tensor, y: tt.Tensor | None, zs: Sequence[tt.Tensor | None]) -> None: ...

    assert infer_schema(f, mutates_args=()) == "(Tensor x, Tensor? y, Tensor?[] zs) -> ()"
    assert (
        infer_schema(f, mutates_args={"y"}, op_name="g") == "g(Tensor x, Tensor(a1!)? y, Tensor?[] zs) -> ()"
    )


def test_annotations_as_text() -> None:
    def f(x: "tt.Tensor", n: "int | None" = None) -> "tuple[tt.Tensor, tt.Tensor]": ...

    assert infer_schema(f, mutates_args="unknown") == "(Tensor(a0!) x, int? n=None) -> (Tensor, Tensor)"


def _bare(x, n: int) -> None: ...  # type: ignore[no-untyped-def]
def _no_result(x: tt.Tensor): ...  # type: ignore[no-untyped-def]
def _varargs(x: tt.Tensor, *rest: int) -> None: ...
def _dict_result(x: tt.Tensor) -> dict: ...  # type: ignore[type-arg]
def _bad_default(x: tt.Tensor, n: int = len("ab") ** 2, o: Union[int, str] = 1) -> None: ...  # noqa: UP007
def _unresolved(x: "Nowhere") -> None: ...  # type: ignore[name-defined]  # noqa: F821


@pytest.mark.parametrize(
    ("function", "written", "message"),
    [
        (_bare, (), "parameter 'x' must have a type annotation"),
        (_no_result, (), "the result must have a type annotation"),
        (_varargs, (), "'rest' is positional-only or variadic"),
        (_dict_result, (), "the result has unsupported type dict"),
        (_bad_default, (), "parameter 'o' has unsupported type"),
        (_all, (), "parameter 'dims' has unsupported type"),
        (_unresolved, (), "cannot be resolved: name 'Nowhere' is not defined"),
        (_types, ("z",), "'z' in mutates_args is no parameter; tensors are x"),
        (_types, ("number",), "'number' in mutates_args is no tensor; tensors are x"),
        (_types, "x", "mutates_args is \"unknown\" or a sequence of names, got 'x'"),
    ],
)
def test_refusals(function: Callable[..., Any], written: Any, message: str) -> None:
    with pytest.raises(ValueError) as error:
        infer_schema(function, mutates_args=written)
    assert str(error.value).startswith("infer_schema: ")
    assert message in str(error.value)
