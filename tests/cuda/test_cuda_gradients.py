"""Derivatives on CUDA are what differences say, for every op that has one: formulas and engine are the CPU's code."""

import pytest

import tt
from cuda_ops import every_op
from samples import of
from subject import TT, results_of
from test_backward import COUNTED_IN_STORAGE, EXACT_ENOUGH, function_of, is_differentiable, small_samples
from tt.autograd import gradcheck


@pytest.mark.parametrize("op", every_op(lambda subject: is_differentiable(subject.entry.qualified)))
def test_derivatives(op: str) -> None:
    for sample in small_samples(op, "float64")[:2]:
        args, kwargs = TT.realise(sample, "float64", device="cuda")
        if of(op).entry.from_device:
            kwargs["device"] = "cuda"
        function, inputs = function_of(op, args, kwargs)
        if not inputs or not all(each.requires_grad for each in inputs):
            continue
        result = function(*inputs)
        dtypes = {TT.name_of(each.dtype) for each in (*results_of(result), *inputs)}
        if not results_of(result)[0].requires_grad or not EXACT_ENOUGH.issuperset(dtypes):
            continue
        assert all(each.is_cuda for each in results_of(result))
        assert gradcheck(function, inputs, check_noncontiguous=op not in COUNTED_IN_STORAGE), f"{op}{sample}"


def test_hooks_and_views_are_the_same_code() -> None:
    w = tt.arange(6, dtype=tt.float32, device="cuda").view(2, 3).requires_grad_()
    seen = []
    w.register_hook(lambda grad: seen.append(grad.device))
    y = (w * 2).t()
    y[0] *= 3
    y.sum().backward()
    assert w.grad.tolist() == [[6, 2, 2], [6, 2, 2]] and seen == [tt.device("cuda:0")]
