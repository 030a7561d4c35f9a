"""Pointwise ops beyond sums and products: throughput on 4M elements, and the cost of one small call.

Their areas are those of `large` and `call`.
"""

from tt_devtools.bench.case import Case

_SIDE = 2048
_LARGE = {"torch": 1.5}
_SMALL = {"torch": 0.2}


def _numbers(dtype: str) -> str:
    """Two arrays of positive numbers, from 0.5 to 2.5."""
    return f"""
random = np.random.default_rng(0)
a = array((random.random(({_SIDE}, {_SIDE})) * 2 + 0.5).astype("{dtype}"))
b = array((random.random(({_SIDE}, {_SIDE})) * 2 + 0.5).astype("{dtype}"))
"""


def _integers(dtype: str) -> str:
    return f"""
random = np.random.default_rng(0)
a = array(random.integers(-1000, 1000, ({_SIDE}, {_SIDE})).astype("{dtype}"))
b = array(random.integers(1, 20, ({_SIDE}, {_SIDE})).astype("{dtype}"))
"""


_F32, _F64, _I32 = _numbers("float32"), _numbers("float64"), _integers("int32")
_SIGNED = _F32 + "a -= 1.5\n"
_COMPLEX = _numbers("complex64")
_MASKS = _F32 + "a, b = a > 1, b > 1\n"
_TINY = """
a = array(np.linspace(0.5, 2.0, 16, dtype="float32").reshape(4, 4))
b = array(np.ones((4, 4), dtype="float32"))
"""


def _torch(body: str) -> dict[str, str]:
    """What NumPy does not have."""
    return {"tt": body, "torch": body}


def _large(name: str, body: str | dict[str, str], setup: str = _F32) -> Case:
    return Case(name, "large", body, setup, targets=_LARGE)


def _small(name: str, body: str | dict[str, str], empty: str = "call") -> Case:
    return Case(name, "call", body, _TINY, "loop" if empty == "loop" else "call", _SMALL)


CASES = (
    _large("div-f32", "a / b"),
    _large("div-i32", "a / b", _I32),
    _large("floor-divide-i32", "a // b", _I32),
    _large("floor-divide-f32", "a // b"),
    _large("remainder-f32", "a % b"),
    _large("abs-f32", "xp.abs(a)", _SIGNED),
    _large("abs-c64", "xp.abs(a)", _COMPLEX),
    _large("log-f32", "xp.log(a)"),
    _large("log-f64", "xp.log(a)", _F64),
    _large("sqrt-f32", "xp.sqrt(a)"),
    _large("tanh-f32", "xp.tanh(a)"),
    _large("tanh-f64", "xp.tanh(a)", _F64),
    _large("sigmoid-f32", _torch("xp.sigmoid(a)")),
    _large("sigmoid-f64", _torch("xp.sigmoid(a)"), _F64),
    _large("relu-f32", _torch("xp.relu(a)"), _SIGNED),
    _large("pow-f32", "a ** b"),
    _large("pow-f64", "a ** b", _F64),
    _large("pow-number-f32", "a ** 2.5"),
    _large("square-f32", "a ** 2"),
    _large("pow-i32", "a ** 3", _I32),
    _large("maximum-f32", "xp.maximum(a, b)"),
    _large("eq-f32", "a == b"),
    _large("lt-f32", "a < b"),
    _large("lt-i32", "a < b", _I32),
    _large("gt-number-f32", "a > 1.0"),
    _large("logical-and-bool", "xp.logical_and(a, b)", _MASKS),
    _large("bitwise-and-i32", "a & b", _I32),
    _large("left-shift-i32", "a << b", _I32),
    _small("div", "a / b", "loop"),
    _small("pow-number", "a ** 2.0", "loop"),
    _small("log", "xp.log(a)"),
    _small("tanh", "xp.tanh(a)"),
    _small("relu", {"tt": "xp.relu(a)", "torch": "xp.relu(a)", "numpy": "xp.maximum(a, 0)"}),
    _small("abs", "abs(a)", "loop"),
    _small("maximum", "xp.maximum(a, b)"),
    _small("eq", "a == b", "loop"),
    _small("lt-number", "a < 1.0", "loop"),
    _small("logical-and", "xp.logical_and(a, b)"),
)
