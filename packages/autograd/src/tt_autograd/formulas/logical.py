"""Truth and bits are constant wherever they have a derivative."""

from tt_autograd.registration import non_differentiable

for name in ("logical_and", "logical_or", "logical_xor", "logical_not", "bitwise_not"):
    non_differentiable(name)
for name in ("and", "or", "xor", "left_shift", "right_shift"):
    non_differentiable(f"bitwise_{name}.Tensor")
