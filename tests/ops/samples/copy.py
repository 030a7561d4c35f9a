"""Samples of copies, casts and fills.

Floats that an integer dtype cannot hold have no defined value, so that casts from floats start from `SMALL`.
"""

from typing import Any

import numpy as np

from samples import Refusal, samples
from samples.dtypes import COMPLEX, exact
from samples.recipe import DTypeNamed, Sample, TensorOf, call, t

SMALL = (0.0, 1.0, 0.25, 1.75, 2.5, 100.5, 3.0, 90.75, 0.5, 17.0)


def _small(dtype: str) -> TensorOf:
    return t(2, 5, dtype=dtype, values=SMALL)


def _converted(values: np.ndarray, dtype: np.dtype) -> np.ndarray:
    if dtype.kind == "b":
        return values != 0
    real = values.real if values.dtype.kind == "c" and dtype.kind != "c" else values
    with np.errstate(all="ignore"):
        return real.astype(dtype)


def _copy(self: np.ndarray, src: np.ndarray, non_blocking: bool = False) -> np.ndarray:
    return np.broadcast_to(_converted(src, self.dtype), self.shape)


def _same(self: np.ndarray, *_: Any, **__: Any) -> np.ndarray:
    return self


def _cast(self: np.ndarray, dtype: str, *_: Any, **__: Any) -> np.ndarray:
    return _converted(self, exact(dtype))


def _to_device(self: np.ndarray, device: Any = None, dtype: Any = None, **_: Any) -> np.ndarray:
    return _cast(self, dtype) if dtype else self


def _named(dtype: str, sample: Sample) -> str:
    given = [each.name for each in (*sample.args, *sample.kwargs.values()) if isinstance(each, DTypeNamed)]
    return given[0] if given else dtype


def _filled(self: np.ndarray, value: Any) -> np.ndarray:
    return np.broadcast_to(_converted(np.array(value), self.dtype), self.shape)


WIDER = ("bool", "int64", "uint64", "float32", "float64", "complex128")
CASTS = [call(t(3, 5), DTypeNamed(name)) for name in COMPLEX]
CASTS += [
    call(_small("float32"), DTypeNamed(name)) for name in (*WIDER, "uint8", "int16", "float16", "bfloat16")
]

samples(
    "copy_",
    [
        call(t(3, 5), t(3, 5)),
        call(t(3, 5), t(5)),
        call(t(3, 5), t()),
        call(t(), t()),
        call(t(2, 0), t(1)),
        call(t(1030), t(1030)),
        call(t(40, 33), t(40, 33)),
        *(call(t(2, 5), _small(name)) for name in ("float16", "bfloat16", "float32", "float64")),
        *(call(t(2, 5), t(2, 5, dtype=name)) for name in ("bool", "uint8")),
    ],
    reference=_copy,
    refusals=[
        Refusal(call(t(3), t(2)), RuntimeError, r"\(3\) must match the existing size \(2\)"),
        Refusal(call(t(3), t(2, 3)), RuntimeError, "number of sizes|number of dimensions"),
        Refusal(call(t(3), "text"), TypeError, "must be Tensor, not str"),
    ],
)
samples("clone", [call(t()), call(t(3, 5)), call(t(2, 0)), call(t(1030))], reference=_same)
samples("contiguous", [call(t()), call(t(3, 5)), call(t(2, 0)), call(t(2, 3, 4))], reference=_same)
samples(
    "positive",
    [call(t()), call(t(3, 5)), call(t(2, 0))],
    reference=_same,
    refusals=[Refusal(call(t(2)), RuntimeError, "not supported for dtype bool", "bool")],
)
samples(
    "reshape",
    [
        call(t(12), (3, 4)),
        call(t(3, 4), (-1,)),
        call(t(3, 4), (2, 6)),
        call(t(), (1, 1)),
        call(t(1), ()),
        call(t(0, 3), (3, 0)),
        call(t(2, 3, 4), (4, 6)),
    ],
    refusals=[
        Refusal(call(t(12), (5, 2)), RuntimeError, r"\[5, 2\].* is invalid for input of size 12"),
        Refusal(call(t(12), (-1, -1)), RuntimeError, "only one dimension can be inferred"),
        Refusal(call(t(12), (-3, 4)), RuntimeError, "invalid shape dimension -3"),
    ],
)
samples(
    "to.device",
    [call(t(3, 5), "cpu"), call(t(3, 5), device="cpu"), call(t(3, 5), "cpu", DTypeNamed("complex128"))],
    reference=_to_device,
    result=_named,
    refusals=[
        Refusal(call(t(2), "nowhere"), RuntimeError, "nowhere"),
        Refusal(call(t(2), "cpu", "int8"), TypeError, "must be"),
    ],
)
samples("to.dtype", CASTS, reference=_cast, result=_named)
samples(
    "to.other",
    [call(t(3, 5), t(2, dtype="complex128")), call(t(3, 5), t(0))],
    reference=lambda self, other, **_: _converted(self, other.dtype),
    result=lambda dtype, sample: sample.args[1].dtype or dtype,
)
samples(
    "_to_copy",
    [call(t(3, 5)), call(t(2, 3, 4), dtype=DTypeNamed("complex64")), call(t(3, 5), device="cpu")],
    reference=lambda self, dtype="", **_: _converted(self, exact(dtype)) if dtype else self,
    result=_named,
)
samples(
    "fill_.Scalar",
    [call(t(3, 5), 1), call(t(), 0), call(t(0), 1), call(t(3, 5), True), call(t(1030), 3)],
    reference=_filled,
    refusals=[
        Refusal(call(t(2), 300), RuntimeError, "overflow", "uint8"),
        Refusal(call(t(2), 128), RuntimeError, "overflow", "int8"),
        Refusal(call(t(2), 1j), RuntimeError, "overflow|complex", "float32"),
        Refusal(call(t(2), "1"), TypeError, "value"),
    ],
)
samples("zero_", [call(t(3, 5)), call(t()), call(t(0)), call(t(1030))], reference=np.zeros_like)
samples(
    "item",
    [call(t()), call(t(1)), call(t(1, 1, 1))],
    reference=lambda self: self.reshape(()),
    reads_data=True,
    refusals=[
        Refusal(call(t(2)), RuntimeError, "a Tensor with 2 elements cannot be converted to Scalar"),
        Refusal(call(t(0)), RuntimeError, "a Tensor with 0 elements"),
    ],
)
