"""Fixtures for every test folder. Imports nothing of tt: architecture tests need no build."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def checkout() -> Path:
    """The root of the checkout under test."""
    return Path(__file__).resolve().parent.parent
