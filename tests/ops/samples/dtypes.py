"""What tests know of dtypes, apart from the library under test: names, NumPy's counterparts, precision.

bfloat16 has no NumPy dtype: its values travel as float32 arrays that hold nothing else.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

BOOL: Final = ("bool",)
UNSIGNED: Final = ("uint8", "uint16", "uint32", "uint64")
SIGNED: Final = ("int8", "int16", "int32", "int64")
HALF: Final = ("float16", "bfloat16")
FLOATING: Final = ("float16", "bfloat16", "float32", "float64")
COMPLEX: Final = ("complex64", "complex128")
INTEGRAL: Final = UNSIGNED + SIGNED
INEXACT: Final = FLOATING + COMPLEX
ALL: Final = BOOL + INTEGRAL + FLOATING + COMPLEX


@dataclass(frozen=True, slots=True)
class Precision:
    """Bits behind the leading one, the exponent of the smallest normal number, the largest number."""

    fraction_bits: int
    min_exponent: int
    largest: float


PRECISION: Final = {
    "float16": Precision(10, -14, 65504.0),
    "bfloat16": Precision(7, -126, float.fromhex("0x1.fep127")),
    "float32": Precision(23, -126, float(np.finfo("float32").max)),
    "float64": Precision(52, -1022, float(np.finfo("float64").max)),
}


def real_part(dtype: str) -> str:
    """complex64 to float32, complex128 to float64; others stay."""
    return {"complex64": "float32", "complex128": "float64"}.get(dtype, dtype)


def storage(dtype: str) -> np.dtype:
    """The NumPy dtype in which values of `dtype` travel."""
    return np.dtype("float32" if dtype == "bfloat16" else dtype)


def exact(dtype: str) -> np.dtype:
    """The NumPy dtype in which a reference is computed: wider for inexact numbers, the same for others."""
    if dtype in COMPLEX:
        return np.dtype("clongdouble")
    return np.dtype("longdouble") if dtype in FLOATING else np.dtype(dtype)


def opmath(dtype: str) -> np.dtype:
    """The NumPy dtype in which a loop computes elements of `dtype`."""
    return np.dtype("float32" if dtype in ("float16", "bfloat16") else dtype)


def to_bfloat16(values: np.ndarray) -> np.ndarray:
    """float32 values rounded to the nearest bfloat16, ties to even."""
    values = np.ascontiguousarray(values, "float32")
    bits = values.view("uint32")
    rounded = (bits + 0x7FFF + (bits >> 16 & 1)) & np.uint32(0xFFFF0000)
    return np.where(np.isnan(values), values, rounded.view("float32"))
