"""Composites in Python: how a body is registered, and what stands in one that is still to be written."""

from __future__ import annotations

import pytest

import tt
from tt_kernels.composite import composite
from tt_kernels.unwritten import unwritten


def test_a_body_is_of_an_op_that_there_is() -> None:
    with pytest.raises(NotImplementedError, match="no_such_op"):
        composite("no_such_op")(lambda self: self)


def test_an_op_has_one_body() -> None:
    with pytest.raises(
        RuntimeError, match=r"(?s)positive.*copy_composites\.cpp:\d+.*test_composite_bodies\.py:\d+"
    ):
        composite("positive")(lambda self: self)
    assert tt.positive(tt.ones(2)).tolist() == [1, 1]


def test_a_blank_says_where_it_is() -> None:
    line = test_a_blank_says_where_it_is.__code__.co_firstlineno + 3
    with pytest.raises(NotImplementedError, match=rf"(?s)^op: .*not written yet.hint: .*_bodies\.py:{line}$"):
        unwritten("op")
