"""Throughput on tensors of 4M elements, and matrix products.

Data are the same numbers in every library. Peers' spellings differ only where the call does not exist under
one name.
"""

from tt_devtools.bench.case import Area, Case

AREA = Area("large", "throughput on 4M elements, and matmul", slice_s=0.03)

_TARGET = {"torch": 1.5}  # no case may be slower than this; the speed work tightens it

_SIDE = 2048


def _pair(dtype: str) -> str:
    return f"""
a = array(np.arange({_SIDE * _SIDE}).reshape({_SIDE}, {_SIDE}).astype("{dtype}") % 7)
b = array(np.ones(({_SIDE}, {_SIDE}), dtype="{dtype}"))
"""


_F32 = _pair("float32")
_MASK = _F32 + f"c = array(np.arange({_SIDE * _SIDE}).reshape({_SIDE}, {_SIDE}) % 2 == 0)\n"
_EDGES = (
    _F32
    + f"""
row = array(np.ones({_SIDE}, dtype="float32"))
column = array(np.ones(({_SIDE}, 1), dtype="float32"))
"""
)
_TRANSPOSED = {
    "tt": _F32 + "t = a.transpose(0, 1)\n",
    "torch": _F32 + "t = a.transpose(0, 1)\n",
    "numpy": _F32 + "t = a.transpose(1, 0)\n",
}


def _matrices(side: int) -> str:
    return f"""
a = array(np.random.default_rng(0).random(({side}, {side}), dtype="float32"))
b = array(np.random.default_rng(1).random(({side}, {side}), dtype="float32"))
"""


def _case(name: str, body: str | dict[str, str], setup: str | dict[str, str] = _F32) -> Case:
    return Case(name, "large", body, setup, targets=_TARGET)


def _both(ours: str, numpy: str) -> dict[str, str]:
    return {"tt": ours, "torch": ours, "numpy": numpy}


def _reductions(name: str, function: str) -> tuple[Case, ...]:
    return (
        _case(f"{name}-all", f"xp.{function}(a)"),
        _case(f"{name}-rows", f"xp.{function}(a, 1)"),
        _case(f"{name}-columns", f"xp.{function}(a, 0)"),
    )


def _both_libraries(name: str, body: str) -> tuple[Case, ...]:
    """Where NumPy has nothing of the kind."""
    return (_case(name, {"tt": body, "torch": body}),)


CASES = (
    _case("add-f32", "a + b"),
    _case("add-f64", "a + b", _pair("float64")),
    _case("add-i32", "a + b", _pair("int32")),
    _case("mul-f32", "a * b"),
    _case("exp-f32", "xp.exp(a)"),
    _case("where-f32", "xp.where(c, a, b)", _MASK),
    _case("sum-all", "xp.sum(a)"),
    _case("sum-rows", "xp.sum(a, 1)"),
    _case("sum-columns", "xp.sum(a, 0)"),
    *_reductions("mean", "mean"),
    *_reductions("amax", "amax"),
    _case("max-all", "xp.max(a)"),
    *_both_libraries("max-rows", "xp.max(a, 1)"),
    *_both_libraries("max-columns", "xp.max(a, 0)"),
    *_reductions("argmax", "argmax"),
    _case("any-all", "xp.any(a)"),
    *_both_libraries("softmax-rows", "xp.softmax(a, 1)"),
    *_both_libraries("softmax-columns", "xp.softmax(a, 0)"),
    *_both_libraries("log_softmax-rows", "xp.log_softmax(a, 1)"),
    *_both_libraries("rand-f32", f"xp.rand({_SIDE}, {_SIDE})"),
    *_both_libraries("randn-f32", f"xp.randn({_SIDE}, {_SIDE})"),
    _case("arange-i64", f"xp.arange({_SIDE * _SIDE})"),
    _case("add-transposed", "t + b", _TRANSPOSED),
    _case("add-row", "a + row", _EDGES),
    _case("add-column", "a + column", _EDGES),
    _case("copy-transposed", _both("b.copy_(t)", "xp.copyto(b, t)"), _TRANSPOSED),
    _case("to-f64", _both("a.to(xp.float64)", "a.astype(xp.float64)")),
    _case("matmul-64", "xp.matmul(a, b)", _matrices(64)),
    _case("matmul-256", "xp.matmul(a, b)", _matrices(256)),
    _case("matmul-1024", "xp.matmul(a, b)", _matrices(1024)),
)
