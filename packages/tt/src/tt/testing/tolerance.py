"""How far apart two numbers may be, by dtype: |actual - expected| <= atol + rtol * |expected|."""

from collections.abc import Iterable
from dataclasses import dataclass

import tt_core

_DEFAULTS = {
    "float16": (1e-3, 1e-5), "bfloat16": (1.6e-2, 1e-5), "float32": (1.3e-6, 1e-5), "float64": (1e-7, 1e-7),
    "complex64": (1.3e-6, 1e-5), "complex128": (1e-7, 1e-7),
}  # fmt: skip
"""torch's (rtol, atol); other dtypes have to be equal."""


@dataclass(frozen=True, slots=True)
class Tolerance:
    """`equal_nan`: NaN is close to NaN."""

    rtol: float
    atol: float
    equal_nan: bool

    @property
    def exact(self) -> bool:
        """Only equal numbers are close."""
        return self.rtol == 0 and self.atol == 0


def default_tolerances(*dtypes: tt_core.dtype | str) -> tuple[float, float]:
    """(rtol, atol) for numbers of these dtypes, the larger ones where they differ."""
    found = [_DEFAULTS.get(str(each).removeprefix("tt."), (0.0, 0.0)) for each in dtypes]
    return max((rtol for rtol, _ in found), default=0.0), max((atol for _, atol in found), default=0.0)


def tolerance_for(
    dtypes: Iterable[tt_core.dtype | str], rtol: float | None, atol: float | None, equal_nan: bool
) -> Tolerance:
    """What is asked for, or the default. Raises ValueError when only one of the two is given, or one is negative."""
    if (rtol is None) != (atol is None):
        given, missing = ("atol", "rtol") if rtol is None else ("rtol", "atol")
        raise ValueError(f"assert_close: '{given}' is given without '{missing}': give both or neither")
    if rtol is None or atol is None:
        rtol, atol = default_tolerances(*dtypes)
    for name, value in (("rtol", rtol), ("atol", atol)):
        if not value >= 0:
            raise ValueError(f"assert_close: expected '{name}' to be at least 0, got {value}")
    return Tolerance(rtol, atol, equal_nan)
