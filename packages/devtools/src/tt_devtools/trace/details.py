"""The details of one stage as lines of text. Keys are shown in the order in which the library gave them."""

from collections.abc import Mapping
from typing import Any

# Lists whose every item is worth a line; the items of others stand side by side.
_LINE_EACH = ("passed_over",)
_YES_NO = ("cast",)
_BYTES = ("bytes",)
_UNITS = (("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10))


def detail_lines(detail: Mapping[str, Any]) -> list[str]:
    """Plain values side by side on the first line, lists below; places are joined to what they are the places
    of."""
    plain: list[str] = []
    lists: list[str] = []
    for key, value in detail.items():
        label = key.replace("_", " ")
        if value in ("", []) or _is_place(key, detail):
            continue
        if isinstance(value, list) and key in _LINE_EACH:
            lists += [f"{label} {item}" for item in value]
        elif isinstance(value, list):
            lists.append(f"{label}: {'; '.join(map(str, value))}")
        else:
            plain.append(f"{label} {_value(key, value)}{_place(key, detail)}")
    plain += [
        f"{key.removesuffix('_file')} at {value}:{detail[_line_key(key)]}"
        for key, value in detail.items()
        if key.endswith("_file")
        and value
        and _line_key(key) in detail
        and key.removesuffix("_file") not in detail
    ]
    return ([", ".join(plain)] if plain else []) + lists


def _line_key(file_key: str) -> str:
    return file_key.removesuffix("_file") + "_line"


def _is_place(key: str, detail: Mapping[str, Any]) -> bool:
    if key.endswith("_file"):
        return _line_key(key) in detail
    return key.endswith("_line") and key.removesuffix("_line") + "_file" in detail


def _place(key: str, detail: Mapping[str, Any]) -> str:
    file = detail.get(f"{key}_file")
    return f" ({file}:{detail.get(f'{key}_line', 0)})" if file else ""


def _value(key: str, value: Any) -> str:
    if key in _YES_NO:
        return "yes" if value else "no"
    if key in _BYTES:
        return next((f"{value / size:.1f} {unit}" for unit, size in _UNITS if value >= size), f"{value} B")
    return str(value)
