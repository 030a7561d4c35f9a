"""The way that a card takes: memory by CuPy, kernels by NVRTC and from the cache, libraries where a machine has them.

Behind all of them, in `card/`, stands the emulator, and tt does not know it.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from emulated_process import before_emulator

STAND_INS = Path(__file__).parent / "card"


@pytest.fixture(scope="module")
def card(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a machine that seems to have a card."""
    folder = tmp_path_factory.mktemp("card")
    libraries = folder / "nvidia/cu13/lib"
    libraries.mkdir(parents=True)
    emulator = checkout / "packages/kernels/src/tt_kernels/lib/libtt_cuda_emulator.so"
    compiler = [os.environ.get("CXX", "c++"), "-std=c++20", "-shared", "-fPIC"]
    for source, library, needs in (
        ("driver.cpp", folder / "libcuda.so.1", before_emulator(checkout)),
        ("nvrtc.cpp", libraries / "libnvrtc.so.13", []),
    ):
        subprocess.run([*compiler, str(STAND_INS / source), "-o", str(library), *needs], check=True)
    (libraries / "libcublas.so.13").symlink_to(emulator)
    shutil.copy(STAND_INS / "cupy.py", folder)
    (folder / "cupy_cuda13x-14.2.0.dist-info").mkdir()
    (folder / "cupy_cuda13x-14.2.0.dist-info/METADATA").write_text(
        "Metadata-Version: 2.1\nName: cupy-cuda13x\nVersion: 14.2.0\n"
    )
    paths = {
        name: os.pathsep.join(filter(None, [str(folder), os.environ.get(name)]))
        for name in ("PYTHONPATH", "LD_LIBRARY_PATH")
    }
    kept = {name: text for name, text in os.environ.items() if not name.startswith("TT_CUDA_")}
    return {**kept, **paths, "TT_CUDA_REAL": "1", "TT_CUDA_CACHE": str(folder / "cubins")}


def _run(checkout: Path, card: dict[str, str], *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, *arguments], cwd=checkout, env=card, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_what_is_there_is_found(checkout: Path, card: dict[str, str]) -> None:
    said = _run(checkout, card, "ci/cuda_device.py")
    assert "driver for CUDA 13.0, NVRTC 13.0, cupy-cuda13x 14.2.0, cuBLAS: " in said
    assert "nvidia/cu13/lib/libcublas.so.13" in said and "a kernel, a product and copies: right" in said


def test_kernels_are_compiled_once_and_kept(checkout: Path, card: dict[str, str], tmp_path: Path) -> None:
    """For all processes."""
    card = {**card, "TT_CUDA_CACHE": str(tmp_path)}
    program = (
        "import tt\nfrom tt_core import _C\na = tt.ones(5, dtype=tt.int16, device='cuda')\n_C.trace_start()\na * a\n"
        "print([e['detail'] for e in _C.trace_stop() if e['stage'] == 'loop'][0])"
    )
    first, second = (_run(checkout, card, "-c", program) for _ in range(2))
    assert "'compiled': 'compiled'" in first and "'compiled': 'from the cache'" in second
    assert "'emulated': 'no'" in first and "'registers': 24" in first


@pytest.mark.slow
def test_the_tests_that_run_on_a_card(checkout: Path, card: dict[str, str]) -> None:
    files = [
        f"tests/cuda/test_cuda_{name}.py" for name in ("devices", "exchange", "memory", "trace", "wrong_use")
    ]
    _run(checkout, card, "-m", "pytest", "-q", *files)


def test_exact_allocations_need_no_cupy(checkout: Path, card: dict[str, str]) -> None:
    """As compute-sanitizer watches them."""
    program = (
        "import sys, tt\na = tt.ones(100, dtype=tt.uint8, device='cuda')\n"
        "assert tt.cuda.memory_reserved() == 100 and 'cupy' not in sys.modules"
    )
    _run(checkout, {**card, "TT_CUDA_EXACT_ALLOC": "1"}, "-c", program)
