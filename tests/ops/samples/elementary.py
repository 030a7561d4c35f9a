"""Samples of elementary functions."""

from math import inf, nan
from typing import Any

import numpy as np

from samples import samples
from samples.families import unary_cases


def _of_floats(self: Any) -> np.ndarray:
    """Integers are converted to float32, the default dtype, first."""
    array = np.asarray(self)
    return array.astype("float32").astype("longdouble") if array.dtype.kind in "biu" else array


def _logistic(self: Any) -> np.ndarray:
    values = _of_floats(self)
    return np.reciprocal(1 + np.exp(-values))


# The bounds are those that tests/accuracy measures, for float64 where they are higher than for float32.
samples(
    "log", unary_cases("positive"), ulps=0.85, special=[(0.99999994,), (1e-45,), (0.70710677,), (0.70710683,)]
)
samples(
    "sqrt",
    unary_cases("positive"),
    reference=lambda self: np.sqrt(_of_floats(self)),
    special=[(2.0,), (3e38,)],
)
samples("tanh", ulps=1.5, special=[(0.55,), (0.5499,), (9.1,), (-20.0,), (1e-20,)])
samples("sigmoid", reference=_logistic, ulps=2.4, special=[(-88.0,), (-103.5,), (17.0,), (-745.0,), (36.7,)])
samples("abs", ulps=1.0)  # the size of a complex number is that of libm's hypot
samples(
    "relu", reference=lambda self: np.where(self < 0, 0, self).astype(self.dtype), special=[(inf,), (nan,)]
)
