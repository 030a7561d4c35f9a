"""A driver, or a cuBLAS, that does not do what it should: each time the emulator's with some functions replaced."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from emulated_process import before_emulator, run

Replace = Callable[[str], Path]


@pytest.fixture
def replaced(checkout: Path, tmp_path: Path) -> Replace:
    """The emulator's library behind one that has these functions."""

    def make(functions: str) -> Path:
        made = tmp_path / "driver.so"
        command = [os.environ.get("CXX", "c++"), "-shared", "-fPIC", "-x", "c++", "-", "-o", str(made)]
        command += before_emulator(checkout)
        subprocess.run(command, input=f'extern "C" {{ {functions} }}', text=True, check=True)
        return made

    return make


def with_driver(path: Path, body: str) -> None:
    run(f"from tt_kernels import _C\n_C.cuda.set_emulator_library({str(path)!r})\n" + body)


def test_the_replaced_one_is_a_driver(replaced: Replace) -> None:
    with_driver(replaced("int unused() { return 0; }"), "assert tt.ones(3, device='cuda').sum().item() == 3")


@pytest.mark.parametrize("code", [999, 100])
def test_it_does_not_start(replaced: Replace, code: int) -> None:
    with_driver(
        replaced(f"int cuInit(unsigned) {{ return {code}; }}"),
        """
assert not cuda.is_available() and cuda.device_count() == 0
try:
    tt.ones(3, device="cuda")
except RuntimeError as error:
    assert "the driver does not start" in str(error) and "hint: nvidia-smi" in str(error), error
else:
    raise AssertionError("no error")
""",
    )


def test_a_failure_is_not_taken_for_a_full_memory(replaced: Replace) -> None:
    with_driver(
        replaced("int cuMemAlloc_v2(unsigned long long*, unsigned long) { return 719; }"),
        """
try:
    tt.empty(3, device="cuda")
except RuntimeError as error:
    assert not isinstance(error, cuda.OutOfMemoryError), error
    assert "CUDA error 719" in str(error) and "while allocating memory" in str(error), error
else:
    raise AssertionError("no error")
""",
    )


def test_cublas_that_cannot_be_loaded(replaced: Replace) -> None:
    with_driver(
        replaced("int unused() { return 0; }"),
        """
a = tt.ones(2, 2, device="cuda")
_C.cuda.set_emulator_library("/nowhere/libcublas.so.13")
for attempt in range(2):
    try:
        a @ a
    except RuntimeError as error:
        assert "matmul: cuda: cuBLAS cannot be loaded: /nowhere/libcublas.so.13" in str(error), error
        assert "hint: pip install" in str(error), error
    else:
        raise AssertionError("no error")
assert (a + a).sum().item() == 8
""",
    )


@pytest.mark.parametrize(
    ("code", "kind", "says"),
    [
        (3, "cuda.OutOfMemoryError", "out of memory: cuBLAS found none for itself while starting"),
        (8, "RuntimeError", "cuBLAS error 8 while starting"),
    ],
)
def test_cublas_that_does_not_start(replaced: Replace, code: int, kind: str, says: str) -> None:
    with_driver(
        replaced(f"int cublasCreate_v2(void**) {{ return {code}; }}"),
        f"""
a = tt.ones(2, 2, device="cuda")
try:
    a @ a
except RuntimeError as error:
    assert type(error) is {kind} and "{says}" in str(error), error
else:
    raise AssertionError("no error")
""",
    )
