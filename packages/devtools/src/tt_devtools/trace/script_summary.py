"""What a traced script did, added up by op and by source line. Rows come from `script_recorders`; nothing here knows
the library."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

_SUMS = ("calls", "outermost", "ns", "own_ns", "bytes", "raised")  # absent where no row has it
_COUNTS = ("stage_ns", "keys", "loops")


def by_op(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """A row for each op and each node of backward, the dearest by its own time first."""
    ops: dict[str, dict[str, Any]] = {}
    for row in rows:
        into = ops.setdefault(row["op"], {"op": row["op"]} | {name: {} for name in _COUNTS})
        _add_sums(into, row)
        for name in _COUNTS:
            for key, count in row[name].items():
                into[name][key] = into[name].get(key, 0) + count
    return sorted(ops.values(), key=lambda op: -op["own_ns"])


def by_line(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """A row for each source line that called an op, the dearest first, with its text and its ops."""
    lines: dict[tuple[str, int], dict[str, Any]] = {}
    for row in rows:
        place = (row["file"], row["line"])
        into = lines.setdefault(place, {"file": place[0], "line": place[1], "ops": {}})
        _add_sums(into, row)
        if row["outermost"]:
            into["ops"][row["op"]] = into["ops"].get(row["op"], 0) + row["outermost"]
    texts: dict[str, list[str]] = {}
    for (file, number), line in lines.items():
        if file not in texts:
            texts[file] = _lines_of(file)
        line["text"] = texts[file][number - 1].strip() if 0 < number <= len(texts[file]) else ""
    return sorted(lines.values(), key=lambda line: -line["ns"])


def _add_sums(into: dict[str, Any], row: Mapping[str, Any]) -> None:
    for name in _SUMS:
        if name in row:
            into[name] = into.get(name, 0) + row[name]


def _lines_of(file: str) -> list[str]:
    """The file's text; none for what is no file, as of `<string>`."""
    try:
        return Path(file).read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []
