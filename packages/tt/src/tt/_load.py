"""Step 1 of `import tt`: libraries that must be in the process before any extension module.

The OpenMP runtime comes first and is global, so that every later library shares one pool of threads.
`libtt_core` is loaded by tt_core, which owns it; OpenBLAS by the first matmul that needs it.
"""

import ctypes
import os


def load_global_dependencies() -> None:
    """Loads libgomp for the whole process. Raises ImportError with what to install when it is missing."""
    try:
        ctypes.CDLL("libgomp.so.1", mode=os.RTLD_GLOBAL | os.RTLD_NOW)
    except OSError as error:
        raise ImportError(
            f"tt: the OpenMP runtime is missing: {error}\nhint: apt-get install libgomp1"
        ) from None
