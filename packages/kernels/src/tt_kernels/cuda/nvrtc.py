"""NVRTC by ctypes on its public C API: CUDA C++ text in, a cubin out. No GPU and no driver is needed."""

import ctypes
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from tt_kernels.cuda import libraries


class CompileError(RuntimeError):
    """NVRTC refused a kernel; the text holds its log."""


@dataclass(frozen=True, slots=True)
class Compiled:
    """A cubin, the symbol of each kernel that was named, and what the compiler said (registers, spills)."""

    cubin: bytes
    symbols: dict[str, str]
    log: str


@cache
def _library() -> ctypes.CDLL:
    path = libraries.nvrtc()
    if not path:
        raise RuntimeError(f"cuda: NVRTC, which compiles kernels, is not installed\n{libraries.INSTALL_HINT}")
    try:
        library = ctypes.CDLL(path)
    except OSError as error:
        raise RuntimeError(f"cuda: NVRTC cannot be loaded: {error}\n{libraries.INSTALL_HINT}") from None
    library.nvrtcGetErrorString.restype = ctypes.c_char_p
    return library


def version() -> tuple[int, int]:
    """NVRTC's version. Raises RuntimeError when it is not installed."""
    major, minor = ctypes.c_int(), ctypes.c_int()
    _check(_library().nvrtcVersion(ctypes.byref(major), ctypes.byref(minor)), "asking for the version")
    return major.value, minor.value


def compile_names(
    source: str, headers: Mapping[str, str], names: Sequence[str], options: Sequence[str]
) -> Compiled:
    """Compiles the kernels that `names` instantiate. Raises CompileError with the log."""
    nvrtc, program = _library(), ctypes.c_void_p()
    _check(
        nvrtc.nvrtcCreateProgram(
            ctypes.byref(program), source.encode(), b"kernel.cu", len(headers),
            _strings(list(headers.values())), _strings(list(headers)),
        ),
        "creating a program",
    )  # fmt: skip
    try:
        for name in names:
            _check(nvrtc.nvrtcAddNameExpression(program, name.encode()), f"naming {name}")
        code = nvrtc.nvrtcCompileProgram(program, len(options), _strings(list(options)))
        log = _text(program, "nvrtcGetProgramLogSize", "nvrtcGetProgramLog")
        if code != 0:
            raise CompileError(f"cuda: NVRTC refuses {names[0]}:\n{log}")
        symbols = {name: _symbol(program, name) for name in names}
        return Compiled(_bytes(program, "nvrtcGetCUBINSize", "nvrtcGetCUBIN"), symbols, log)
    finally:
        nvrtc.nvrtcDestroyProgram(ctypes.byref(program))


def _symbol(program: ctypes.c_void_p, name: str) -> str:
    lowered = ctypes.c_char_p()
    _check(_library().nvrtcGetLoweredName(program, name.encode(), ctypes.byref(lowered)), f"finding {name}")
    return (lowered.value or b"").decode()


def _bytes(program: ctypes.c_void_p, size_of: str, get: str) -> bytes:
    size = ctypes.c_size_t()
    _check(getattr(_library(), size_of)(program, ctypes.byref(size)), size_of)
    buffer = ctypes.create_string_buffer(size.value)
    _check(getattr(_library(), get)(program, buffer), get)
    return buffer.raw


def _text(program: ctypes.c_void_p, size_of: str, get: str) -> str:
    return _bytes(program, size_of, get).rstrip(b"\0").decode(errors="replace").strip()


def _strings(texts: Sequence[str]) -> ctypes.Array[ctypes.c_char_p]:
    return (ctypes.c_char_p * len(texts))(*(text.encode() for text in texts))


def _check(code: int, doing: str) -> None:
    if code != 0:
        text = (_library().nvrtcGetErrorString(code) or b"").decode()
        raise RuntimeError(f"cuda: NVRTC error {code} ({text}) while {doing}")
