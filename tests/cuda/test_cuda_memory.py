"""Memory on a device as its user sees it. The sizes of segments are test_emulator_memory.py's."""

import pytest

import tt


def test_tensors_are_counted() -> None:
    before = tt.cuda.memory_allocated()
    a = tt.empty(3 << 20, dtype=tt.uint8, device="cuda")
    assert tt.cuda.memory_allocated() == before + a.nbytes <= tt.cuda.memory_reserved()
    assert tt.cuda.max_memory_allocated() >= before + a.nbytes
    del a
    assert tt.cuda.memory_allocated() == before
    tt.cuda.empty_cache()
    assert tt.cuda.memory_allocated() == before


def test_too_much_is_refused_and_less_is_not() -> None:
    kept = tt.ones(1000, device="cuda")
    with pytest.raises(tt.cuda.OutOfMemoryError, match=rf"tried to allocate {1 << 46} bytes on cuda:0"):
        tt.empty(1 << 46, dtype=tt.uint8, device="cuda")
    assert (kept + tt.ones(1000, device="cuda")).sum().item() == 2000


def test_a_size_beyond_every_address() -> None:
    with pytest.raises(tt.cuda.OutOfMemoryError, match="cannot allocate"):
        tt.empty(1 << 60, device="cuda")
