"""The caching CPU allocator: what it keeps, its limit, and threads that come and go.

Each test in a fresh process, since what a process has kept depends on all that ran before.
"""

import subprocess
import sys
from textwrap import dedent

import pytest

from tt_core import _C

caching = pytest.mark.skipif(not _C.keeps_freed_memory, reason="a sanitizer's build, which caches nothing")


def _run(body: str) -> None:
    program = "import threading, tt\nfrom tt_core import _C\nMiB = 1 << 20\n" + dedent(body)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


@caching
def test_freed_large_blocks_are_kept_and_taken_again() -> None:
    _run("""
        before = _C.cache_stats()
        assert before["cached_bytes"] == 0 and before["limit_bytes"] > 0
        x = tt.empty(4 * MiB, dtype=tt.uint8)
        place = x.data_ptr()
        assert place % (2 * MiB) == 0
        assert _C.cache_stats()["allocated_bytes"] - before["allocated_bytes"] == 4 * MiB
        del x
        assert _C.cache_stats()["allocated_bytes"] == before["allocated_bytes"]
        assert _C.cache_stats()["cached_bytes"] == 4 * MiB
        assert tt.empty(4 * MiB - 5, dtype=tt.uint8).data_ptr() == place
        _C.empty_cache()
        assert _C.cache_stats()["cached_bytes"] == 0
    """)


@caching
def test_limit_bounds_what_is_kept() -> None:
    _run("""
        _C.set_cache_limit(5 * MiB)
        first, second = (tt.empty(4 * MiB, dtype=tt.uint8) for _ in range(2))
        del first, second
        assert _C.cache_stats()["cached_bytes"] == 4 * MiB
        _C.set_cache_limit(MiB)
        assert _C.cache_stats()["cached_bytes"] == 0
        _C.set_cache_limit(0)
        del_me = tt.empty(MiB, dtype=tt.uint8)
        del del_me
        assert _C.cache_stats() == {"allocated_bytes": 0, "cached_bytes": 0, "limit_bytes": 0}
    """)


@caching
def test_small_blocks_of_every_class_are_aligned_and_their_own() -> None:
    _run("""
        powers = [1 << power for power in range(1, 17)]
        sizes = [size for power in powers for size in (power - 1, power, power + 1)]
        live = [tt.full((size,), index % 251, dtype=tt.uint8) for index, size in enumerate(sizes * 3)]
        assert all(x.data_ptr() % 64 == 0 for x in live)
        assert all(set(memoryview(x)) == {index % 251} for index, x in enumerate(live))
        place = live.pop().data_ptr()
        assert tt.empty(sizes[-1], dtype=tt.uint8).data_ptr() == place
    """)


def test_out_of_memory_says_how_much_and_leaves_the_counts() -> None:
    _run("""
        for size in (2**45, 2**50, 2**62):
            try:
                tt.empty(size, dtype=tt.uint8)
            except tt.OutOfMemoryError as error:
                assert isinstance(error, MemoryError) and isinstance(error, RuntimeError)
                assert str(error).startswith(f"empty: cannot allocate {size} bytes on cpu"), error
            else:
                raise AssertionError(size)
        assert _C.cache_stats()["allocated_bytes"] == 0
    """)


def test_tensors_of_dead_threads_live_on() -> None:
    _run("""
        import gc
        made = []
        def work(index):
            made.extend(tt.full((n,), index) for n in (1, 10, 100, 1000, 100_000))
            for _ in range(50): tt.ones(n := 7) + 1
        for round in range(20):
            threads = [threading.Thread(target=work, args=(index,)) for index in range(4)]
            for thread in threads: thread.start()
            for thread in threads: thread.join()
        assert len(made) == 400
        assert all(len(set(x.tolist())) == 1 for x in made[-20:])
        # Freed in a thread that never allocated.
        thread = threading.Thread(target=made.clear)
        thread.start(); thread.join()
        assert _C.cache_stats()["allocated_bytes"] == 0
    """)


@caching
def test_threads_that_only_free_do_not_leak() -> None:
    _run("""
        import resource
        def peak(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        def round():
            batch = [tt.empty(1000, dtype=tt.uint8) for _ in range(256)]
            batch += [x[:10] for x in batch]
            thread = threading.Thread(target=batch.clear)
            thread.start(); thread.join()
        for _ in range(50): round()
        before = peak()
        for _ in range(300): round()
        assert peak() - before < 10_000, f"{peak() - before} KiB more"
    """)


def test_forked_child_allocates_while_threads_do() -> None:
    _run("""
        import os, time
        stop = False
        def churn():
            while not stop: tt.empty(MiB, dtype=tt.uint8)
        thread = threading.Thread(target=churn)
        thread.start()
        for _ in range(30):
            child = os.fork()
            if child == 0:
                tt.empty(MiB, dtype=tt.uint8)
                os._exit(0)
            assert os.waitpid(child, 0)[1] == 0
        stop = True
        thread.join()
    """)
