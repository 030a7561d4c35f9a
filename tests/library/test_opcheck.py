"""opcheck finds what an op does against its schema, its fake kernel and its derivative."""

from collections.abc import Callable
from typing import Any

import pytest

import tt
from tt.library import Library, OpCheckError, opcheck, register_derivative


def _op(lib: Library, schema: str, kernel: Any, fake: Any = None, **formulas: Any) -> Any:
    name = lib.define(schema)
    lib.impl(name, kernel, "CPU")
    lib.impl(name, fake or (lambda x, *rest: tt.empty_like(x)), "Meta")
    if formulas:
        register_derivative(f"testlib::{name}", lib=lib, **formulas)
    return getattr(tt.ops.testlib, name)


def _x() -> Any:
    return tt.tensor([1.0, 2.0], requires_grad=True)


def test_a_right_op_passes_and_its_arguments_stay(lib: Library) -> None:
    op = _op(
        lib, "square(Tensor x, float by=1.0) -> Tensor", lambda x, by=1.0: x * x * by, x="2 * grad * x * by"
    )
    x = _x()
    found = opcheck(op, (x,), {"by": 3.0})
    assert list(found.items()) == [
        (check, "SUCCESS")
        for check in ("test_schema", "test_autograd_registration", "test_faketensor", "test_gradcheck")
    ]
    assert x.grad is None
    assert opcheck("testlib::square", (x,), test_utils="test_schema") == {"test_schema": "SUCCESS"}


def _writes(x: Any) -> Any:
    x.add_(1)
    return x * 2


def _transposed(x: Any) -> Any:
    return tt.ones(2, 3).t().clone()


def _shares(lib: Library) -> Any:
    return _op(lib, "same(Tensor x) -> Tensor", lambda x: x)


CASES: dict[str, tuple[Callable[[Library], Any], str, str]] = {
    "writes": (
        lambda lib: _op(lib, "w(Tensor x) -> Tensor", _writes),
        "test_schema",
        "it wrote to 'x', which the schema does not mark: testlib::w(Tensor x) -> Tensor",
    ),
    "shares": (_shares, "test_schema", "shares memory with the argument 'x'"),
    "no derivative": (
        lambda lib: _op(lib, "n(Tensor x) -> Tensor", lambda x: x * 2),
        "test_autograd_registration",
        "an argument requires grad, and no derivative is registered",
    ),
    "shape": (
        lambda lib: _op(lib, "s(Tensor x) -> Tensor", lambda x: x * 2, lambda x: tt.empty(3, device="meta")),
        "test_faketensor",
        "result 0 has shape (2,), on the meta device (3,)",
    ),
    "dtype": (
        lambda lib: _op(lib, "d(Tensor x) -> Tensor", lambda x: x.to(tt.float64)),
        "test_faketensor",
        "result 0 has dtype tt.float64, on the meta device tt.float32",
    ),
    "stride": (
        lambda lib: _op(lib, "t(Tensor x) -> Tensor", _transposed, lambda x: tt.empty(3, 2, device="meta")),
        "test_faketensor",
        "result 0 has stride (1, 3), on the meta device (2, 1)",
    ),
    "gradient": (
        lambda lib: _op(lib, "g(Tensor x) -> Tensor", lambda x: x * x, x="3 * grad * x"),
        "test_gradcheck",
        "Jacobian mismatch",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_what_it_finds(lib: Library, case: str) -> None:
    make, check, message = CASES[case]
    op = make(lib)
    with pytest.raises(OpCheckError, match="opcheck: testlib::") as error:
        opcheck(op, (_x(),), test_utils=check)
    assert message in str(error.value)
    found = opcheck(op, (_x(),), raise_exception=False)
    assert isinstance(found[check], OpCheckError)


def test_marked_writes_are_fine(lib: Library) -> None:
    name = lib.define("fill_up(Tensor x, Tensor(a!) y) -> ()")
    lib.impl(name, lambda x, y: None if y.copy_(x) is y else 1, "CPU")
    lib.impl(name, lambda x, y: None, "Meta")
    y = tt.zeros(2)
    assert set(opcheck(tt.ops.testlib.fill_up, (tt.ones(2), y)).values()) == {"SUCCESS"}
    assert y.tolist() == [0.0, 0.0]


def test_ops_of_the_table_pass() -> None:
    x = tt.rand(3, dtype=tt.float64).requires_grad_(True)
    for name, args in (
        ("mul.Tensor", (x, x)),
        ("exp", (x,)),
        ("sum.dim_IntList", (x, [0])),
        ("max.dim", (x, 0)),
    ):
        assert set(opcheck(name, args).values()) == {"SUCCESS"}, name


def test_unknown_check_is_refused() -> None:
    with pytest.raises(ValueError, match="opcheck: there is no check 'test_aot', only test_schema, "):
        opcheck("exp", (tt.ones(1),), test_utils="test_aot")
