"""Factories make no use of the values of what they are given."""

from tt_autograd.registration import non_differentiable

non_differentiable("empty")
non_differentiable("zeros")
non_differentiable("ones")
non_differentiable("full")
non_differentiable("empty_like")
non_differentiable("zeros_like")
non_differentiable("ones_like")
non_differentiable("new_empty")
non_differentiable("new_zeros")
non_differentiable("new_ones")
non_differentiable("new_full")
non_differentiable("arange")
non_differentiable("arange.start")
non_differentiable("arange.start_step")
non_differentiable("eye")
non_differentiable("eye.m")
non_differentiable("rand")
non_differentiable("randn")
non_differentiable("rand_like")
non_differentiable("randn_like")
