"""`take`: memory for tt's allocator in large pieces, from CuPy's, so that the user's pool and limits hold.

CuPy is imported here and nowhere else, when the first piece is wanted. Only its public API is used.
"""

import warnings
from typing import Any

from tt_kernels.cuda.libraries import INSTALL_HINT


def take(nbytes: int, stream: int) -> Any:
    """A piece of the current device's memory, free when the object is; None when there is no more."""
    cupy = import_cupy()
    try:
        with cupy.cuda.ExternalStream(stream) if stream else cupy.cuda.Stream.null:
            return cupy.cuda.alloc(nbytes)
    except cupy.cuda.memory.OutOfMemoryError:
        return None


def import_cupy() -> Any:
    """CuPy. Raises RuntimeError, with the command that mends it, when it is missing or does not load."""
    try:
        # Where a program makes warnings errors, CuPy's are still warnings: a tensor is no place to fail for them.
        with warnings.catch_warnings():
            warnings.simplefilter("default")
            import cupy
    except ImportError as error:
        raise RuntimeError(
            f"cuda: CuPy, which gives the device's memory, cannot be imported: {error}\n{INSTALL_HINT}"
        ) from error
    return cupy
