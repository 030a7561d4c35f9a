"""Plans and CPU kernels of tt's operators, in the extension module `_C`.

Loading it defines the op table in core and registers every kernel. Of OpenBLAS only the path is found out here:
matmul opens it when it first needs it. Its Python module is never imported, since that would rebind SciPy's own
BLAS to our one-thread copy.
"""

import os
from importlib.util import find_spec

import tt_core

try:
    from tt_kernels import _C
except ImportError as error:
    raise ImportError(
        f"tt_kernels: its extension module does not fit or is not built: {error}\n{tt_core.BUILD_HINT}"
    ) from error

tt_core.check_stamp("tt_kernels", _C.stamp)


def _blas_library() -> str:
    """Where OpenBLAS lies. Raises ImportError when its wheel is not installed."""
    spec = find_spec("scipy_openblas32")
    if spec is None or not spec.submodule_search_locations:
        raise ImportError("tt_kernels: OpenBLAS is missing\nhint: pip install scipy-openblas32")
    return os.path.join(spec.submodule_search_locations[0], "lib", "libscipy_openblas.so")


_C.set_blas_library(_blas_library())
_C.cuda.set_emulator_library(os.path.join(os.path.dirname(__file__), "lib", "libtt_cuda_emulator.so"))

from tt_kernels import composite

composite.register()

isa = _C.isa
loops = _C.loops

__all__ = ["isa", "loops"]
