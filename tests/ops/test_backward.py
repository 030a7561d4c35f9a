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
    inputs = [each for each in tensors_among((*args, *kwargs.values())) if is_inexact(each)]
    for each in inputs:
        each.requires_grad = True
    # What writes to its first argument is given a tensor that it may write to.
    writes = of(op).entry.mutates
    call = TT.callable(of(op).entry)

    def function(*tensors: Any) -> Any:
        moved = {id(old): new for old, new in zip(inputs, tensors, strict=True)}

        def put(value: Any) -> Any:
            return list(map(put, value)) if isinstance(value, list) else moved.get(id(value), value)

        given = list(map(put, args))
        if writes and id(args[0]) in moved:
            given[0] = given[0].clone()
        with allowing_discarded_imaginary_parts():
            results = results_of(call(*given, **{key: put(value) for key, value in kwargs.items()}))
        inexact = tuple(filter(is_inexact, results))
        return inexact if len(inexact) > 1 else (inexact or results)[0]

    return function, inputs


def is_inexact(tensor: Any) -> bool:
    return tensor.is_floating_point() or tensor.is_complex()


@pytest.mark.parametrize("dtype", ["float64", "complex128"])
@pytest.mark.parametrize("op", every_op(lambda subject: is_differentiable(subject.entry.qualified)))
def test_derivatives(op: str, dtype: str) -> None:
    checked = 0
    # What is made of other ops is differentiable where they are.
    is_exact = of(op).of_ops
    for sample in small_samples(op, dtype):
        args, kwargs = TT.realise(sample, dtype)
        function, inputs = function_of(op, args, kwargs)
        if not inputs or not all(each.requires_grad for each in inputs):
            continue
        options = {"check_noncontiguous": op not in COUNTED_IN_STORAGE}
        results = results_of(function(*inputs))
        is_exact &= not any(map(is_inexact, results))
        if not all(each.requires_grad for each in results) or not EXACT_ENOUGH.issuperset(
            TT.name_of(x.dtype) for x in (*results, *inputs)
        ):
            continue
        assert gradcheck(function, inputs, **options), f"{op}{sample}"
        assert gradgradcheck(function, inputs, **options), f"{op}{sample}"
        checked += 1
    assert checked or is_exact or dtype not in of(op).dtypes, (
        f"{op}: no sample with a differentiable result in {dtype}"
    )
