"""Derivatives of products of matrices."""

from tt_autograd._C import conj
from tt_autograd.registration import derivative
from tt_core import Tensor


def matmul_self(grad: Tensor, self_shape: tuple[int, ...], other: Tensor) -> Tensor:
    """grad @ other^H, with vectors as the row or column that they stand for."""
    if len(self_shape) == 1:
        if other.ndim == 1:
            return grad * conj(other)
        # self is a row: (k) @ (..., k, n) gave (..., n).
        return (conj(other) @ grad.unsqueeze(-1)).squeeze(-1)
    if other.ndim == 1:
        return grad.unsqueeze(-1) * conj(other)
    return grad @ conj(other).transpose(-1, -2)


def matmul_other(grad: Tensor, self: Tensor, other_shape: tuple[int, ...]) -> Tensor:
    """self^H @ grad, with vectors as the row or column that they stand for."""
    if len(other_shape) == 1:
        if self.ndim == 1:
            return grad * conj(self)
        # other is a column: (..., m, k) @ (k) gave (..., m).
        return (grad.unsqueeze(-2) @ conj(self)).squeeze(-2)
    if self.ndim == 1:
        return conj(self).unsqueeze(-1) * grad.unsqueeze(-2)
    if self.ndim > 2 and len(other_shape) == 2:
        # One matrix for the whole batch, a linear layer: one product instead of a batch and its sum.
        rows = conj(self).reshape(-1, self.shape[-1])
        return rows.t() @ grad.reshape(-1, grad.shape[-1])
    return conj(self).transpose(-1, -2) @ grad


derivative("matmul", self=matmul_self, other=matmul_other)
