"""The core of tt: tensors, dtypes, devices, dispatch and the binder, in `libtt_core` and the module `_C` over it.

Loading happens here in the order that every package above relies on: first the library itself, global, so
that kernels and autograd resolve against the same copy; then the extension module.
"""

import ctypes
import os

# os.path and no annotations from typing: this module is on the way of every `import tt`.
_LIBRARY = os.path.join(os.path.dirname(__file__), "lib", "libtt_core.so")
BUILD_HINT = "hint: ./tt build"


def load_library() -> None:
    """Loads libtt_core for the whole process. Raises ImportError when it was not built."""
    try:
        ctypes.CDLL(_LIBRARY, mode=os.RTLD_GLOBAL | os.RTLD_NOW)
    except OSError as error:
        what = f"cannot be loaded: {error}" if os.path.exists(_LIBRARY) else "is not built"
        raise ImportError(f"tt_core: {os.path.basename(_LIBRARY)} {what}\n{BUILD_HINT}") from None


def check_stamp(package: str, built_against: str) -> None:
    """Raises ImportError when `package` was compiled against other headers of core than the ones loaded."""
    if built_against != _C.stamp:
        raise ImportError(
            f"{package}: its library was built against core {built_against}, but core {_C.stamp} is loaded: "
            f"a stale or mixed set of libraries\n{BUILD_HINT}"
        )


load_library()

try:
    from tt_core import _C
except ImportError as error:
    raise ImportError(
        f"tt_core: its extension module does not fit or is not built: {error}\n{BUILD_HINT}"
    ) from error

from tt_core._C import Generator, OutOfMemoryError, Size, Tensor, device, dtype, layout, memory_format, ops
from tt_core.settings import (
    can_cast,
    get_default_dtype,
    get_num_threads,
    promote_types,
    set_default_dtype,
    set_num_threads,
)

if _C.library_stamp() != _C.stamp:
    check_stamp("tt_core", _C.library_stamp())

__all__ = [
    "Generator",
    "OutOfMemoryError",
    "Size",
    "Tensor",
    "can_cast",
    "device",
    "dtype",
    "get_default_dtype",
    "get_num_threads",
    "layout",
    "memory_format",
    "ops",
    "promote_types",
    "set_default_dtype",
    "set_num_threads",
]
