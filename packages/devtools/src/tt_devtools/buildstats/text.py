"""Pieces of what is printed: counts, seconds, lists, columns, and names that cannot do harm."""

from collections.abc import Sequence


def printable(path: str) -> str:
    """A path that cannot move the cursor, whatever a hostile build directory names its files."""
    if path.isprintable():
        return path
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in path)


def listed(items: list[str], most: int) -> list[str]:
    """Indented lines, at most so many, and how many more there are."""
    lines = [f"    {item}" for item in items[:most]]
    if len(items) > most:
        lines.append(f"    and {len(items) - most} more")
    return lines


def aligned(rows: Sequence[Sequence[str]], left: int = 1) -> list[str]:
    """Columns: the last `left` to the left, numbers before them to the right."""
    numbers = len(rows[0]) - left
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(
            text.rjust(width) if column < numbers else text.ljust(width)
            for column, (text, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def seconds(value: float | None) -> str:
    """One digit behind the point; ? where nobody knows."""
    return "?" if value is None else f"{value:.1f}"


def rounded(value: float | None) -> float | None:
    """To milliseconds, for JSON."""
    return None if value is None else round(value, 3)
