"""Where NVIDIA's libraries lie: in the wheels that pip installed, else where the dynamic linker looks."""

import ctypes.util
import importlib.util
import re
from pathlib import Path


def find(name: str) -> str:
    """The path, or the linker's name, of the newest `lib<name>.so.N`; empty when there is none."""
    found = sorted(_in_wheels(name), key=lambda path: (_version(path.name), str(path)))
    return str(found[-1]) if found else ctypes.util.find_library(name) or ""


def _in_wheels(name: str) -> list[Path]:
    spec = importlib.util.find_spec("nvidia")
    folders = list(spec.submodule_search_locations or ()) if spec else []
    return [path for folder in folders for path in Path(folder).glob(f"*/lib/lib{name}.so.*")]


def _version(name: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", name.partition(".so.")[2]))


def cublas() -> str:
    """Where cuBLAS lies; empty when it is not installed."""
    return find("cublas")


def nvrtc() -> str:
    """Where NVRTC lies; empty when it is not installed."""
    return find("nvrtc")
