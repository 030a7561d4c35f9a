"""What NVRTC gets, checked without it: sources, and the job that compiles everything.

That they compile is the job's to show (ci/cuda_compile.sh), which needs NVRTC's wheel.
"""

import re
from pathlib import Path

import pytest

from tt_kernels.cuda import compile_all, nvrtc, sources

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
