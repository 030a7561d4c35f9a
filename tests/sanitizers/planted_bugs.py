"""The bugs, by the preset that has to find them, each with what its report says; and right code, which says nothing.

`planted` is planted.cpp, `launch` starts a kernel of tests/cuda/planted.cu on the emulator.
"""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import dedent


@dataclass(frozen=True)
class Planted:
    """Lines for a process of its own. `told` is empty where they are right."""

    lines: str
    told: tuple[str, ...] = ()


START = """
import ctypes, sys, threading
import numpy as np
import tt
from tt_kernels import _C

planted = ctypes.CDLL(sys.argv[1])
planted.write_on.argtypes = [ctypes.c_void_p]
tt.set_num_threads(4)

def floats(count):
    return tt.arange(count, dtype=tt.float32, device="cuda")

def launch(name, *args, block=64):
    ctypes.CDLL(sys.argv[2])
    _C.cuda.launch_named(name, "", [1, 1, 1], [block, 1, 1], *args)
    tt.cuda.synchronize()
"""

# Threads that meet at barriers and in warps, and a kernel that is left in the middle.
EMULATED = Planted("""
    x = floats(64)
    launch("reverse", x, x.clone())
    assert x.tolist() == list(range(63, -1, -1))
    launch("scatter", x, tt.zeros(64, dtype=tt.int64, device="cuda"), floats(64), 64)
    try:
        launch("barrier_in_a_branch", x)
    except RuntimeError as error:
        assert "left the kernel" in str(error)
    launch("sum_of_warp", x, floats(32), block=32)
    launch("through_the_warp", x, floats(32), block=32)
""")

BUGS = {
    "asan": {
        "a write behind memory": Planted(
            "planted.write_behind_memory()",
            ("heap-buffer-overflow", "in write_behind_memory", "0 bytes to the right"),
        ),
        "a read of freed memory": Planted(
            "planted.read_freed_memory()", ("heap-use-after-free", "in read_freed_memory", "freed by thread")
        ),
        "a signed overflow": Planted(
            "planted.overflow_a_sum(2**31 - 1)", ("planted.cpp", "signed integer overflow: 2147483647 + 1")
        ),
        "a kernel that reads behind an array": Planted(
            """
            short = np.ones(64, np.float32)
            tt.from_numpy(np.lib.stride_tricks.as_strided(short, (65,))).exp()
            """,
            ("heap-buffer-overflow", "READ of size 4", "tt::kernels"),
        ),
        "an emulated kernel that reads behind device memory": Planted(
            'launch("index_error", floats(64), floats(63), 63)',
            ("AddressSanitizer", "READ of size 4", "planted::index_error"),
        ),
        "an emulated kernel that writes behind shared memory": Planted(
            'launch("shared_out_of_bounds", floats(64))',
            ("index 64 out of bounds for type 'float [64]'", "planted::shared_out_of_bounds"),
        ),
        "memory used rightly": Planted("planted.use_memory()"),
        "emulated kernels used rightly": EMULATED,
    },
    "tsan": {
        "a race in a region": Planted(
            "planted.count_in_a_region()",
            ("data race", "count_in_a_region", "planted.cpp", "tt::detail::run_parallel"),
        ),
        "a kernel that races": Planted(
            """
            x = tt.ones(64)
            threading.Thread(target=planted.write_on, args=(x.data_ptr(),), daemon=True).start()
            planted.wait_for_write()
            x.exp()
            """,
            ("data race", "#0 write_on", "tt::kernels"),
        ),
        "regions used rightly": Planted("assert planted.add_in_regions() == 2**20"),
        "kernels on threads used rightly": Planted("""
            x = tt.rand(300_000)
            for _ in range(5):
                x = (x.exp().sum() * x).clone()
        """),
        "emulated kernels used rightly": EMULATED,
    },
}


def program(bug: Planted) -> str:
    """For `python -c`, with the two libraries for its arguments."""
    return START + dedent(bug.lines)
