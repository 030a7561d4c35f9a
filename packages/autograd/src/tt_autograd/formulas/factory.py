"""Factories make no use of the values of what they are given."""

from tt_autograd.registration import non_differentiable

non_differentiable("empty")
non_differentiable("zeros")
non_differentiable("ones")
non_differentiable("full")
non_differentiable("empty_like")
non_differentiable("zeros_like")
non_differentiable("ones_like")
