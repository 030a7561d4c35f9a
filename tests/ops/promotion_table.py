"""In which dtype two dtypes meet. torch's table, and the array API's for the wider unsigned integers.

torch refuses to promote uint16, uint32 and uint64 with other integers and with complex; the array API
standard says where they meet. uint64 and a signed integer have no common integer, and both refuse.
"""

from typing import Final

CODES: Final = {
    "b1": "bool", "u1": "uint8", "u2": "uint16", "u4": "uint32", "u8": "uint64",
    "i1": "int8", "i2": "int16", "i4": "int32", "i8": "int64",
    "f2": "float16", "bf": "bfloat16", "f4": "float32", "f8": "float64",
    "c8": "complex64", "c16": "complex128", "--": "",
}  # fmt: skip

_ROWS: Final = """
     b1  u1  u2  u4  u8  i1  i2  i4  i8  f2  bf  f4  f8  c8 c16
 b1  b1  u1  u2  u4  u8  i1  i2  i4  i8  f2  bf  f4  f8  c8 c16
 u1  u1  u1  u2  u4  u8  i2  i2  i4  i8  f2  bf  f4  f8  c8 c16
 u2  u2  u2  u2  u4  u8  i4  i4  i4  i8  f2  bf  f4  f8  c8 c16
 u4  u4  u4  u4  u4  u8  i8  i8  i8  i8  f2  bf  f4  f8  c8 c16
 u8  u8  u8  u8  u8  u8  --  --  --  --  f2  bf  f4  f8  c8 c16
 i1  i1  i2  i4  i8  --  i1  i2  i4  i8  f2  bf  f4  f8  c8 c16
 i2  i2  i2  i4  i8  --  i2  i2  i4  i8  f2  bf  f4  f8  c8 c16
 i4  i4  i4  i4  i8  --  i4  i4  i4  i8  f2  bf  f4  f8  c8 c16
 i8  i8  i8  i8  i8  --  i8  i8  i8  i8  f2  bf  f4  f8  c8 c16
 f2  f2  f2  f2  f2  f2  f2  f2  f2  f2  f2  f4  f4  f8  c8 c16
 bf  bf  bf  bf  bf  bf  bf  bf  bf  bf  f4  bf  f4  f8  c8 c16
 f4  f4  f4  f4  f4  f4  f4  f4  f4  f4  f4  f4  f4  f8  c8 c16
 f8  f8  f8  f8  f8  f8  f8  f8  f8  f8  f8  f8  f8  f8 c16 c16
 c8  c8  c8  c8  c8  c8  c8  c8  c8  c8  c8  c8  c8 c16  c8 c16
c16 c16 c16 c16 c16 c16 c16 c16 c16 c16 c16 c16 c16 c16 c16 c16
"""


def _table() -> dict[tuple[str, str], str]:
    header, *rows = [line.split() for line in _ROWS.strip().splitlines()]
    return {
        (CODES[row[0]], CODES[top]): CODES[cell]
        for row in rows
        for top, cell in zip(header, row[1:], strict=True)
    }


PROMOTED: Final = _table()
"""The common dtype by pair; "" where there is none."""

KINDS: Final = {"bool": 0, "int": 1, "float": 2, "complex": 3}


def kind_of(dtype: str) -> str:
    """bool, int, float or complex."""
    if dtype == "bool":
        return "bool"
    if "int" in dtype:
        return "int"
    return "complex" if dtype.startswith("complex") else "float"


def with_lower_rank(dtype: str, other: str) -> str:
    """The dtype of a tensor of `dtype` and one of `other` that has no dims: it counts only if its kind is higher.

    A complex one gives the complex dtype with the precision of a float one: float32[3] * complex128[].
    """
    if KINDS[kind_of(other)] <= KINDS[kind_of(dtype)]:
        return dtype
    return PROMOTED[dtype, "complex64"] if kind_of(dtype) == "float" else PROMOTED[dtype, other]


def with_number(dtype: str, number: type) -> str:
    """The dtype of a tensor of `dtype` and a Python number."""
    return with_lower_rank(
        dtype, {bool: "bool", int: "int64", float: "float32", complex: "complex64"}[number]
    )
