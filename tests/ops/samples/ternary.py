"""Samples of pointwise ops of three tensors."""

from samples import Refusal, samples
from samples.families import SHAPES
from samples.recipe import Number, Sample, TensorOf, call, t


def _condition(*shape: int) -> TensorOf:
    return t(*shape, dtype="bool")


CASES: list[Sample] = [
    *(call(_condition(*shape), t(*shape), t(*shape)) for shape in SHAPES),
    call(_condition(2, 1, 3), t(4, 1), t(3)),
    call(_condition(), t(4, 5), t(5)),
    call(_condition(5), t(), t()),
    call(_condition(4, 5), t(5), Number()),
    call(_condition(4, 5), Number(), t(4, 1)),
]

samples(
    "where.self",
    CASES,
    refusals=[
        Refusal(call(t(2), t(2), t(2)), RuntimeError, "(?i)condition.*bool"),
        Refusal(call(_condition(2), t(3), t(3)), RuntimeError, "must match the size"),
        Refusal(call(_condition(2), t(2), "text"), TypeError, "must be Tensor, not str"),
    ],
)
