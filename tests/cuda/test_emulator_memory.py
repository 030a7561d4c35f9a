"""The caching allocator of CUDA memory over the emulated device. Each test in a fresh process: what is kept depends on
all that ran before."""

import pytest

from emulated_process import run


def test_nothing_is_taken_before_the_first_tensor() -> None:
    run("assert cuda.memory_allocated() == cuda.memory_reserved() == 0; cuda.empty_cache()")


def test_small_requests_share_a_segment_and_are_reused() -> None:
    run("""
        a, b = (tt.empty(100, dtype=tt.uint8, device="cuda") for _ in range(2))
        assert cuda.memory_allocated() == 1024 and cuda.memory_reserved() == 2 * MiB
        place = a.data_ptr()
        del a
        assert tt.empty(512, dtype=tt.uint8, device="cuda").data_ptr() == place
    """)


def test_large_requests_are_rounded_and_neighbours_join() -> None:
    run("""
        a = tt.empty(3 * MiB, dtype=tt.uint8, device="cuda")
        b = tt.empty(4 * MiB, dtype=tt.uint8, device="cuda")
        assert cuda.memory_reserved() == 20 * MiB and b.data_ptr() == a.data_ptr() + 3 * MiB
        c = tt.empty(21 * MiB, dtype=tt.uint8, device="cuda")
        assert cuda.memory_reserved() == 42 * MiB
        place = a.data_ptr()
        del a, b
        assert tt.empty(20 * MiB, dtype=tt.uint8, device="cuda").data_ptr() == place
    """)


def test_cache_is_given_back_and_peaks_stay() -> None:
    run("""
        a = tt.empty(8 * MiB, dtype=tt.uint8, device="cuda")
        free = cuda.mem_get_info()[0]
        del a
        assert cuda.memory_allocated() == 0 and cuda.memory_reserved() == 20 * MiB
        cuda.empty_cache()
        assert cuda.memory_reserved() == 0 and cuda.mem_get_info()[0] == free + 20 * MiB
        assert cuda.max_memory_allocated() == 8 * MiB and cuda.max_memory_reserved() == 20 * MiB
        cuda.reset_peak_memory_stats()
        assert cuda.max_memory_allocated() == 0
    """)


def test_streams_do_not_share_free_blocks() -> None:
    run("""
        a = tt.empty(100, dtype=tt.uint8, device="cuda")
        place = a.data_ptr()
        del a
        with cuda.stream(cuda.Stream()):
            assert tt.empty(100, dtype=tt.uint8, device="cuda").data_ptr() != place
        assert tt.empty(100, dtype=tt.uint8, device="cuda").data_ptr() == place
    """)


def test_recorded_streams_are_waited_for() -> None:
    run("""
        other = cuda.Stream()
        a = tt.empty(100, dtype=tt.uint8, device="cuda")
        place = a.data_ptr()
        a.record_stream(other)
        with cuda.stream(other):
            a.add_(1)
        del a
        assert cuda.memory_allocated() == 0
        b = tt.empty(100, dtype=tt.uint8, device="cuda")
        assert b.data_ptr() != place  # nobody knows that the other stream has passed
        other.synchronize()
        assert tt.empty(100, dtype=tt.uint8, device="cuda").data_ptr() == place
    """)


def test_out_of_memory_tells_sizes_and_the_allocator_goes_on() -> None:
    run(
        """
        kept = tt.ones(4 * MiB, dtype=tt.uint8, device="cuda")
        cached = tt.empty(24 * MiB, dtype=tt.uint8, device="cuda")
        del cached
        try:
            tt.empty(100 * MiB, dtype=tt.uint8, device="cuda")
        except cuda.OutOfMemoryError as error:
            assert isinstance(error, (RuntimeError, MemoryError))
            text = str(error)
            assert "out of memory: tried to allocate 104857600 bytes on cuda:0" in text, text
            assert "of 67108864 bytes free; tensors use 4194304 bytes" in text, text
        else:
            raise AssertionError("no error")
        # What was cached went back for the second try.
        assert tt.empty(40 * MiB, dtype=tt.uint8, device="cuda").numel() == 40 * MiB
        assert int(kept.sum().item()) == 4 * MiB
        """,
        TT_CUDA_EMULATE_MEMORY=str(64 << 20),
    )


@pytest.mark.parametrize("name", ["TT_CUDA_EMULATE_CHECK", "TT_CUDA_EXACT_ALLOC"])
def test_exact_allocations(name: str) -> None:
    run(
        """
        a = tt.empty(100, dtype=tt.uint8, device="cuda")
        assert cuda.memory_allocated() == cuda.memory_reserved() == 100
        del a
        assert cuda.memory_reserved() == 0
        """,
        **{name: "1"},
    )


def test_memory_of_a_device_that_is_not_there() -> None:
    run("""
        for ask in (cuda.memory_allocated, cuda.max_memory_reserved, cuda.reset_peak_memory_stats):
            for index in (-1, 1, 99):
                try:
                    ask(index)
                except RuntimeError as error:
                    assert f"invalid device index {index}, there is 1 device" in str(error), error
                else:
                    raise AssertionError(f"{ask.__name__}({index}) gave something")
    """)
