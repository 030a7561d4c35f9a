"""Derivatives of copies and of writes that overwrite everything."""

from tt_autograd.registration import derivative, non_differentiable
from tt_core import ops

derivative("clone", self=lambda grad: grad)

# The engine casts back to the input's dtype.
derivative("_to_copy", self=lambda grad, self_device: grad.to(self_device))

derivative(
    "copy_",
    self=lambda grad: ops.zeros_like(grad),
    src=lambda grad, src_device: grad.to(src_device),
)

derivative("fill_.Scalar", self=lambda grad: ops.zeros_like(grad))

derivative("zero_", self=lambda grad: ops.zeros_like(grad))

non_differentiable("item")
