"""Truth and bits are constant wherever they have a derivative."""

from tt_autograd.registration import non_differentiable

non_differentiable("logical_and")
non_differentiable("logical_or")
non_differentiable("logical_xor")
non_differentiable("logical_not")
non_differentiable("bitwise_not")
non_differentiable("bitwise_and.Tensor")
non_differentiable("bitwise_or.Tensor")
non_differentiable("bitwise_xor.Tensor")
non_differentiable("bitwise_left_shift.Tensor")
non_differentiable("bitwise_right_shift.Tensor")
