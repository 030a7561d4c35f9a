"""A pytest plugin: Ctrl-C is heeded from where pytest says a word about it, after conftest files and plugins load."""

from tt_devtools import interrupts


def pytest_configure() -> None:
    """The first hook whose interrupts pytest reports."""
    interrupts.heed()
