"""The details of one stage as lines of text, in the order in which the library gave them."""

from collections.abc import Mapping
from typing import Any

# Lists whose every item is worth a line; the items of others stand side by side.
_LINE_EACH = {"passed_over": "passed over", "frames": "frame", "formulas": "formula", "touches": "touch"}
_LEFT_OUT = ("mask", "leaf")  # every key that the op handles, a mangled name: in --json, too long for a line
_YES_NO = ("cast",)
_BYTES = ("bytes",)
GAP = "   "  # between values that hold commas themselves
_UNITS = (("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10))


def detail_lines(detail: Mapping[str, Any]) -> list[str]:
    """What dispatch decided comes first; then plain values side by side, then lists a line each."""
    rest = dict(detail)
    lines = _decision(rest) if "chosen" in rest else []
    plain: list[str] = []
    lists: list[str] = []
    for key, value in rest.items():
        label = key.replace("_", " ")
        if value in ("", []) or key in _LEFT_OUT or _is_place(key, rest):
            continue
        if isinstance(value, list) and key in _LINE_EACH:
            lists += [f"{_LINE_EACH[key]} {item}" for item in value]
        elif isinstance(value, list):
            lists.append(f"{label}: {'; '.join(map(str, value))}")
        else:
            plain.append(f"{label} {_value(key, value)}{_place(key, rest)}")
    plain += [
        f"{key.removesuffix('_file')} at {value}:{rest[_line_key(key)]}"
        for key, value in rest.items()
        if key.endswith("_file") and value and _is_place(key, rest) and key.removesuffix("_file") not in rest
    ]
    return lines + ([GAP.join(plain)] if plain else []) + lists


def _decision(rest: dict[str, Any]) -> list[str]:
    """The key taken and the kernel found under it; takes what it says out of `rest`."""
    chosen, brought_by, kernel = (rest.pop(key, "") for key in ("chosen", "brought_by", "kernel"))
    file, line, rule = (rest.pop(key, "") for key in ("registered_file", "registered_line", "rule"))
    why = f", brought by {brought_by}" if brought_by else ""
    found = f": {kernel}" if kernel else ""
    where = f", registered at {file}:{line}" if file else ""
    how = f" (rule {rule})" if rule else ""
    return [f"took {chosen}{why}{found}{where}{how}"]


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
