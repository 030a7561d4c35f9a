"""A Library for one test, and the tensors that kernels in tests are called with."""

from collections.abc import Iterator

import pytest

from tt.library import Library


@pytest.fixture
def lib() -> Iterator[Library]:
    """Ends with the test, and with it all that the test registered through it."""
    with Library("testlib", "FRAGMENT") as library:
        yield library
