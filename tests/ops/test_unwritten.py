"""The blanks of a stub fail, each for itself, until they are filled in; then `unwritten=` in its samples has to go."""

from typing import Any

import pytest

from samples import of
from samples.dtypes import COMPLEX, FLOATING
from samples.library import arrays
from subject import OPS, TT, results_of, tensors_among

_SAID = {each: each for each in ("functor", "kernel", "reference")}  # what is none of them is an argument
BLANKS = [
    pytest.param(
        op,
        blank,
        id=f"{op}-{blank}",
        marks=pytest.mark.xfail(
            raises=NotImplementedError,
            strict=True,
            reason=f"{_SAID.get(blank, f'derivative of {blank}')} not written; "
            f"when it is, take '{blank}' out of `unwritten` in the samples",
        ),
    )
    for op in OPS
    for blank in of(op).unwritten
]


def _gradient(op: str, name: str, device: str) -> None:
    """Backward of the first sample that gives one tensor; the meta device needs no functor."""
    entry = of(op).entry
    dtype = next(each for each in (*FLOATING[::-1], *COMPLEX) if each in of(op).dtypes)
    for sample in of(op).cases:
        args, kwargs = TT.realise(sample, dtype, device=device)
        given = dict(zip((arg.name for arg in entry.schema.args), args, strict=False)) | kwargs
        if moved := tensors_among([given.get(name)]):
            break
    moved[0].requires_grad = True
    result = results_of(TT.callable(entry)(*args, **kwargs))[0]
    result.backward(result.detach())


if BLANKS:  # an empty set of parameters would count as a skip

    @pytest.mark.parametrize(("op", "blank"), BLANKS)
    def test_blank(op: str, blank: str) -> None:
        subject = of(op)
        sample = subject.cases[0]
        if blank in ("functor", "kernel"):
            args, kwargs = TT.realise(sample, subject.dtypes[-1])
            TT.callable(subject.entry)(*args, **kwargs)
        elif blank == "reference":
            reference: Any = subject.reference
            given, named = arrays(sample, subject.dtypes[-1])
            reference(*given, **named)
        else:
            _gradient(op, blank, "meta")


def test_blanks_are_those_of_the_schema() -> None:
    for op in OPS:
        tensors = {arg.name for arg in of(op).entry.schema.args if arg.type == "Tensor"}
        assert set(of(op).unwritten) <= {"functor", "kernel", "reference", *tensors}, op
