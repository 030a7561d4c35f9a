"""What NVRTC gets, checked without it: sources, the cache of cubins, the job that compiles everything.

That they compile is the job's to show (ci/cuda_compile.sh), which needs NVRTC's wheel.
"""

import re
from pathlib import Path
from typing import Any

import pytest

from tt_kernels.cuda import cache, compile_all, compiler, nvrtc, sources

DEVICE = "tt/kernels/cuda/device"
KERNEL = "tt::kernels::device::contiguous<::tt::kernels::Add, 2, 1, float, ::tt::Promotion::Default>"
UNIT, FUNCTOR = f"{DEVICE}/pointwise.cu", "tt/kernels/functors/arithmetic.h"


def units(checkout: Path) -> list[str]:
    folder = checkout / "packages/kernels/cpp" / DEVICE
    return sorted(f"{DEVICE}/{path.name}" for path in folder.glob("*.cu"))


def test_every_include_is_there_for_nvrtc(checkout: Path) -> None:
    assert len(units(checkout)) >= 7
    for functor in {"", *compile_all.functor_headers().values()}:
        for unit in units(checkout):
            assert unit in sources.headers_of(sources.source_of(unit, functor))


def test_every_builtin_of_gcc_has_a_counterpart(checkout: Path) -> None:
    defined = set(
        re.findall(
            r"#define (__builtin_\w+)",
            sources.headers_of(sources.source_of(UNIT, ""))[f"{DEVICE}/std/builtins"],
        )
    )
    own = {"__builtin_bit_cast"}  # NVRTC's
    host = {"__builtin_expect"}  # of macros for the host
    for functor in set(compile_all.functor_headers().values()):
        for name, text in sources.headers_of(sources.source_of(UNIT, functor)).items():
            used = set(re.findall(r"\b__builtin_\w+", text))
            assert used <= defined | own | host, (
                f"{name}: add {used - defined - own - host} to device/std/builtins"
            )


def test_a_missing_header_is_named() -> None:
    with pytest.raises(RuntimeError, match="kernels include vector, which NVRTC does not have"):
        sources.headers_of("#include <vector>\n")


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


def test_a_broken_cubin_is_compiled_again(compile_: Compiler, tmp_path: Path) -> None:
    compiler.compile_for_device(KERNEL, UNIT, FUNCTOR, 90)
    (cubin,) = tmp_path.rglob("kernel.cubin")
    cubin.write_bytes(b"half")
    assert compiler.compile_for_device(KERNEL, UNIT, FUNCTOR, 90)[2] == "compiled"
    assert compiler.compile_for_device(KERNEL, UNIT, FUNCTOR, 90)[2] == "from the cache"


def test_a_cache_that_cannot_be_written_is_done_without(
    compile_: Compiler, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("TT_CUDA_CACHE", str(tmp_path / "file"))
    assert compiler.compile_for_device(KERNEL, UNIT, FUNCTOR, 90)[2] == "compiled"


def test_every_kernel_of_the_emulator_has_its_sources() -> None:
    names = compile_all.kernel_names()
    groups = compile_all.grouped(names, compile_all.functor_headers())
    assert KERNEL in groups[UNIT, FUNCTOR]
    assert sum(map(len, groups.values())) == len(names) > 1000
    assert any(name.endswith("uint64_t>") for name in groups[UNIT, FUNCTOR])


def test_parts_hold_everything_and_floats_always() -> None:
    names = compile_all.kernel_names()
    parts = [{name for name in names if compile_all.in_part(name, part, 4)} for part in range(4)]
    assert set().union(*parts) == set(names)
    assert all(KERNEL in part for part in parts)


def test_spills_are_seen() -> None:
    log = (
        "ptxas info    : Function properties for _Zgood\n"
        "ptxas         .     0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
        "ptxas info    : Function properties for _Zbad\n"
        "    16 bytes stack frame, 16 bytes spill stores, 8 bytes spill loads\n"
    )
    assert compile_all.spills(log) == ["_Zbad"]


@pytest.mark.parametrize("option", ["--part=3", "--part=4/4", "--arch=sm_90"])
def test_wrong_use(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        compile_all.main([option])
    assert ended.value.code == 2 and "expected --" in capsys.readouterr().err


def test_missing_nvrtc_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nvrtc.libraries, "nvrtc", lambda: "")
    nvrtc._library.cache_clear()
    with pytest.raises(
        RuntimeError, match=r"NVRTC, which compiles kernels, is not installed\nhint: pip install"
    ):
        nvrtc.version()


def test_a_kernel_of_a_functor_that_is_gone_is_told() -> None:
    """An op was taken back and the emulator's library not built since."""
    with pytest.raises(LookupError, match=r"kernel of the functor Gone.*\n.*tt build"):
        compile_all.grouped(["tt::kernels::device::strided<::tt::kernels::Gone, float>"], {"Add": "add.h"})


def test_compile_all_says_what_is_stale(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compile_all, "functor_headers", dict)
    assert compile_all.main(["--arch=80"]) == 1
    assert "hint: ./tt build" in capsys.readouterr().err
