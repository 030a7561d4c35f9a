"""`tt.autograd`: gradients as functions, and the checks of them."""

from tt_autograd import backward, enable_grad, grad, is_grad_enabled, no_grad, set_grad_enabled
from tt_autograd.gradcheck import gradcheck, gradgradcheck

__all__ = [
    "backward",
    "enable_grad",
    "grad",
    "gradcheck",
    "gradgradcheck",
    "is_grad_enabled",
    "no_grad",
    "set_grad_enabled",
]
