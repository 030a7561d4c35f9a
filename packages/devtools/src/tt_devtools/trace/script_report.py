"""The summary of a traced script: tables in a terminal and on a page."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tt_devtools.duration import duration
from tt_devtools.output import console, put
from tt_devtools.plural import plural
from tt_devtools.trace.render import wrapped

TOP = 20  # rows of a table in the terminal; --json and --html have all
PAGE_EVENTS = 1_000  # of each thread, folded out on the page
_GAP = 2
_LEAST_WORDS = 24  # letters; where the last column has less, its words stand below
_OPS = ("op", "calls", "own time", "share", "a call", "route")
_SOURCE_LETTERS = 36
_LINES = ("line", "source", "calls", "time", "share", "ops")


def show(report: Mapping[str, Any]) -> None:
    """Both tables, after a line that sums them up."""
    width = console().width
    put(headline(report))
    for title, titles, rows, whole in (
        ("by op", _OPS, op_rows(report), len(report["ops"])),
        ("by line", _LINES, line_rows(report), len(report["lines"])),
    ):
        if not rows:
            continue
        put("")
        for line in table_lines(titles, rows[:TOP], width):
            put(line)
        if whole > TOP:
            put(f"... and {whole - TOP} more {title}: --json or --html has all")
    for note in report["notes"]:
        put(f"note: {note}")


def headline(report: Mapping[str, Any]) -> str:
    """`train.py: 8 ops at 5 lines, 1,200 calls: 3.1 ms in ops of 0.2 s traced`."""
    calls = sum(op["outermost"] for op in report["ops"])
    own = sum(op["own_ns"] for op in report["ops"])
    if not report["ops"]:
        return f"{report['script']}: it called no op of {' or '.join(report['followed'])}"
    return (
        f"{report['script']}: {plural(len(report['ops']), 'op')} at {plural(len(report['lines']), 'line')}, "
        f"{plural(calls, 'call')}: {duration(own / 1e9)} in ops of {duration(report['seconds'])} traced"
    )


def op_rows(report: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """Numbers are pairs of a text and a value to sort by."""
    whole = sum(op["own_ns"] for op in report["ops"]) or 1
    return [
        (
            op["op"] + (f" ({op['raised']} raised)" if op["raised"] else ""),
            (f"{op['calls']:,}", op["calls"]),
            (duration(op["own_ns"] / 1e9), op["own_ns"]),
            (f"{op['own_ns'] / whole:.0%}", op["own_ns"]),
            (duration(op["own_ns"] / op["calls"] / 1e9) if op["calls"] else "-", op["own_ns"]),
            "; ".join(_most(op[what]) for what in ("keys", "loops") if op[what]),
        )
        for op in report["ops"]
    ]


def line_rows(report: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """As `op_rows`, for lines."""
    whole = sum(line["ns"] for line in report["lines"]) or 1
    return [
        (
            f"{_short(line['file'])}:{line['line']}",
            _cut(line["text"]),
            (f"{line['outermost']:,}", line["outermost"]),
            (duration(line["ns"] / 1e9), line["ns"]),
            (f"{line['ns'] / whole:.0%}", line["ns"]),
            ", ".join(f"{op} x{count:,}" if count > 1 else op for op, count in line["ops"].items()),
        )
        for line in report["lines"]
    ]


def script_page(report: Mapping[str, Any]) -> str:
    """One self-contained page: both tables whole, and the first calls stage by stage."""
    from html import escape

    from tt_devtools.trace.html_page import document, route_part, table

    parts = [f"<p>{escape(headline(report))}</p>"]
    parts += [f'<p class="note">{escape(note)}</p>' for note in report["notes"]]
    parts += [
        "<h2>By op</h2>",
        table(_OPS, op_rows(report)),
        "<h2>By line</h2>",
        table(_LINES, line_rows(report)),
    ]
    for name, route in report["routes"].items():
        parts += [f"<h2>{escape(name)}</h2>", route_part({"stages": _first_calls(route["stages"])})]
    return document(f"tt trace {report['script']}", parts)


def _first_calls(stages: list[Any]) -> list[Any]:
    """Whole calls, as many as a page can fold out."""
    ends = [index for index, stage in enumerate(stages) if stage["parent"] < 0 and index <= PAGE_EVENTS]
    return stages if len(stages) <= PAGE_EVENTS else stages[: ends[-1] or len(stages)]


def table_lines(titles: Sequence[str], rows: Sequence[Sequence[Any]], width: int) -> Iterator[str]:
    """Columns, numbers to the right. The words of the last one wrap, beside the others or, for want of room, below."""
    from rich.cells import cell_len

    if not any(row[-1] for row in rows):
        titles = [*titles[:-1], ""]
    texts = [titles, *([cell[0] if isinstance(cell, tuple) else cell for cell in row] for row in rows)]
    widths = [max(map(cell_len, column)) for column in zip(*texts, strict=True)][:-1]
    side = sum(widths) + _GAP * len(widths)
    is_beside = width - side >= _LEAST_WORDS
    indent = side if is_beside else _GAP
    for row in texts:
        line = ""
        for text, size, like in zip(row, widths, rows[0], strict=False):
            blank = " " * (size - cell_len(text))
            line += (blank + text if isinstance(like, tuple) else text + blank) + " " * _GAP
        words = wrapped(row[-1], width - indent)
        yield (line + words.pop(0) if is_beside else line).rstrip()
        yield from (" " * indent + each for each in words if each)


def _cut(text: str) -> str:
    return text if len(text) <= _SOURCE_LETTERS else text[: _SOURCE_LETTERS - 3] + "..."


def _most(counts: Mapping[str, int]) -> str:
    """The commonest, and how many others there are."""
    first = max(counts, key=lambda name: counts[name])
    return first + (f" (+{len(counts) - 1})" if len(counts) > 1 else "")


def _short(file: str) -> str:
    try:
        return str(Path(file).resolve().relative_to(Path.cwd().resolve()))
    except ValueError:
        return file
