"""tt: tensors, fast kernels and gradients, with torch's names.

Import happens in the visible order that `torch/__init__` made known:

1. global dependencies by ctypes: the OpenMP runtime, `libtt_core`;
2. the extension modules, each by its name: core, kernels, autograd;
3. their initialisation: the op table is registered and every op becomes a function here and a method of `Tensor`;
4. sub-packages, lazily where they cost time.
"""

from tt._load import load_global_dependencies

load_global_dependencies()

import tt_core
import tt_kernels
import tt_autograd

from tt_core import (
    OutOfMemoryError,
    Size,
    Tensor,
    can_cast,
    device,
    dtype,
    get_default_dtype,
    get_num_threads,
    layout,
    memory_format,
    ops,
    promote_types,
    set_default_dtype,
    set_num_threads,
)
from tt_core._C import (
    bfloat16,
    bool,
    channels_last,
    channels_last_3d,
    complex64,
    complex128,
    contiguous_format,
    float16,
    float32,
    float64,
    int8,
    int16,
    int32,
    int64,
    preserve_format,
    sparse_coo,
    strided,
    uint8,
    uint16,
    uint32,
    uint64,
)
from tt_autograd import (
    enable_grad,
    is_grad_enabled,
    no_grad,
    set_grad_enabled,
)

from tt import _namespace
from tt._creation import as_tensor, from_numpy, tensor
from tt._dlpack import from_dlpack
from tt._lazy import LazyModule
from tt._printoptions import get_printoptions, set_printoptions
from tt.random import (
    Generator,
    default_generator,
    get_rng_state,
    initial_seed,
    manual_seed,
    seed,
    set_rng_state,
)

half, float, double = float16, float32, float64
short, int, long = int16, int32, int64
cfloat, cdouble = complex64, complex128

__version__ = "0.1.0"

globals().update(_namespace.functions())
_namespace.extend_tensor()

autograd = LazyModule("tt.autograd")
cuda = LazyModule("tt.cuda")
library = LazyModule("tt.library")
printing = LazyModule("tt.printing")
return_types = LazyModule("tt.return_types")
testing = LazyModule("tt.testing")
