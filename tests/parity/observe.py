"""What a call gave, as plain data that two interpreters can compare: tensors with strides, or an error."""

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from samples.library import Library


@dataclass(frozen=True, slots=True)
class SeenTensor:
    """`values` is None for a tensor without elements to read.

    `spread` is by how much each element moves when every step is rounded at random; None where that was not tried.
    """

    dtype: str
    shape: tuple[int, ...]
    stride: tuple[int, ...]
    offset: int
    values: np.ndarray | None
    spread: np.ndarray | None = None


@dataclass(frozen=True, slots=True)
class SeenError:
    """The type of an exception, and torch's or our words for it."""

    type: str
    message: str


Seen = Any
"""SeenTensor, SeenError, a Python value, or a tuple of these."""


def observe(library: Library, call: Callable[[], Any]) -> Seen:
    """Calls, and describes the result or the exception. Warnings are not compared here."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            return described(library, call())
        except Exception as error:
            return SeenError(type(error).__name__, str(error))


def described(library: Library, value: Any) -> Seen:
    """Tensors, dtypes and sequences of them as plain data; other values as they are."""
    if isinstance(value, tuple | list) and type(value).__name__ != "Size":
        return tuple(described(library, each) for each in value)
    if isinstance(value, library.module.Tensor):
        values = None if value.device.type == "meta" else library.array(value)
        shape = tuple(value.shape)
        return SeenTensor(
            library.name_of(value.dtype), shape, tuple(value.stride()), value.storage_offset(), values
        )
    if isinstance(value, library.module.dtype):
        return library.name_of(value)
    return tuple(value) if type(value).__name__ == "Size" else value


def with_spread(plain: Seen, moved: Sequence[Seen]) -> Seen:
    """`plain`, with how far from it the same case came out in other runs."""
    if isinstance(plain, tuple):
        return tuple(
            with_spread(each, [run[i] for run in moved if isinstance(run, tuple)])
            for i, each in enumerate(plain)
        )
    if not isinstance(plain, SeenTensor) or plain.values is None or plain.values.dtype.kind not in "fc":
        return plain
    runs = [run for run in moved if isinstance(run, SeenTensor) and run.shape == plain.shape]
    with np.errstate(all="ignore"):
        distances = [np.abs(run.values - plain.values) for run in runs]
    finite = [np.where(np.isfinite(each), each, 0) for each in distances]
    return replace(plain, spread=np.max(finite, axis=0)) if finite else plain
