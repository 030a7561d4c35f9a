"""Memory from CuPy, checked with a stand-in for it: what is asked of its public interface, and what is made of it."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from tt_kernels.cuda import libraries, segments


class OutOfMemoryError(MemoryError):
    pass


@pytest.fixture
def cupy(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A module with the few names of CuPy that are used; `asked` lists (bytes, stream)."""
    made: Any = ModuleType("cupy")
    made.asked, current = [], ["null"]

    @contextmanager
    def entered(name: Any) -> Iterator[None]:
        current.append(name)
        yield
        current.pop()

    def alloc(nbytes: int) -> Any:
        made.asked.append((nbytes, current[-1]))
        if nbytes > 1 << 30:
            raise OutOfMemoryError("out of memory")
        return SimpleNamespace(ptr=4096)

    made.cuda = SimpleNamespace(
        alloc=alloc,
        memory=SimpleNamespace(OutOfMemoryError=OutOfMemoryError),
        ExternalStream=entered,
        Stream=SimpleNamespace(null=entered("null")),
    )
    monkeypatch.setitem(sys.modules, "cupy", made)
    return made


def test_memory_is_taken_on_the_stream_that_asks(cupy: Any) -> None:
    assert segments.take(2 << 20, 0x1234).ptr == 4096
    assert segments.take(4 << 20, 0).ptr == 4096
    assert cupy.asked == [(2 << 20, 0x1234), (4 << 20, "null")]


def test_no_memory_is_none(cupy: Any) -> None:
    assert segments.take(2 << 30, 0) is None


def test_missing_cupy_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cupy", None)
    with pytest.raises(
        RuntimeError, match=r"CuPy, which gives the device's memory, cannot be imported(.|\n)*hint: pip"
    ):
        segments.take(2 << 20, 0)


def test_warnings_of_cupy_stay_warnings(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    """As it is imported, in a program that makes warnings errors, as this one does."""
    (tmp_path / "cupy.py").write_text(
        "import warnings\nwarnings.warn('an old NumPy', DeprecationWarning)\nname = 1\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(sys.modules, "cupy", sys)  # so that what is there now comes back
    del sys.modules["cupy"]
    with pytest.warns(DeprecationWarning, match="an old NumPy"):
        assert segments.import_cupy().name == 1


def test_cublas_finds_what_it_needs(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    """It names cuBLASLt, which lies beside it where the linker does not look."""
    folder = tmp_path / "nvidia/cu13/lib"
    folder.mkdir(parents=True)
    compile_ = [os.environ.get("CXX", "c++"), "-shared", "-fPIC", "-x", "c++", "-", f"-L{folder}"]
    for name, text, needs in (
        ("cublasLt", 'extern "C" int inner() { return 13; }', []),
        (
            "cublas",
            'extern "C" int inner(); extern "C" int outer() { return inner(); }',
            ["-l:libcublasLt.so.99"],
        ),
    ):
        output = ["-o", str(folder / f"lib{name}.so.99"), f"-Wl,-soname,lib{name}.so.99"]
        subprocess.run([*compile_, *output, *needs], input=text, text=True, check=True)
    program = (
        "import ctypes, sys\nfrom tt_kernels.cuda import libraries\n"
        "path = libraries.find('cublas') if sys.argv[1] == 'alone' else libraries.cublas()\n"
        "print(ctypes.CDLL(path).outer())"
    )
    said = {
        how: subprocess.run(
            [sys.executable, "-c", program, how], capture_output=True, text=True, check=False,
            env={**os.environ, "PYTHONPATH": f"{tmp_path}:{os.environ.get('PYTHONPATH', '')}"},
        )
        for how in ("alone", "with")
    }  # fmt: skip
    assert "libcublasLt.so.99: cannot open" in said["alone"].stderr
    assert said["with"].stdout == "13\n", said["with"].stderr


def test_the_newest_library_of_the_wheels_is_taken(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    for name in ("cu12/lib/libnvrtc.so.12", "cu13/lib/libnvrtc.so.13", "cu13/lib/libnvrtc-builtins.so.13.0"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    found = SimpleNamespace(submodule_search_locations=[str(tmp_path)])
    monkeypatch.setattr(
        libraries.importlib.util, "find_spec", lambda name: found if name == "nvidia" else None
    )
    assert libraries.nvrtc() == str(tmp_path / "cu13/lib/libnvrtc.so.13")


@pytest.mark.parametrize("variable", ["CUDA_HOME", "CUDA_PATH"])
def test_libraries_of_a_toolkit(tmp_path: Any, monkeypatch: pytest.MonkeyPatch, variable: str) -> None:
    (tmp_path / "lib64").mkdir()
    for version in ("12", "13", "13.0.1"):
        (tmp_path / "lib64" / f"libcublas.so.{version}").touch()
    monkeypatch.setattr(libraries, "_in_wheels", lambda name: [])
    monkeypatch.setattr(libraries.ctypes.util, "find_library", lambda name: None)
    for name in libraries.TOOLKITS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(libraries, "USUAL_TOOLKIT", str(tmp_path / "none"))
    assert libraries.cublas() == ""
    monkeypatch.setenv(variable, str(tmp_path))
    assert libraries.cublas() == str(tmp_path / "lib64/libcublas.so.13.0.1")
