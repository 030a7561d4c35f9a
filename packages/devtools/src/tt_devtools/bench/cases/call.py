"""What one call costs on tensors so small that the data do not matter."""

from tt_devtools.bench.case import Area, Case

AREA = Area("call", "thread time of one call on small tensors", slice_s=0.01, means={"torch": 0.10})

_EACH = {"torch": 0.2}
_ADD = {"torch": 0.2, "numpy": 0.4}
_READ = {"torch": 0.3}  # .shape and .item() do next to nothing in torch too

_PAIR = """
a = array(np.arange(16, dtype="float32").reshape(4, 4))
b = array(np.zeros((4, 4), dtype="float32"))
"""
_MIXED = """
a = array(np.arange(16, dtype="int32").reshape(4, 4))
b = array(np.ones(4, dtype="float32"))
"""
_MASK = _PAIR + "c = array(np.eye(4, dtype=bool))\n"
_ROW = 'a = array(np.arange(16, dtype="float32"))\n'
_ONE = 'a = array(np.ones((), dtype="float32"))\n'


def _both(ours: str, numpy: str) -> dict[str, str]:
    return {"tt": ours, "torch": ours, "numpy": numpy}


CASES = (
    Case("add", "call", "xp.add(a, b)", _PAIR, "call", _ADD),
    Case("add-operator", "call", "a + b", _PAIR, "loop", _ADD),
    Case("add-number", "call", "a + 1.0", _PAIR, "loop", _EACH),
    Case("add-promoted-broadcast", "call", "a + b", _MIXED, "loop", _EACH),
    Case("add-inplace", "call", _both("a.add_(b)", "xp.add(a, b, a)"), _PAIR, "call", _EACH),
    Case("mul", "call", "a * b", _PAIR, "loop", _EACH),
    Case("exp", "call", "xp.exp(a)", _PAIR, "call", _EACH),
    Case("where", "call", "xp.where(c, a, b)", _MASK, "call", _EACH),
    Case("transpose", "call", _both("a.transpose(0, 1)", "a.transpose(1, 0)"), _PAIR, "call", _EACH),
    Case("index", "call", "a[1]", _PAIR, "loop", _EACH),
    Case("slice", "call", "a[:, 1:3]", _PAIR, "loop", _EACH),
    Case(
        "as-strided",
        "call",
        _both("a.as_strided((2, 2), (1, 2))", "xp.lib.stride_tricks.as_strided(a, (2, 2), (4, 8))"),
        _PAIR,
        "call",
        _EACH,
    ),
    Case("sum", "call", "xp.sum(a)", _ROW, "call", _EACH),
    Case("sum-dim", "call", "xp.sum(a, 1)", _PAIR, "call", _EACH),
    Case("matmul-4", "call", "xp.matmul(a, b)", _PAIR, "call", _EACH),
    Case("empty", "call", "xp.empty((4, 4))", "", "call", _EACH),
    Case("shape", "call", "a.shape", _PAIR, "loop", _READ),
    Case("item", "call", "a.item()", _ONE, "call", _READ),
)
