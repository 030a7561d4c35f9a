"""A pytest plugin for libraries that were built with AddressSanitizer: what leaked in the tests fails the run.

Looked for while Python is still whole: what its objects hold is in use, and only what nobody can reach has leaked.
"""

import ctypes
import gc

import pytest


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Has LeakSanitizer look once; it writes what it finds to stderr."""
    gc.collect()
    look = ctypes.CDLL(None).__lsan_do_recoverable_leak_check
    if look() and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
