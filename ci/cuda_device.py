"""On a machine with a GPU: what CUDA runs on there, and a kernel, a product and copies, before anything longer begins.

Exit status 1, by an exception, where the device or a library of it does not work.
"""

import importlib.metadata
import os

import tt
from tt_kernels import _C
from tt_kernels.cuda import libraries, nvrtc


def versions() -> str:
    """The driver and the libraries, in one line."""
    driver = _C.cuda.driver_version()
    text = f"driver for CUDA {driver // 1000}.{driver % 1000 // 10}"
    if tt.cuda.is_emulated():
        return text
    installed = importlib.metadata.distributions()
    cupy = {f"{each.name} {each.version}" for each in installed if str(each.name).startswith("cupy")}
    compiler = ".".join(map(str, nvrtc.version()))
    return f"{text}, NVRTC {compiler}, {' '.join(cupy) or 'no CuPy'}, cuBLAS: {libraries.cublas() or 'none'}"


def main() -> None:
    """Prints, and raises what is wrong."""
    assert tt.cuda.is_emulated() == (os.environ.get("TT_CUDA_EMULATE") == "1")
    print(tt.cuda.get_device_properties())
    print(versions())
    assert tt.cuda.is_available()
    a = tt.arange(6, dtype=tt.float32, device="cuda").view(2, 3)
    assert (a + 1).sum().item() == 21
    assert (a @ a.t()).tolist() == [[5, 14], [14, 50]]
    print("a kernel, a product and copies: right")


if __name__ == "__main__":
    main()
