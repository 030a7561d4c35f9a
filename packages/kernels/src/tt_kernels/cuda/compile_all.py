"""`python -m tt_kernels.cuda.compile_all`: compiles CUDA kernels with NVRTC, without a GPU, and fails on spills.

The kernels are those that the emulator runs, by the same names: every functor in every dtype, and the irregular ones.

    --arch 80,90     compute capabilities
    --part 3/16      that part of the kernels, and float32's of every family; without it all

Exit status 0 ok, 1 a kernel does not compile or spills registers, 2 used wrongly.
"""

import argparse
import ctypes
import re
import sys
import time
import zlib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

import tt_kernels
from tt_kernels.cuda import compiler, nvrtc, sources

_DEVICE = "tt/kernels/cuda/device"
_POINTWISE = ("contiguous", "strided", "casting")
_PROPERTIES = re.compile(
    r"Function properties for (\S+)\s*\n\D*\d+ bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads"
)


def kernel_names() -> list[str]:
    """The names of all kernels that the emulator's library has."""
    path = Path(tt_kernels.__file__).parent / "lib" / "libtt_cuda_emulator.so"
    library = ctypes.CDLL(str(path))
    library.tt_emulator_kernel_name.restype = ctypes.c_char_p
    names: list[str] = []
    while name := library.tt_emulator_kernel_name(len(names)):
        names.append(name.decode())
    # The emulator indexes by 32 bits; a device has both.
    both = {name.replace(", uint32_t>", ", uint64_t>") for name in names if name.endswith(", uint32_t>")}
    return sorted({*names, *both})


def functor_headers() -> dict[str, str]:
    """Functor to the header that it lies in, as kernels include it."""
    found = {}
    for root in sources.roots():
        for path in sorted((root / "tt/kernels/functors").glob("*.h")):
            for name in re.findall(
                r"^struct (\w+) \{\n  TT_FUNCTOR", path.read_text(encoding="utf-8"), re.MULTILINE
            ):
                found[name] = f"tt/kernels/functors/{path.name}"
    return found


def grouped(names: Iterable[str], headers: dict[str, str]) -> dict[tuple[str, str], list[str]]:
    """Names by the unit and the functor header that they are compiled from."""
    groups: dict[tuple[str, str], list[str]] = defaultdict(list)
    for name in names:
        kernel, _, arguments = name.removeprefix("tt::kernels::device::").partition("<")
        functor = re.match(r"::tt::kernels::(\w+),", arguments)
        unit = "pointwise" if kernel in _POINTWISE else kernel
        if functor and functor.group(1) not in headers:
            raise LookupError(
                f"compile_all: the emulator's library has a kernel of the functor {functor.group(1)}, which no "
                "header defines any more\nhint: ./tt build"
            )
        groups[f"{_DEVICE}/{unit}.cu", headers[functor.group(1)] if functor else ""].append(name)
    return dict(sorted(groups.items()))


def in_part(name: str, part: int, parts: int) -> bool:
    """Whether a part of the kernels has this one; float32's are in every part."""
    return bool(re.search(r"[<, ]float[,>]", name)) or zlib.crc32(name.encode()) % parts == part


def spills(log: str) -> list[str]:
    """The symbols of kernels that keep registers in memory."""
    return [name for name, stores, loads in _PROPERTIES.findall(log) if int(stores) or int(loads)]


def compile_group(unit: str, functor: str, names: Sequence[str], architecture: int) -> list[str]:
    """Compiles the kernels of a group, says how it went, and returns what is wrong."""
    source = sources.source_of(unit, functor)
    started = time.perf_counter()
    try:
        made = nvrtc.compile_names(
            source, sources.headers_of(source), names, compiler.options_for(architecture)
        )
    except RuntimeError as error:
        return [str(error)]
    registers = max((int(count) for count in re.findall(r"Used (\d+) registers", made.log)), default=0)
    seconds = time.perf_counter() - started
    label = Path(functor or unit).name
    print(
        f"sm_{architecture} {label:16} {len(names):4} kernels {seconds:6.1f} s, at most {registers} registers"
    )
    by_symbol = {symbol: name for name, symbol in made.symbols.items()}
    return [f"spills registers: {by_symbol.get(symbol, symbol)}" for symbol in spills(made.log)]


def main(argv: Sequence[str] | None = None) -> int:
    """The command; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="tt_kernels.cuda.compile_all", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--arch", default="80,90", help="comma-separated, default %(default)s")
    parser.add_argument("--part", default="0/1", metavar="I/N", help="one of N parts, counted from 0")
    options = parser.parse_args(argv)
    part, _, parts = options.part.partition("/")
    if not (part.isdigit() and parts.isdigit() and int(part) < int(parts)):
        parser.error(f"expected --part I/N with I < N, got '{options.part}'")
    if not re.fullmatch(r"\d+(,\d+)*", options.arch):
        parser.error(f"expected --arch 80,90, got '{options.arch}'")
    names = [name for name in kernel_names() if in_part(name, int(part), int(parts))]
    try:
        groups = grouped(names, functor_headers())
    except LookupError as error:
        print(error.args[0], file=sys.stderr)
        return 1
    problems = [
        problem
        for architecture in map(int, options.arch.split(","))
        for (unit, functor), members in groups.items()
        for problem in compile_group(unit, functor, members, architecture)
    ]
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
