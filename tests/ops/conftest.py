"""Stubs that `tt new-op` made are expected to fail (blanks.py)."""

from blanks import pytest_runtest_makereport

__all__ = ["pytest_runtest_makereport"]
