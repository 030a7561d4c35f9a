"""Where NVIDIA's libraries lie: in the wheels that pip installed, where the dynamic linker looks, or in a toolkit."""

import ctypes
import ctypes.util
import importlib.util
import os
import re
from collections.abc import Iterable
from pathlib import Path

TOOLKITS = ("CUDA_HOME", "CUDA_PATH")
USUAL_TOOLKIT = "/usr/local/cuda"
INSTALL_HINT = "hint: pip install 'tt-kernels[cuda]'"


def find(name: str) -> str:
    """The path, or the linker's name, of the newest `lib<name>.so.N`; empty when there is none."""
    return _newest(_in_wheels(name)) or ctypes.util.find_library(name) or _newest(_in_toolkits(name))


def _newest(paths: Iterable[Path]) -> str:
    found = sorted(paths, key=lambda path: (_version(path.name), str(path)))
    return str(found[-1]) if found else ""


def _in_wheels(name: str) -> list[Path]:
    spec = importlib.util.find_spec("nvidia")
    folders = list(spec.submodule_search_locations or ()) if spec else []
    return [path for folder in folders for path in Path(folder).glob(f"*/lib/lib{name}.so.*")]


def _in_toolkits(name: str) -> list[Path]:
    folders = [*(os.environ.get(variable, "") for variable in TOOLKITS), USUAL_TOOLKIT]
    return [path for folder in folders if folder for path in Path(folder).glob(f"lib*/lib{name}.so.*")]


def _version(name: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", name.partition(".so.")[2]))


def cublas() -> str:
    """Where cuBLAS lies, with cuBLASLt, which it needs, loaded; empty when it is not installed."""
    path = find("cublas")
    needed = path.replace("/libcublas.", "/libcublasLt.")
    if needed != path and os.path.isfile(needed):  # cuBLAS may ask for it by its name only
        ctypes.CDLL(needed)
    return path


def nvrtc() -> str:
    """Where NVRTC lies; empty when it is not installed."""
    return find("nvrtc")
