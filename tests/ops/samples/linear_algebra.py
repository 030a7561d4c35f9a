"""Samples of matrix products: every combination of ranks, batches that broadcast, empty inner sizes."""

import numpy as np

from samples import Refusal, samples
from samples.recipe import Sample, call, t

SHAPES = (
    ((5,), (5,)),
    ((0,), (0,)),
    ((3, 5), (5,)),
    ((5,), (5, 4)),
    ((3, 5), (5, 4)),
    ((1, 1), (1, 1)),
    ((17, 33), (33, 9)),
    ((3, 0), (0, 4)),
    ((0, 5), (5, 4)),
    ((2, 3, 5), (5,)),
    ((5,), (2, 5, 4)),
    ((2, 3, 5), (5, 4)),
    ((3, 5), (2, 5, 4)),
    ((2, 3, 5), (2, 5, 4)),
    ((1, 3, 5), (2, 5, 4)),
    ((6, 1, 3, 5), (2, 5, 4)),
    ((0, 3, 5), (5, 4)),
    ((2, 1, 3, 5), (1, 4, 5, 2)),
)
CASES: list[Sample] = [call(t(*a), t(*b)) for a, b in SHAPES]

samples(
    "matmul",
    CASES,
    magnitude=lambda self, other: np.matmul(np.abs(self), np.abs(other)),
    ulps=4.0,
    refusals=[
        Refusal(call(t(), t(2)), RuntimeError, "at least 1"),
        Refusal(call(t(2), t()), RuntimeError, "at least 1"),
        Refusal(call(t(2), t(3)), RuntimeError, "size|shape|inconsistent"),
        Refusal(call(t(2, 3), t(2, 3)), RuntimeError, "shapes"),
        Refusal(call(t(2, 3), t(2)), RuntimeError, "size|shape"),
        Refusal(call(t(2, 3, 4), t(3, 4, 2)), RuntimeError, "size|shape|broadcast"),
        Refusal(call(t(2, 2), t(2, 2, dtype="float64")), RuntimeError, "dtype"),
        Refusal(call(t(2, 2), 2.0), TypeError, "must be Tensor, not float"),
        Refusal(call(t(2, 2), t(2, 2)), NotImplementedError, "bool", "bool"),
    ],
)
