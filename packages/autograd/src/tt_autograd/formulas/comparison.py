"""Comparisons are constant wherever they have a derivative."""

from tt_autograd.registration import non_differentiable

non_differentiable("eq.Tensor")
non_differentiable("ne.Tensor")
non_differentiable("lt.Tensor")
non_differentiable("le.Tensor")
non_differentiable("gt.Tensor")
non_differentiable("ge.Tensor")
