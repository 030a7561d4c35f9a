"""Derivatives of pointwise ops of one tensor."""

from tt_autograd._C import conj
from tt_autograd.registration import derivative
from tt_core import ops

derivative("neg", self=lambda grad: -grad)

derivative("exp", self=lambda grad, result: grad * conj(result))

derivative("conj_physical", self=lambda grad: ops.conj_physical(grad))
