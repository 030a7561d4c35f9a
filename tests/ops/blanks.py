"""Stubs that `tt new-op` made: while an op has blanks, what fails because of them is expected to.

`test_unwritten` has a strict mark for each blank, so that none stays in the samples once it is filled in.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest

from samples import by_name, of


def _op_of(item: pytest.Item) -> str:
    """The op that a test is parametrised with."""
    found = getattr(item, "callspec", None)
    name = found.params.get("op", "") if found else ""
    return name if name in by_name() else ""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.when != "call" or not report.failed or call.excinfo is None:
        return report
    error: Any = call.excinfo.value
    said = f"{error} {error.__context__}"
    op = _op_of(item)
    if op and of(op).unwritten and "is not written yet" in said:
        report.outcome = "skipped"
        report.wasxfail = f"unwritten: {', '.join(of(op).unwritten)}"
    return report
