"""The cache of compiled kernels: what is in it is used; whatever goes wrong with it costs a compilation, no more."""

import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from tt_kernels.cuda import cache, compiler, nvrtc

KERNEL = "tt::kernels::device::contiguous<::tt::kernels::Add, 2, 1, float, ::tt::Promotion::Default>"
UNIT, FUNCTOR = "tt/kernels/cuda/device/pointwise.cu", "tt/kernels/functors/arithmetic.h"


class Compiler:
    """Stands for NVRTC."""

    def __init__(self) -> None:
        self.calls: list[list[str]] = []

    def __call__(self, source: str, headers: Any, names: Any, options: Any) -> nvrtc.Compiled:
        self.calls.append(list(options))
        return nvrtc.Compiled(b"cubin " + names[0].encode(), {names[0]: "_Zsymbol"}, "Used 9 registers")


@pytest.fixture
def compile_(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Compiler:
    made = Compiler()
    monkeypatch.setenv("TT_CUDA_CACHE", str(tmp_path))
    monkeypatch.setattr(nvrtc, "compile_names", made)
    monkeypatch.setattr(nvrtc, "version", lambda: (13, 0))
    return made


def test_a_kernel_is_compiled_once(compile_: Compiler) -> None:
    first = compiler.compile_for_device(KERNEL, UNIT, FUNCTOR, 90)
    assert first == (b"cubin " + KERNEL.encode(), "_Zsymbol", "compiled")
    assert compiler.compile_for_device(KERNEL, UNIT, FUNCTOR, 90) == (*first[:2], "from the cache")
    compiler.compile_for_device(KERNEL, UNIT, FUNCTOR, 80)
    assert [call[0] for call in compile_.calls] == ["--gpu-architecture=sm_90", "--gpu-architecture=sm_80"]


def test_the_source_lies_beside_the_cubin(compile_: Compiler, tmp_path: Path) -> None:
    compiler.compile_for_device(KERNEL, UNIT, FUNCTOR, 90)
    (text,) = [path.read_text() for path in tmp_path.rglob("kernel.cu")]
    assert "struct Add" in text and "struct Pointwise" in text


def test_an_edited_header_is_another_kernel() -> None:
    facts = ("source", {"a.h": "1"}, KERNEL, ["-x"], (13, 0))
    key = cache.key_of(*facts)
    assert key == cache.key_of(*facts)
    for i, other in enumerate(("text", {"a.h": "2"}, "another", ["-y"], (12, 9))):
        changed: list[Any] = list(facts)
        changed[i] = other
        assert cache.key_of(*changed) != key


def _fill_with(text: str) -> Any:
    return lambda place: (place / "kernel.json").write_text(text)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda place: (place / "kernel.cubin").write_bytes(b"half"),
        lambda place: (place / "kernel.cubin").write_bytes(b""),
        lambda place: (place / "kernel.cubin").unlink(),
        lambda place: (place / "kernel.json").unlink(),
        lambda place: (place / "kernel.json").write_bytes(b"\xff\xfe{"),
        _fill_with(""),
        _fill_with('{"sha256": '),
        _fill_with("[1, 2]"),
        _fill_with("null"),
        _fill_with("{}"),
        lambda place: [path.unlink() for path in place.iterdir()] and place.rmdir(),
        lambda place: [path.unlink() for path in place.iterdir()] and (place.rmdir(), place.write_text("")),
        lambda place: (place / "kernel.cubin").unlink() or (place / "kernel.cubin").mkdir(),
    ],
    ids=[
        "short", "empty", "no cubin", "no json", "bytes", "empty json", "cut json", "a list", "null", "no keys",
        "gone", "a file", "a folder in a file's place",
    ],
)  # fmt: skip
def test_a_broken_entry_is_compiled_again(compile_: Compiler, tmp_path: Path, spoil: Any) -> None:
    compiler.compile_for_device(KERNEL, UNIT, FUNCTOR, 90)
    (cubin,) = tmp_path.rglob("kernel.cubin")
    spoil(cubin.parent)
    assert compiler.compile_for_device(KERNEL, UNIT, FUNCTOR, 90)[2] == "compiled"
    assert compiler.compile_for_device(KERNEL, UNIT, FUNCTOR, 90)[2] == "from the cache"
    assert not list(tmp_path.rglob(".making-*"))


def test_an_entry_of_another_kernel_is_not_taken(compile_: Compiler, tmp_path: Path) -> None:
    compiler.compile_for_device(KERNEL, UNIT, FUNCTOR, 90)
    (facts,) = tmp_path.rglob("kernel.json")
    facts.write_text(facts.read_text().replace('"symbol"', '"other"'))
    assert compiler.compile_for_device(KERNEL, UNIT, FUNCTOR, 90)[1:] == ("_Zsymbol", "compiled")


@pytest.mark.parametrize("place", ["file", "file/below"])
def test_a_cache_that_cannot_be_there_is_done_without(
    compile_: Compiler, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, place: str
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(cache, "folder", lambda: tmp_path / place)
    assert compiler.compile_for_device(KERNEL, UNIT, FUNCTOR, 90)[2] == "compiled"


def test_a_disk_that_is_full_leaves_nothing(
    compile_: Compiler, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def refuse(path: Path, text: str, **_: Any) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", refuse)
    assert compiler.compile_for_device(KERNEL, UNIT, FUNCTOR, 90)[2] == "compiled"
    assert not [path for path in tmp_path.rglob("*") if path.name.startswith((".making-", "kernel"))]


def test_a_cache_that_cannot_be_written_is_done_without(
    compile_: Compiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_: Any) -> str:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(cache.tempfile, "mkdtemp", refuse)  # root may write anywhere
    assert compiler.compile_for_device(KERNEL, UNIT, FUNCTOR, 90)[2] == "compiled"


def test_a_user_without_a_home_has_no_cache(compile_: Compiler, monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("TT_CUDA_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    assert compiler.compile_for_device(KERNEL, UNIT, FUNCTOR, 90)[2] == "compiled"


def test_processes_share_it_and_may_be_killed(tmp_path: Path) -> None:
    """Of whoever writes at the same moment, a reader sees one whole kernel or none."""
    program = dedent("""
        import os, sys
        from tt_kernels.cuda import cache
        writer = sys.argv[1].encode()
        for turn in range(200):
            cache.store("ab" * 16, writer * 50_000, sys.argv[1], "k", "source", {}, "log")
            found = cache.load("ab" * 16)
            assert found is None or found[0] == found[1].encode() * 50_000, found[1]
            if turn == 100 and writer == b"c":
                os.kill(os.getpid(), 9)
    """)
    environment = {**os.environ, "TT_CUDA_CACHE": str(tmp_path)}
    running = [
        subprocess.Popen([sys.executable, "-c", program, name], env=environment, stderr=subprocess.PIPE)
        for name in "abc"
    ]
    errors = [process.communicate(timeout=120)[1].decode() for process in running]
    assert [process.returncode for process in running] == [0, 0, -9], errors
    (left,) = [entry for entry in (tmp_path / "ab").iterdir() if not entry.name.startswith(".making-")]
    assert left.name == "ab" * 16
