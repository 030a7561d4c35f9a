"""parallel_for: how ranges are split, the number of threads, and forked children."""

import os
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tt
from tt_core import _C


@pytest.fixture(autouse=True)
def _thread_count_is_restored() -> Iterator[None]:
    before = tt.get_num_threads()
    yield
    tt.set_num_threads(before)


@given(
    st.integers(-100, 100), st.integers(0, 5000), st.integers(1, 600), st.integers(1, 64), st.integers(1, 5)
)
@settings(max_examples=150, deadline=None)
def test_parts_cover_the_range_once(begin: int, length: int, grain: int, step: int, threads: int) -> None:
    tt.set_num_threads(threads)
    parts = sorted(_C.parallel_ranges(begin, begin + length, grain, step))
    assert [place for first, last in parts for place in range(first, last)] == list(
        range(begin, begin + length)
    )
    assert len(parts) <= max(threads, 1)
    if length <= grain:
        assert len(parts) <= 1
    assert all((first - begin) % step == 0 for first, _ in parts)


def test_thread_count_is_positive() -> None:
    for wrong in (0, -3):
        with pytest.raises(RuntimeError, match=f"^set_num_threads: expected a positive int, got {wrong}$"):
            tt.set_num_threads(wrong)
    for wrong in (1.5, "a", True, None):
        message = f"^set_num_threads: expected an int, got {type(wrong).__name__}$"
        with pytest.raises(RuntimeError, match=message):
            tt.set_num_threads(wrong)
    with pytest.raises(ValueError, match="below 2"):
        tt.set_num_threads(2**31)
    tt.set_num_threads(3)
    assert tt.get_num_threads() == 3
    assert len(_C.parallel_ranges(0, 3000, 10)) == 3


def test_large_op_uses_the_threads_and_gives_the_same() -> None:
    x = tt.ones(200_000)
    tt.set_num_threads(1)
    alone = tt.exp(x)
    tt.set_num_threads(2)
    _C.trace_start()
    together = tt.exp(x)
    events = _C.trace_stop()
    assert next(event["detail"]["threads"] for event in events if event["stage"] == "loop") == 2
    assert bytes(memoryview(alone)) == bytes(memoryview(together))


def test_forked_child_computes_on_one_thread() -> None:
    tt.set_num_threads(2)
    x = tt.ones(200_000)
    assert (x + x).sum().item() == 400_000  # libgomp's pool has started
    child = os.fork()
    if child == 0:
        ok = False
        try:
            tt.set_num_threads(2)
            ok = tt.get_num_threads() == 1 and (x + x).sum().item() == 400_000
        finally:
            os._exit(0 if ok else 1)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    assert tt.get_num_threads() == 2
