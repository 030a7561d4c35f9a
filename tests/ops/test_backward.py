"""Every op's derivative is what differences say, in first and second order, for real and complex samples."""

from typing import Any

import pytest

from samples import of
from samples.recipe import Sample
from subject import TT, allowing_discarded_imaginary_parts, every_op, results_of, tensors_among
from tt.autograd import gradcheck, gradgradcheck
from tt_autograd import _C

LARGEST = 60
"""Elements of a sample: a difference needs two calls for each."""

COUNTED_IN_STORAGE = {"as_strided", "as_strided_backward"}
"""Ops that count in the storage: a copy with other strides is another argument."""

EXACT_ENOUGH = {"float64", "complex128"}
"""Dtypes in which a difference says something."""


def is_differentiable(op: str) -> bool:
    info = _C.derivative_info(op)
    return not of(op).reads_data and (of(op).entry.composite or bool(info and info["formulas"]))


def small_samples(op: str, dtype: str) -> list[Sample]:
    fits = [s for s in of(op).cases if all(_count(each.shape) <= LARGEST for each in s.tensors) and s.tensors]
    return fits if dtype in of(op).dtypes else []


def _count(shape: tuple[int, ...]) -> int:
    count = 1
    for size in shape:
        count *= size
    return count


def function_of(op: str, args: list[Any], kwargs: dict[str, Any]) -> tuple[Any, list[Any]]:
    """The op as a function of its differentiable tensors, and these."""
    moved = [each for each in tensors_among(args) if each.is_floating_point() or each.is_complex()]
    places = [i for i, each in enumerate(args) if any(each is one for one in moved)]
    for each in moved:
        each.requires_grad = True
    # What writes to its first argument is given a tensor that it may write to.
    writes = of(op).entry.mutates
    call = TT.callable(of(op).entry)

    def function(*tensors: Any) -> Any:
        given = list(args)
        for place, tensor in zip(places, tensors, strict=True):
            given[place] = tensor.clone() if writes and place == 0 else tensor
        with allowing_discarded_imaginary_parts():
            results = results_of(call(*given, **kwargs))
        inexact = tuple(each for each in results if each.is_floating_point() or each.is_complex())
        return inexact if len(inexact) > 1 else (inexact or results)[0]

    return function, [args[i] for i in places]


@pytest.mark.parametrize("dtype", ["float64", "complex128"])
@pytest.mark.parametrize("op", every_op(lambda subject: is_differentiable(subject.entry.qualified)))
def test_derivatives(op: str, dtype: str) -> None:
    checked = 0
    for sample in small_samples(op, dtype):
        args, kwargs = TT.realise(sample, dtype)
        function, inputs = function_of(op, args, kwargs)
        if not inputs or not all(each.requires_grad for each in inputs):
            continue
        options = {"check_noncontiguous": op not in COUNTED_IN_STORAGE}
        result = function(*inputs)
        if not result.requires_grad or not EXACT_ENOUGH.issuperset(
            TT.name_of(x.dtype) for x in (result, *inputs)
        ):
            continue
        assert gradcheck(function, inputs, **options), f"{op}{sample}"
        assert gradgradcheck(function, inputs, **options), f"{op}{sample}"
        checked += 1
    assert checked or dtype not in of(op).dtypes, f"{op}: no sample with a differentiable result in {dtype}"
