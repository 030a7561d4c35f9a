"""A kernel's source with every header that it includes, as texts: what NVRTC gets, and what a cache key is made of.

NVRTC reads no file of its own accord. The few standard headers that kernels include are small ones of ours, in
`cuda/device/std`; in a checkout all lie in the packages' C++ folders, in an install in `tt_kernels/include`.
"""

import re
from functools import cache
from pathlib import Path

import tt_core

_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?:"([^"]+)"|<([^>]+)>)', re.MULTILINE)
_STD = "tt/kernels/cuda/device/std"
_PREAMBLE = f"{_STD}/builtins"


def roots() -> list[Path]:
    """The folders that `tt/...` is looked for in."""
    kernels, core = Path(__file__).resolve().parents[1], Path(tt_core.__file__).resolve().parent
    candidates = [
        kernels.parents[1] / "cpp", core.parents[1] / "cpp",  # a checkout
        kernels / "include", core / "include",
    ]  # fmt: skip
    return [path for path in candidates if path.is_dir()]


@cache
def _read(name: str) -> str | None:
    for root in roots():
        path = root / name
        if path.is_file():
            return path.read_text(encoding="utf-8")
    return None


def source_of(unit: str, functor: str) -> str:
    """The few lines that a kernel is compiled from."""
    return "".join(f'#include "{name}"\n' for name in (_PREAMBLE, unit, functor) if name)


def headers_of(source: str) -> dict[str, str]:
    """Name to text of everything that `source` includes. Raises RuntimeError for a header that is not there."""
    found: dict[str, str] = {}
    waiting = [source]
    while waiting:
        for quoted, angled in _INCLUDE.findall(waiting.pop()):
            name = quoted or angled
            # The emulator's side of a condition is not ours.
            if name in found or name.startswith("tt/kernels/cuda/emulator/"):
                continue
            text = _read(name if quoted else f"{_STD}/{angled}")
            if text is None:
                raise RuntimeError(
                    f"cuda: kernels include {name}, which NVRTC does not have\nhint: add it to {_STD}"
                )
            found[name] = text
            waiting.append(text)
    return dict(sorted(found.items()))
