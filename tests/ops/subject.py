"""tt as the subject of the tests of this folder, and the ops and dtypes that they are parametrised with.

Ids begin with the op's qualified name, so that `tt test add` finds them.
"""

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

import tt
import tt_core
from samples import OpSamples, by_name, of
from samples.dtypes import ALL, COMPLEX
from samples.library import Library
from samples.recipe import Number, Sample

TT = Library(tt, lambda qualified: getattr(tt_core.ops, qualified.partition(".")[0]))

OPS = tuple(by_name())


def depends_on_dtype(subject: OpSamples) -> bool:
    """Whether a sample leaves the dtype to the test."""
    return any(
        any(not each.dtype for each in sample.tensors) or any(isinstance(arg, Number) for arg in sample.args)
        for sample in subject.cases
    )


def dtypes_of(op: str) -> tuple[str, ...]:
    """The dtypes to call an op with; one stands for all where the samples fix them."""
    subject = of(op)
    return subject.dtypes if depends_on_dtype(subject) else ("float32",)


def ordinary(op: str) -> str:
    """The dtype for tests that need only one."""
    return next(each for each in ("float32", "int32", *ALL) if each in of(op).entry.accepts)


def numbers_of(op: str) -> dict[str, Any]:
    """The numbers that a pointwise op is sampled with beside its tensors."""
    return of(op).cases[0].kwargs if of(op).entry.pointwise else {}


def every_op(keep: Callable[[OpSamples], bool] = lambda subject: True) -> list[Any]:
    """A parameter for each op of the table."""
    return [pytest.param(op, id=op) for op in OPS if keep(of(op))]


def every_op_and_dtype(keep: Callable[[OpSamples], bool] = lambda subject: True) -> list[Any]:
    """A pair of parameters for each op and dtype that it accepts."""
    return [
        pytest.param(op, dtype, id=f"{op}-{dtype}") for op in OPS if keep(of(op)) for dtype in dtypes_of(op)
    ]


UNFORESEEN = {"empty", "empty_like", "new_empty", "rand", "rand_like", "randn", "randn_like"}
"""Ops of which two calls give different elements."""


def results_of(value: Any) -> tuple[Any, ...]:
    """The results of a call, one or several."""
    return tuple(value) if isinstance(value, tuple) else (value,)


def out_for(value: Any, sized: bool = True) -> Any:
    """What `out=` takes for an op that gave `value`: a tensor of its shape, or without elements, or a tuple."""
    made = [tt.empty(each.shape if sized else 0, dtype=each.dtype) for each in results_of(value)]
    return tuple(made) if isinstance(value, tuple) else made[0]


def tensors_among(values: Any) -> list[Any]:
    """The tensors among arguments, those in lists included."""
    flat = (each for value in values for each in (value if isinstance(value, list) else [value]))
    return [each for each in flat if isinstance(each, tt.Tensor)]


@contextmanager
def allowing_discarded_imaginary_parts() -> Iterator[None]:
    """For casts from complex to real, which warn; a test of its own looks at the warning."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Casting complex values to real")
        yield


def called(
    op: str, sample: Sample, dtype: str, layouts: tuple[str, ...] = ("contiguous",), device: str = "cpu"
) -> Any:
    """The result of an op for a sample."""
    args, kwargs = TT.realise(sample, dtype, layouts, device)
    if of(op).entry.from_device and device != "cpu":
        kwargs["device"] = device
    with allowing_discarded_imaginary_parts():
        return TT.callable(of(op).entry)(*args, **kwargs)


def loses_imaginary_part(source: str, target: str) -> bool:
    """Whether a cast from `source` to `target` warns."""
    return source in COMPLEX and target not in (*COMPLEX, "bool")
