"""Comparisons are constant wherever they have a derivative."""

from tt_autograd.registration import non_differentiable

for name in ("eq", "ne", "lt", "le", "gt", "ge"):
    non_differentiable(f"{name}.Tensor")
