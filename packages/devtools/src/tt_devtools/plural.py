"""Counts as people write them."""


def plural(count: int, noun: str) -> str:
    """`1 unit`, `2 units`, `1,504 calls`."""
    return f"{count:,} {noun}{'s' * (count != 1)}"
