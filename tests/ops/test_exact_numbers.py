"""A number beside float16 or bfloat16 is not rounded to them before products and quotients; Note [Exact numbers]."""

from collections.abc import Callable
from typing import Any

import pytest

import tt

SHORT = (tt.float16, tt.bfloat16)


def values(dtype: tt.dtype) -> tt.Tensor:
    tt.manual_seed(3)
    return (tt.randn(7, 33) * 3).to(dtype)


def test_a_factor_beyond_the_dtype() -> None:
    x = tt.tensor([0.5, 0.0, -0.25], dtype=tt.float16)
    assert (x * 100000).tolist() == [49984, 0, -24992]
    assert (100000 * x).tolist() == [49984, 0, -24992]
    assert (tt.tensor([1e4], dtype=tt.float16) / 1e5).item() == pytest.approx(0.1, rel=1e-3)
    assert (tt.tensor([1e-4], dtype=tt.float16) / 1e-9).item() == float("inf")
    assert (tt.tensor([0.0], dtype=tt.float16) / 1e-9).item() == 0


OPS: dict[str, Callable[[Any, Any], tt.Tensor]] = {
    "mul": tt.mul,
    "mul of a number": lambda x, number: tt.mul(number, x),
    "div": tt.div,
    "trunc": lambda x, number: tt.div(x, number, rounding_mode="trunc"),
    "floor": lambda x, number: tt.div(x, number, rounding_mode="floor"),
    "floor_divide": tt.floor_divide,
}


@pytest.mark.parametrize("dtype", SHORT)
@pytest.mark.parametrize("number", [0.1, 1 / 3, 70.3, 1e5, -3, 1e-9, 2, float("inf"), float("nan"), 10**6])
@pytest.mark.parametrize("op", OPS)
def test_the_result_is_rounded_once(op: str, number: float, dtype: tt.dtype) -> None:
    x = values(dtype)
    exact = tt.tensor([number], dtype=tt.float32)
    wanted = OPS[op](x.float(), exact).to(dtype)
    looks: list[Callable[[tt.Tensor], tt.Tensor]] = [
        lambda t: t, lambda t: t.t(), lambda t: t[1::2, ::3], lambda t: t[:0], lambda t: t[2, 3],
    ]  # fmt: skip
    for look in looks:
        seen = look(x)
        for operand in (number, tt.tensor(number, dtype=tt.float64)):
            if not seen.ndim and not isinstance(operand, (int, float)):
                continue  # they meet in float64
            made = OPS[op](seen, operand)
            assert made.dtype == dtype and made.shape == seen.shape
            tt.testing.assert_close(made, look(wanted), rtol=0, atol=0, equal_nan=True)


@pytest.mark.parametrize("dtype", SHORT)
def test_every_form(dtype: tt.dtype) -> None:
    x = values(dtype)
    wanted = (x.float() * 0.1).to(dtype).tolist()
    written = x.clone()
    assert written.mul_(0.1) is written and written.tolist() == wanted
    out = tt.empty(0, dtype=dtype)
    assert tt.mul(x, 0.1, out=out).tolist() == wanted
    wide = tt.empty(7, 33, dtype=tt.float64)
    assert tt.mul(x, 0.1, out=wide).to(dtype).tolist() == wanted
    strided = x.t()
    assert (strided * 0.1).t().tolist() == wanted and (strided * 0.1).stride() == strided.stride()
    assert (tt.empty(2, dtype=dtype, device="meta") * 0.1).dtype == dtype
    with pytest.raises(RuntimeError, match="can't be cast"):
        tt.mul(x, 0.1, out=tt.empty(7, 33, dtype=tt.int64))


def test_gradients() -> None:
    x = tt.tensor([0.5, 0.25], dtype=tt.float16, requires_grad=True)
    ((x * 100000) * 1e-5).sum().backward()
    assert x.grad is not None and x.grad.tolist() == pytest.approx([1, 1], rel=1e-2)


def test_others_round_the_number_first() -> None:
    x = values(tt.float16)
    assert (x + 0.1).tolist() == (x + tt.tensor([0.1], dtype=tt.float16)).tolist()
    assert (tt.tensor([1e-9], dtype=tt.float16) == 1e-9).tolist() == [True]
