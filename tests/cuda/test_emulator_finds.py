"""Every kind of bug that is planted in planted.cu is found and named, and nothing is found in what is right."""

import ctypes
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import tt
from foreign_array import Array
from tt_kernels import _C

pytestmark = pytest.mark.usefixtures("checks")

CUDA = _C.cuda
# By the fault itself, or by a sanitizer that tells of it.
DEATHS = (-signal.SIGSEGV, -signal.SIGABRT, 66)
# What needs a look at every access.
watched = pytest.mark.skipif(
    hasattr(ctypes.CDLL(None), "__tsan_init"),
    reason="ThreadSanitizer's functions have taken the emulator's places",
)


@pytest.fixture(scope="module")
def library(checkout: Path) -> Path:
    """The folder of the emulator's library."""
    return checkout / "packages" / "kernels" / "src" / "tt_kernels" / "lib"


@pytest.fixture(scope="module", autouse=True)
def planted(checkout: Path, library: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """planted.cu, compiled as the build compiles the emulator's kernels, and loaded."""
    folder = tmp_path_factory.mktemp("planted")
    packages = checkout / "packages"
    compiler = os.environ.get("CXX", "c++")
    flags = ["-O1", "-std=c++20", "-fPIC", "-DTT_EMULATE", "-fsanitize=thread"]
    includes = [f"-I{packages / 'kernels' / 'cpp'}", f"-I{packages / 'core' / 'cpp'}"]
    source = Path(__file__).parent / "planted.cu"
    subprocess.run(
        [compiler, *flags, *includes, "-x", "c++", "-c", source, "-o", folder / "planted.o"], check=True
    )
    # Linked without -fsanitize: the functions that it calls are the emulator's.
    subprocess.run(
        [compiler, "-shared", folder / "planted.o", "-o", folder / "planted.so",
         f"-L{library}", "-l:libtt_cuda_emulator.so", f"-Wl,-rpath,{library}"], check=True,
    )  # fmt: skip
    tt.ones(1, device="cuda")  # the emulator is loaded
    ctypes.CDLL(str(folder / "planted.so"))
    return folder / "planted.so"


def launch(name: str, *args: Any, grid: int = 1, block: int = 64) -> None:
    CUDA.launch_named(name, "", [grid, 1, 1], [block, 1, 1], *args)
    tt.cuda.synchronize()


def floats(count: int = 64) -> Any:
    return tt.arange(count, dtype=tt.float32, device="cuda")


@watched
def test_index_error_by_one() -> None:
    with pytest.raises(
        RuntimeError, match=r"kernel index_error: thread \(63, 0, 0\) of block \(0, 0, 0\) reads"
    ):
        launch("index_error", floats(63), floats(63), 63)


@watched
def test_index_error_is_found_where_it_writes() -> None:
    with pytest.raises(RuntimeError, match=r"writes 4 bytes .* at byte 252 of an allocation of 252 bytes"):
        launch("index_error", floats(63), floats(64), 63)


def test_far_index_error_is_found_without_checks() -> None:
    out = floats()
    CUDA.emulator_checks(0)
    with pytest.raises(RuntimeError, match="illegal address: thread"):
        launch("far_index_error", out, 1 << 28)


@watched
def test_missing_barrier_before_anything_is_there() -> None:
    with pytest.raises(RuntimeError, match="which no thread has written\nhint: a barrier is missing"):
        launch("reverse_without_barrier", floats(), floats())


@watched
def test_missing_barrier_names_both_threads() -> None:
    with pytest.raises(
        RuntimeError,
        match=r"race: thread \(\d+, 0, 0\).* of shared memory, which thread \(\d+, 0, 0\)(.|\n)*hint: a barrier",
    ):
        launch("second_barrier_missing", floats(), floats())


def test_barrier_that_threads_do_not_reach() -> None:
    with pytest.raises(RuntimeError, match=r"waits at __syncthreads, which thread .* left the kernel"):
        launch("barrier_in_a_branch", floats())


@watched
@pytest.mark.parametrize("grid", [1, 8])
def test_non_atomic_scatter(grid: int) -> None:
    places = tt.zeros(64, dtype=tt.int64, device="cuda")
    with pytest.raises(RuntimeError, match=r"race: (.|\n)*hint: (an atomic|a barrier)"):
        launch("non_atomic_scatter", floats(1), places, floats(), 64, grid=grid, block=64 // grid)


@watched
def test_shared_memory_out_of_bounds() -> None:
    with pytest.raises(RuntimeError, match="256 bytes into the shared array 'values' of 256 bytes"):
        launch("shared_out_of_bounds", floats())


@watched
def test_shared_memory_that_nobody_wrote() -> None:
    with pytest.raises(RuntimeError, match="which no thread has written"):
        launch("uninitialised_shared", floats())


@watched
@pytest.mark.parametrize("first", [1, 3])
def test_misaligned_pack(first: int) -> None:
    with pytest.raises(
        RuntimeError, match=r"misaligned address: thread \(0, 0, 0\).* reads 16 bytes at once"
    ):
        launch("packs", floats(32), floats(64), first, block=8)
    out = floats(32)
    launch("packs", out, floats(64), 4, block=8)
    assert out.tolist() == list(range(4, 36))


def test_shuffle_beyond_its_mask() -> None:
    with pytest.raises(RuntimeError, match="__shfl_xor_sync"):
        launch("sum_of_half_a_warp", floats(32), floats(32), block=32)


def test_integer_division_by_zero() -> None:
    with pytest.raises(RuntimeError, match="divides an integer by zero"):
        launch("division_by_zero", tt.zeros(64, dtype=tt.int64, device="cuda"), 0)


@pytest.mark.parametrize("block", [0, 1025])
def test_wrong_launch_size(block: int) -> None:
    with pytest.raises(
        RuntimeError, match=r"CUDA error 1 \(CUDA_ERROR_INVALID_VALUE\) while launching reverse"
    ):
        launch("reverse", floats(), floats(), block=block)


def test_unknown_kernel() -> None:
    with pytest.raises(NotImplementedError, match="there is no compiled kernel nonsense"):
        launch("nonsense")


def test_right_kernels_are_left_alone() -> None:
    out = floats()
    launch("reverse", out, floats())
    assert out.tolist() == list(range(63, -1, -1))
    out = tt.zeros(1, device="cuda")
    launch("scatter", out, tt.zeros(64, dtype=tt.int64, device="cuda"), floats(), 64, grid=4, block=16)
    assert out.item() == sum(range(64))
    out = floats(32)
    launch("sum_of_warp", out, floats(32), block=32)
    assert out.tolist() == [sum(range(32))] * 32
    launch("through_the_warp", out, floats(32), block=32)
    assert out.tolist() == list(range(31, -1, -1))


@watched
def test_device_goes_on_after_an_error() -> None:
    with pytest.raises(RuntimeError, match="uninitialised_shared"):
        launch("uninitialised_shared", floats())
    assert (floats(3) + 1).tolist() == [1, 2, 3]


@watched
def test_error_is_reported_by_the_next_call_that_waits() -> None:
    CUDA.launch_named("uninitialised_shared", "", [1, 1, 1], [64, 1, 1], floats())
    later = floats(2) + 1  # queued behind it, and says nothing
    with pytest.raises(RuntimeError, match="uninitialised_shared"):
        later.cpu()


def test_host_use_of_a_device_pointer() -> None:
    code = "import ctypes, tt\nt = tt.ones(4, device='cuda')\nctypes.c_float.from_address(t.data_ptr()).value"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode in DEATHS
    assert "the host touches device memory" in done.stderr and "Tensor.cpu()" in done.stderr


def test_copy_of_what_is_no_device_memory() -> None:
    with pytest.raises(RuntimeError, match=r"CUDA_ERROR_INVALID_VALUE\) while copying to the host"):
        tt.as_tensor(Array()).cpu()


@pytest.mark.parametrize("count", [4, 100_000])
def test_copy_beyond_an_allocation(count: int) -> None:
    three = floats(3)
    longer = tt.as_tensor(Array(shape=(count,), data=(three.data_ptr(), False)))
    with pytest.raises(
        RuntimeError, match=f"a copy reads {4 * count} bytes of device memory at byte 0 of an alloc"
    ):
        longer.cpu()
    assert three.tolist() == [0, 1, 2]


OF_ANOTHER_THREAD = """
import ctypes, sys, threading, time
emulator, planted = (ctypes.CDLL(path) for path in sys.argv[1:])
context, module, kernel, flag = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_int(0)
address = ctypes.c_void_p(ctypes.addressof(flag))
arguments = (ctypes.c_void_p * 1)(ctypes.addressof(address))
begun = threading.Event()
def launch():
    assert emulator.cuInit(0) == emulator.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0) == 0
    assert emulator.cuCtxSetCurrent(context) == emulator.cuModuleLoadData(ctypes.byref(module), None) == 0
    assert emulator.cuModuleGetFunction(ctypes.byref(kernel), module, b"wait_for") == 0
    print("launching", flush=True)
    begun.set()
    emulator.cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, None, arguments, None)
threading.Thread(target=launch, daemon=True).start()
assert begun.wait(30)
time.sleep(0.5)
ctypes.string_at(0)
"""


def test_fault_of_another_thread_is_not_the_running_kernels(planted: Path, library: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", OF_ANOTHER_THREAD, library / "libtt_cuda_emulator.so", planted],
        capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert done.stdout == "launching\n", done.stderr
    assert done.returncode in DEATHS, done.stderr
