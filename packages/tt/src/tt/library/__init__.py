"""`tt.library`: ops, kernels, derivatives and a device, registered from Python while the program runs.

What torch.library has under the same names works in the same way; docs/library.md tells it with examples.
"""

from tt.library.context import register_autograd
from tt.library.custom_op import CustomOpDef, custom_op
from tt.library.device import host_tensor, register_device
from tt.library.fallback import cpu_fallback
from tt.library.formulas import register_derivative, register_non_differentiable
from tt.library.functions import define, impl, register_fake, register_kernel
from tt.library.library import Library, fallthrough_kernel
from tt.library.opcheck import OpCheckError, opcheck
from tt.library.schema_inference import infer_schema

__all__ = [
    "CustomOpDef",
    "Library",
    "OpCheckError",
    "cpu_fallback",
    "custom_op",
    "define",
    "fallthrough_kernel",
    "host_tensor",
    "impl",
    "infer_schema",
    "opcheck",
    "register_autograd",
    "register_derivative",
    "register_device",
    "register_fake",
    "register_kernel",
    "register_non_differentiable",
]
