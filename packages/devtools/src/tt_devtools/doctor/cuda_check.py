"""What CUDA would run on: driver, devices, CuPy, NVRTC, cuBLAS, and versions that do not fit each other.

Without a driver nothing is wrong: the emulator runs the same kernels.
"""

import json
from pathlib import Path
from typing import Any, Final

from tt_devtools.bootstrap import stamp
from tt_devtools.bootstrap.child import Run
from tt_devtools.doctor.check import Check
from tt_devtools.plural import plural

_PIP: Final = ".venv/bin/python -m pip install"
_PACKAGES: Final = {"cupy": "CuPy", "nvrtc": "NVRTC", "cublas": "cuBLAS"}
# Asks the driver by ctypes, so that it works where our libraries are not built.
_ASK = """
import ctypes, importlib.metadata as metadata, json
said = {"driver": None, "devices": 0, "cupy": None, "nvrtc": None, "cublas": None}
try:
    cuda = ctypes.CDLL("libcuda.so.1")
    version, count = ctypes.c_int(), ctypes.c_int()
    cuda.cuDriverGetVersion(ctypes.byref(version))
    said["driver"] = version.value
    said["init"] = cuda.cuInit(0)
    cuda.cuDeviceGetCount(ctypes.byref(count))
    said["devices"] = count.value
except OSError:
    pass
for name, kind in (("cupy-cuda13x", "cupy"), ("cupy-cuda12x", "cupy"), ("cupy", "cupy"),
                   ("nvidia-cuda-nvrtc", "nvrtc"), ("nvidia-cuda-nvrtc-cu12", "nvrtc"),
                   ("nvidia-cublas", "cublas"), ("nvidia-cublas-cu12", "cublas")):
    try:
        said[kind] = said[kind] or [name, metadata.version(name)]
    except metadata.PackageNotFoundError:
        pass
print(json.dumps(said))
"""


def cuda_check(root: Path, run: Run) -> Check:
    """One line on CUDA; asked in the checkout's own Python."""
    done = run([stamp.venv_python(str(root)), "-P", "-c", _ASK], None)
    try:
        said = json.loads(done.output.strip().splitlines()[-1])
    except (IndexError, ValueError):
        return Check("cuda", "warn", "the process that asks for a driver ended early", "nvidia-smi")
    return judge(said)


def judge(said: dict[str, Any]) -> Check:
    """The check that follows from what is there."""
    if said["driver"] is None:
        return Check("cuda", "ok", "no NVIDIA driver; TT_CUDA_EMULATE=1 runs CUDA kernels on the emulator")
    driver = _version(said["driver"])
    if said.get("init") or not said["devices"]:
        return Check("cuda", "warn", f"driver for CUDA {driver}, but no device starts", "nvidia-smi")
    text = f"driver for CUDA {driver}, {plural(said['devices'], 'device')}"
    missing = [what for key, what in _PACKAGES.items() if not said[key]]
    if missing:
        return Check(
            "cuda", "warn", f"{text}, but missing: {', '.join(missing)}", f"{_PIP} 'tt-kernels[cuda]'"
        )
    major = said["driver"] // 1000
    for key, name in _PACKAGES.items():
        needs = _major(*said[key])
        if needs > major:
            older = f"cupy-cuda{major}x nvidia-cuda-nvrtc-cu{major} nvidia-cublas-cu{major}"
            fix = f"update the driver, or {_PIP} {older}"
            return Check("cuda", "warn", f"{text}, but {name} ({said[key][0]}) is for CUDA {needs}", fix)
    packages = ", ".join(f"{name} {version}" for name, version in (said[key] for key in _PACKAGES))
    return Check("cuda", "ok", f"{text}, {packages}")


def _version(number: int) -> str:
    return f"{number // 1000}.{number % 1000 // 10}"


def _major(distribution: str, version: str) -> int:
    """The CUDA that a package is for: of its name where that says so, else its version."""
    for major in (12, 13, 14):
        if f"cuda{major}x" in distribution or distribution.endswith(f"cu{major}"):
            return major
    return int(version.partition(".")[0]) if distribution.startswith("nvidia") else 0
