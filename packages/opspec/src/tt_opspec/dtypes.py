"""Dtype names and the sets that `accepts=` is written with.

The order is core's numbering: bit i of a mask is DTYPES[i]. Must not know any op.
"""

from collections.abc import Set
from typing import Final

DTYPES: Final = (
    "bool", "uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64",
    "float16", "bfloat16", "float32", "float64", "complex64", "complex128",
)  # fmt: skip

BOOL: Final = frozenset({"bool"})
UNSIGNED: Final = frozenset({"uint8", "uint16", "uint32", "uint64"})
SIGNED: Final = frozenset({"int8", "int16", "int32", "int64"})
INTEGRAL: Final = UNSIGNED | SIGNED
FLOATING: Final = frozenset({"float16", "bfloat16", "float32", "float64"})
COMPLEX: Final = frozenset({"complex64", "complex128"})
REAL: Final = BOOL | INTEGRAL | FLOATING
INEXACT: Final = FLOATING | COMPLEX
NUMBERS: Final = INTEGRAL | FLOATING | COMPLEX
ALL: Final = BOOL | NUMBERS

_PARTS: Final = (("bool", BOOL), ("integral", INTEGRAL), ("floating", FLOATING), ("complex", COMPLEX))


def mask(dtypes: Set[str]) -> int:
    """The set as bits."""
    return sum(1 << i for i, name in enumerate(DTYPES) if name in dtypes)


def describe(dtypes: Set[str]) -> str:
    """The set in words: "all", or its kinds, or its names."""
    if dtypes == ALL:
        return "all"
    words: list[str] = []
    for word, part in _PARTS:
        words += [word] if part <= dtypes else [name for name in DTYPES if name in part & dtypes]
    return ", ".join(words)
