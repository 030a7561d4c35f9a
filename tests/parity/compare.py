"""Whether two observations agree: dtypes, shapes, strides, exceptions exactly, values within a few ULPs."""

import builtins
from typing import Any

import numpy as np

from observe import Seen, SeenError, SeenTensor
from samples.dtypes import PRECISION, real_part

SUMS = {
    "sum",
    "mean",
    "softmax",
    "log_softmax",
    "matmul",
    "sum_to_size",
    "as_strided_backward",
    "pow",
    "sigmoid",
    "tanh",
}
"""Ops that add in an order of their own, or take several steps of complex numbers, so that an error counts against
the largest element."""

ROUNDINGS = 16
"""Of the largest element, that an order of additions of its own may make."""

SPREADS = 8
"""Times what random roundings did in a few runs: the worst case of all gradients is 2.6."""

JUMP = 2.0**-6
"""Of the largest element: a result that roundings move by more than that is ill-conditioned, and excuses nothing."""


def difference(op: str, ours: Seen, theirs: Seen, *, adds: bool = False, strides: bool = True) -> str:
    """What differs, in words; "" where nothing does.

    `adds` says that any op's result is a sum; `strides`, that they are compared, where there are elements.
    """
    if isinstance(theirs, SeenError) or isinstance(ours, SeenError):
        return _difference_of_errors(ours, theirs)
    if isinstance(theirs, tuple) and isinstance(ours, tuple):
        if len(ours) != len(theirs):
            return f"{len(ours)} results, torch has {len(theirs)}"
        parts = [difference(op, a, b, adds=adds, strides=strides) for a, b in zip(ours, theirs, strict=True)]
        return "; ".join(f"[{i}] {part}" for i, part in enumerate(parts) if part)
    if isinstance(theirs, SeenTensor) and isinstance(ours, SeenTensor):
        for field in ("dtype", "shape", "stride", "offset"):
            if field == "stride" and not (strides and np.prod(theirs.shape, dtype=int)):
                continue
            if getattr(ours, field) != getattr(theirs, field):
                return f"{field} {getattr(ours, field)}, torch's is {getattr(theirs, field)}"
        return _difference_of_values(ours, theirs, adds or op.partition(".")[0] in SUMS)
    same = type(ours) is type(theirs) and (ours == theirs or (ours != ours and theirs != theirs))
    return "" if same else f"{ours!r}, torch's is {theirs!r}"


def _difference_of_errors(ours: Seen, theirs: Seen) -> str:
    if not isinstance(theirs, SeenError):
        return f"{ours.type}: {ours.message}, torch has a result"
    if not isinstance(ours, SeenError):
        return f"a result, torch raises {theirs.type}: {theirs.message}"
    if issubclass(_exception(ours.type), _exception(theirs.type)):
        return ""
    return f"{ours.type}: {ours.message}, torch raises {theirs.type}: {theirs.message}"


def _exception(name: str) -> type[BaseException]:
    return getattr(builtins, name, Exception)


def _difference_of_values(ours: SeenTensor, theirs: SeenTensor, adds: bool) -> str:
    a, b = ours.values, theirs.values
    if a is None or b is None or a.size == 0:
        return ""
    if ours.dtype not in PRECISION and not ours.dtype.startswith("complex"):
        equal = a == b
    else:
        epsilon = 2.0 ** -PRECISION[real_part(ours.dtype)].fraction_bits
        equal = _near(a, b, epsilon, adds, theirs.spread)
    if equal.all():
        return ""
    at = tuple(np.argwhere(~equal)[0].tolist())
    return f"{(~equal).sum()} of {equal.size} values, first at {at}: {a[at]!r}, torch's is {b[at]!r}"


def _near(a: np.ndarray, b: np.ndarray, epsilon: float, adds: bool, spread: np.ndarray | None) -> Any:
    with np.errstate(all="ignore"):
        largest = np.abs(b[np.isfinite(b)]).max(initial=0.0)
        if not adds:
            allowed = 2 * epsilon * np.abs(b)
        elif spread is None:
            allowed = ROUNDINGS * epsilon * largest
        else:
            allowed = SPREADS * (spread.max() + epsilon * largest) if spread.max() <= JUMP * largest else 0.0
        close = np.abs(a - b) <= allowed
    same = (a == b) | close
    if a.dtype.kind == "c":
        nans = np.isnan(a) & np.isnan(b)
        return same | nans | (np.isinf(a) & np.isinf(b))
    return same & ((a != 0) | (np.signbit(a) == np.signbit(b)) | adds) | (np.isnan(a) & np.isnan(b))
