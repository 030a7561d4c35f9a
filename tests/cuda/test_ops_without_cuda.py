"""An op without a kernel for CUDA says so by its name, and offers to move the argument."""

import pytest

from cuda_ops import on_cuda
from samples import of
from subject import TT, every_op, ordinary

WITHOUT_CUDA = every_op(lambda samples: not on_cuda(samples))

if WITHOUT_CUDA:  # an empty set of parameters would count as a skip

    @pytest.mark.parametrize("op", WITHOUT_CUDA)
    def test_kernel_is_missing(op: str) -> None:
        args, kwargs = TT.realise(of(op).cases[0], ordinary(op), device="cuda")
        message = (
            rf"(?s)^{of(op).entry.name}: .*no kernel for device cuda; kernels exist for cpu, meta.*\.cpu\(\)"
        )
        with pytest.raises(NotImplementedError, match=message):
            TT.callable(of(op).entry)(*args, **kwargs)
