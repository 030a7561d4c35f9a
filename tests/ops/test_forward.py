"""Every op gives what NumPy gives, in every dtype that it accepts, within the ULPs that its samples state."""

from collections.abc import Mapping

import numpy as np
import pytest

import tt
from closeness import assert_same_bits
from reference_check import assert_as_reference
from samples import of
from samples.recipe import Sample, of_shape, t
from subject import TT, called, every_op, every_op_and_dtype, ordinary, results_of

PARALLEL = 3 * 32768 + 11
"""More elements than one thread takes, and no multiple of a vector."""


@pytest.mark.parametrize(("op", "dtype"), every_op_and_dtype())
def test_values(op: str, dtype: str) -> None:
    for sample in of(op).cases:
        assert_as_reference(op, sample, dtype)


# What is made of ops has the dtypes that they give.
HAS_OWN_DTYPES = every_op_and_dtype(lambda subject: not (subject.reads_data or subject.of_ops))


@pytest.mark.parametrize(("op", "dtype"), HAS_OWN_DTYPES)
def test_result_dtype(op: str, dtype: str) -> None:
    subject = of(op)
    for sample in subject.cases:
        dtypes = tuple(TT.name_of(each.dtype) for each in results_of(called(op, sample, dtype)))
        assert dtypes == results_of(subject.result(dtype, sample)), f"{op}{sample} {dtype}"


@pytest.mark.parametrize("op", every_op(lambda subject: subject.entry.pointwise))
def test_value_does_not_depend_on_place_or_threads(op: str) -> None:
    args, numbers = TT.realise(of_shape(of(op).cases[0], PARALLEL), ordinary(op))
    whole = _with_threads(1, op, args, numbers)
    assert_same_bits(_with_threads(2, op, args, numbers), whole, f"{op} on two threads")
    for start, stop in ((0, 5), (3, 40), (32765, 32800), (PARALLEL - 7, PARALLEL)):
        part = _with_threads(1, op, [each[start:stop] for each in args], numbers)
        assert_same_bits(part, whole[start:stop], f"{op} of elements {start} to {stop}")
        alone = _with_threads(1, op, [each[start] for each in args], numbers)
        assert_same_bits(alone, whole[start], f"{op} of element {start}")


@pytest.mark.parametrize("op", every_op(lambda subject: subject.entry.family == "reduction"))
def test_reduction_does_not_depend_on_threads(op: str) -> None:
    dims = ((0,), (1,)) if "dim" in of(op).entry.qualified else ((),)
    for shape in ((2, PARALLEL), (PARALLEL, 2), (400, 500)):
        (tensor,), _ = TT.realise(Sample((t(*shape),)), ordinary(op))
        for dim in dims:
            one = _with_threads(1, op, [tensor, *dim], {})
            assert_same_bits(_with_threads(2, op, [tensor, *dim], {}), one, f"{op} of {shape} over {dim}")


def _with_threads(count: int, op: str, args: list[object], numbers: Mapping[str, object]) -> np.ndarray:
    before = tt.get_num_threads()
    tt.set_num_threads(count)
    try:
        return TT.array(TT.callable(of(op).entry)(*args, **numbers))
    finally:
        tt.set_num_threads(before)
