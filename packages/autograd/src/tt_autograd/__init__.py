"""Reverse-mode autograd of tt: recording and the engine in `_C`, derivative formulas in Python.

Importing it makes ops of tensors that require grad recorded, registers the formulas, and gives `Tensor` its
`backward`, `grad` and the like. The op table must be loaded: `import tt` does it all in order.
"""

import tt_core

try:
    from tt_autograd import _C
except ImportError as error:
    raise ImportError(
        f"tt_autograd: its extension module does not fit or is not built: {error}\n{tt_core.BUILD_HINT}"
    ) from error

tt_core.check_stamp("tt_autograd", _C.stamp)

from tt_autograd import formulas, tensor_methods
from tt_autograd._C import Node, is_grad_enabled
from tt_autograd.backward_pass import backward, grad
from tt_autograd.grad_mode import enable_grad, no_grad, set_grad_enabled
from tt_autograd.hooks import RemovableHandle
from tt_autograd.registration import derivative, non_differentiable

formulas.register()
tensor_methods.attach()

__all__ = [
    "Node",
    "RemovableHandle",
    "backward",
    "derivative",
    "enable_grad",
    "grad",
    "is_grad_enabled",
    "no_grad",
    "non_differentiable",
    "set_grad_enabled",
]
