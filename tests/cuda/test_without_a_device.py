"""A machine without a GPU: everything else works, `is_available()` is False, and using "cuda" gives one clear error."""

import os
import subprocess
import sys
from textwrap import dedent


def _run(body: str) -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("TT_CUDA_")}
    environment["LD_LIBRARY_PATH"] = ""
    done = subprocess.run(
        [sys.executable, "-c", "import tt\n" + dedent(body)], capture_output=True, text=True, timeout=60,
        check=False, env={**environment, "CUDA_VISIBLE_DEVICES": ""},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


def test_availability_never_raises() -> None:
    _run("assert not tt.cuda.is_available() and tt.cuda.device_count() == 0 and not tt.cuda.is_emulated()")


def test_nothing_else_is_imported() -> None:
    _run("""
        import sys
        tt.ones(2).sum()
        assert "cupy" not in sys.modules and "tt.cuda" not in sys.modules and "tt_kernels.cuda" not in sys.modules
    """)


def test_seeds_and_caches_are_harmless() -> None:
    _run("tt.manual_seed(1); tt.cuda.manual_seed_all(1); tt.cuda.empty_cache(); tt.cuda.memory_allocated()")


def test_using_the_device_says_what_is_missing() -> None:
    _run("""
        for use in (
            lambda: tt.ones(2, device="cuda"),
            lambda: tt.ones(2).cuda(),
            lambda: tt.ones(2).to("cuda"),
            lambda: tt.rand(2, device="cuda:0"),
            lambda: tt.cuda.set_device(0),
            lambda: tt.cuda.synchronize(),
            lambda: tt.cuda.Stream(),
            lambda: tt.cuda.get_device_name(),
        ):
            try:
                use()
            except RuntimeError as error:
                assert "cuda: no NVIDIA driver" in str(error), error
                assert "hint: install the driver, or set TT_CUDA_EMULATE=1" in str(error), error
            else:
                raise AssertionError("no error")
    """)


def test_cuda_memory_of_others_is_refused_without_a_driver() -> None:
    _run("""
        class Array:
            def __dlpack_device__(self): return (2, 0)
            def __dlpack__(self, **options): raise AssertionError("asked")
        try:
            tt.from_dlpack(Array())
        except RuntimeError as error:
            assert "no NVIDIA driver" in str(error), error
        else:
            raise AssertionError("no error")
    """)
