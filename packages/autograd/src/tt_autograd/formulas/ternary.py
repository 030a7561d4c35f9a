"""Derivatives of pointwise ops of three tensors."""

from tt_autograd.registration import derivative
from tt_core import ops

derivative(
    "where.self",
    condition=None,
    self=lambda grad, condition: ops.where(condition, grad, 0),
    other=lambda grad, condition: ops.where(condition, 0, grad),
)
