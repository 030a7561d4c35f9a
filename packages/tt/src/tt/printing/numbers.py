"""How one element is written: the form and the width that all elements of a tensor share.

The form is chosen once per tensor from its printed values. Must not know tensors, shapes or lines.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

from tt._printoptions import PrintOptions

# Beyond these the fixed form would be mostly zeros, so the tensor is written in scientific notation.
WIDEST_RATIO = 1000.0
LARGEST_FIXED = 1e8
SMALLEST_FIXED = 1e-4


@dataclass(frozen=True, slots=True)
class NumberFormat:
    """`write` turns an element into text, padded on the left to `width` characters."""

    width: int
    write: Callable[[Any], str]


def format_for(kind: str, values: Sequence[Any], options: PrintOptions) -> NumberFormat:
    """Chooses the format for `values`, all that will be printed; `kind` is exact, float or complex."""
    if kind == "complex":
        return _complex_format(values, options)
    if kind == "float":
        return _float_format(values, options)
    return _exact_format(values)


def _padded(write: Callable[[Any], str], width: int) -> NumberFormat:
    return NumberFormat(width, lambda value: write(value).rjust(width))


def _exact_format(values: Sequence[int]) -> NumberFormat:
    return _padded(str, max((len(str(value)) for value in values), default=1))


def _write_whole(value: float) -> str:
    # The point tells a float from an integer; inf and nan need none.
    return f"{value:.0f}." if isfinite(value) else str(value)


def _float_format(values: Sequence[float], options: PrintOptions) -> NumberFormat:
    # Zeros, infinities and nans have no say, not even in the width: they may stick out by a sign.
    telling = [value for value in values if value and isfinite(value)]
    if not telling:
        return _padded(_write_whole, 1)
    magnitudes = [abs(value) for value in telling]
    low, high = min(magnitudes), max(magnitudes)
    whole = all(value.is_integer() for value in telling)
    scientific = options.sci_mode
    if scientific is None:
        too_small = not whole and low < SMALLEST_FIXED
        scientific = high / low > WIDEST_RATIO or high > LARGEST_FIXED or too_small

    write: Callable[[float], str]
    if scientific:
        write = f"%.{options.precision}e".__mod__
    else:
        write = _write_whole if whole else f"%.{options.precision}f".__mod__
    return _padded(write, max(len(write(value)) for value in telling))


def _complex_format(values: Sequence[complex], options: PrintOptions) -> NumberFormat:
    real = _float_format([value.real for value in values], options)
    imag = _float_format([value.imag for value in values], options)

    def write(value: complex) -> str:
        # The imaginary part follows its sign directly, so its padding is dropped.
        tail = imag.write(value.imag).lstrip()
        sign = "" if tail.startswith("-") else "+"
        return f"{real.write(value.real)}{sign}{tail}j"

    return NumberFormat(real.width + imag.width + 1, write)
