"""A sanitizer's build finds each kind of bug that it is there for, names the place, and reports nothing that is right.

Each bug runs in a process of its own, which it ends. Some are in planted.cpp, some are calls by which our own kernels
go wrong, which shows that these are watched too, and some are kernels on the emulator.
"""

import ctypes
import json
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from planted_bugs import BUGS, program

pytestmark = pytest.mark.sanitizer

LOADED = ctypes.CDLL(None)
PRESET = "asan" if hasattr(LOADED, "__asan_init") else "tsan" if hasattr(LOADED, "__tsan_init") else ""


@pytest.fixture(scope="module")
def planted(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """planted.cpp and the kernels of planted.cu, compiled as the preset compiles our libraries."""
    presets = json.loads((checkout / "CMakePresets.json").read_text())["configurePresets"]
    [ours] = [each["cacheVariables"] for each in presets if each["name"] == PRESET]
    flags = shlex.split(ours["CMAKE_CXX_FLAGS"] + " " + ours["CMAKE_CXX_FLAGS_RELWITHDEBINFO"])
    core, kernels = (checkout / "packages" / name for name in ("core", "kernels"))
    compiler = [os.environ.get("CXX", "c++"), *flags, "-std=c++20", "-fPIC", "-shared", "-DTT_EMULATE"]
    folder = tmp_path_factory.mktemp("planted")
    made = []
    for source, lib, name in (
        (Path(__file__).parent / "planted.cpp", core / "src/tt_core/lib", "tt_core"),
        (checkout / "tests/cuda/planted.cu", kernels / "src/tt_kernels/lib", "tt_cuda_emulator"),
    ):
        made.append(folder / f"{source.stem}_{source.suffix[1:]}.so")
        includes = [f"-I{core / 'cpp'}", f"-I{kernels / 'cpp'}", "-x", "c++", source, "-x", "none"]
        libraries = [f"-L{lib}", f"-l{name}", f"-Wl,-rpath,{lib}"]
        environment = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
        subprocess.run([*compiler, *includes, "-o", made[-1], *libraries], check=True, env=environment)
    return made


def test_the_process_is_one_of_a_sanitizer() -> None:
    assert PRESET, "hint: ./tt test --preset asan tests/sanitizers"


@pytest.mark.parametrize("name", BUGS.get(PRESET, {}))
def test_planted(name: str, planted: list[Path]) -> None:
    bug = BUGS[PRESET][name]
    done = subprocess.run(
        [sys.executable, "-c", program(bug), *planted], capture_output=True, text=True, timeout=120,
        env={**os.environ, "TT_CUDA_EMULATE": "1", "TT_CUDA_EMULATE_CHECK": "1"},
    )  # fmt: skip
    if not bug.told:
        assert (done.returncode, done.stderr) == (0, "")
        return
    assert done.returncode == -signal.SIGABRT, done.stderr
    for told in bug.told:
        assert told in done.stderr, done.stderr


LEAKING = """
import ctypes, os
def test_that_leaks():
    ctypes.CDLL(os.environ["PLANTED"]).{function}()
"""


@pytest.mark.skipif(PRESET == "tsan", reason="only AddressSanitizer looks for leaks")
@pytest.mark.parametrize(("function", "code"), [("lose_memory", 1), ("use_memory", 0)])
def test_a_leak_fails_the_run(planted: list[Path], tmp_path: Path, function: str, code: int) -> None:
    test = tmp_path / "test_leaking.py"
    test.write_text(LEAKING.format(function=function))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", tmp_path, test],
        capture_output=True, text=True, env={**os.environ, "PLANTED": str(planted[0])}, timeout=120,
    )  # fmt: skip
    assert done.returncode == code, done.stdout + done.stderr
    assert ("in lose_memory" in done.stderr) == bool(code)
    assert "1 passed" in done.stdout
