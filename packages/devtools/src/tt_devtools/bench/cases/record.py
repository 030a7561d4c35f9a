"""What autograd adds to a call, and what a backward pass costs."""

from tt_devtools.bench.case import Area, Case

AREA = Area(
    "record", "thread time of a recorded call, and of a backward pass", slice_s=0.02, means={"torch": 0.10}
)

_TARGET = {"torch": 0.1}

_SETUP = """
w = parameter(np.ones((4, 4), dtype="float32"))
v = parameter(np.ones((4, 4), dtype="float32"))
b = array(np.ones((4, 4), dtype="float32"))
"""
_CHAIN = """
y = w * b
y = y * b
y = y * b
y = y * b
y = y * b
y = y * b
y = y * b
y = y * b
y = y * b
y = y * b
y.sum().backward()
w.grad = None
"""


def _recorded(text: str) -> dict[str, str]:
    return {"tt": text, "torch": text}


CASES = (
    Case("record-add", "record", _recorded("w + v"), _SETUP, "loop", _TARGET),
    Case("record-mul", "record", _recorded("w * b"), _SETUP, "loop", _TARGET),
    Case("chain-10-backward", "record", _recorded(_CHAIN), _SETUP, "loop", _TARGET),
)
