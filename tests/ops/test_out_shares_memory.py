"""`out=` in memory that an input is read from: the right values, or an error before anything is written."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest

import tt
from closeness import assert_same_bits
from samples import OpSamples, of
from samples.recipe import Sample
from subject import TT, every_op, ordinary, out_for, results_of

START = 7
REFUSED = ("single memory location", "share memory", "doesn't match the broadcast shape")

pytestmark = pytest.mark.filterwarnings("ignore:An output with one or more elements was resized")


def reads_tensors(subject: OpSamples) -> bool:
    """Whether what it writes to could be what it reads."""
    return subject.entry.out and bool(subject.entry.schema.tensors)


def _cases(op: str) -> Iterator[tuple[str, Sample]]:
    """In an ordinary dtype, in that of places and in that of truth, so that results have the dtype of an input."""
    for dtype in sorted({ordinary(op), "int64", "bool"} & of(op).entry.accepts):
        for sample in of(op).cases:
            if all(0 < np.prod(each.shape) < 200 for each in sample.tensors):
                yield dtype, sample


def _placed(arg: Any, more: int) -> tuple[Any, Any]:
    """Memory, and a tensor in the middle of it with the elements of `arg`."""
    memory = tt.zeros(2 * arg.numel() + 2 * more + 3 * START, dtype=arg.dtype)
    placed = memory[START : START + arg.numel()].view(arg.shape)
    placed.copy_(arg)
    return memory, placed


def _destinations(memory: Any, shape: tuple[int, ...]) -> Iterator[Any]:
    """Of the result's shape, without elements, and of another size: before, at and within the input."""
    size = int(np.prod(shape))
    for start in (0, START - 2, START - 1, START, START + 1, START + 4, memory.numel() - size - 1):
        yield memory[start : start + size].view(shape)
        yield memory[start:start]
        yield memory[start : start + size + 1]
        if len(shape) == 2:
            yield memory[start : start + size].view(shape[::-1]).t()


def _check(op: str, args: list[Any], kwargs: Any, memory: Any, out: Any, expected: Any, what: str) -> bool:
    """Whether the op was carried out."""
    before = TT.array(memory).copy()
    try:
        TT.callable(of(op).entry)(*args, **kwargs, out=out)
    except RuntimeError as error:
        refusal = str(error)
    else:
        refusal = ""
    if refusal:
        assert any(words in refusal for words in REFUSED), f"{what}: {refusal}"
        assert_same_bits(TT.array(memory), before, f"{what}: refused, but written to")
        return False
    for target, one in zip(results_of(out), results_of(expected), strict=True):
        assert_same_bits(TT.array(target), TT.array(one), what)
    return True


def _beside_and_over(op: str, sample: Sample, dtype: str, at: int, index: int) -> Iterator[bool]:
    """Result `index` in the memory of argument `at`."""
    args, kwargs = TT.realise(sample, dtype)
    expected = TT.callable(of(op).entry)(*args, **kwargs)
    shape = tuple(results_of(expected)[index].shape)
    for number in range(len(list(_destinations(tt.zeros(2000), shape)))):
        memory, placed = _placed(args[at], results_of(expected)[index].numel())
        target = list(_destinations(memory, shape))[number]
        outs = list(results_of(out_for(expected)))
        outs[index] = target
        out = tuple(outs) if isinstance(expected, tuple) else target
        given = [*args[:at], placed, *args[at + 1 :]]
        where = f"{list(target.shape)} strides {target.stride()} at {target.storage_offset()}"
        what = f"{op}{sample} {dtype}, argument {at}, into {where}"
        yield _check(op, given, kwargs, memory, out, expected, what)


@pytest.mark.parametrize("op", every_op(reads_tensors))
def test_out_beside_and_over_an_input(op: str) -> None:
    done = []
    for dtype, sample in _cases(op):
        args, kwargs = TT.realise(sample, dtype)
        results = results_of(TT.callable(of(op).entry)(*args, **kwargs))
        for (at, arg), (index, result) in product(enumerate(args), enumerate(results)):
            if isinstance(arg, tt.Tensor) and arg.dtype == result.dtype:
                done += _beside_and_over(op, sample, dtype, at, index)
    assert True in done and False in done


@pytest.mark.parametrize(
    "op", every_op(lambda subject: subject.entry.out and len(subject.entry.schema.returns) > 1)
)
def test_two_destinations_in_one_place(op: str) -> None:
    done = []
    for sample in (sample for dtype, sample in _cases(op) if dtype == "int64"):
        args, kwargs = TT.realise(sample, "int64")
        expected = TT.callable(of(op).entry)(*args, **kwargs)
        size = results_of(expected)[0].numel()
        for (first, second), sized in product(((0, 0), (0, 1), (1, 0), (0, size), (size, 0)), (0, size)):
            memory = tt.zeros(3 * size, dtype=tt.int64)
            out = (memory[first : first + sized], memory[second : second + sized])
            what = f"{op}{sample} into {sized} elements at {first} and {second}"
            done.append(_check(op, args, kwargs, memory, out, expected, what))
    assert True in done and False in done
