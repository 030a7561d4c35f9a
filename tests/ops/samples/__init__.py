"""Samples: for each op the calls that tests make, a reference, how exact it must be, and what it refuses.

    samples("hypot", special=[(0.0, 0.0), (inf, nan), (3e38, 3e38)])

adds to what the op's family samples anyway; a pointwise op needs no more than its `numpy=` in the table.
A module per family, found by its name: there is no list. Must not import tt (see recipe).
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import numpy as np

from samples import families, noise, rounding
from samples.dtypes import ALL, BOOL, COMPLEX, INTEGRAL, exact, opmath, real_part
from samples.recipe import Sample, within
from tt_opspec.entry import OpEntry
from tt_opspec.table import entries

NOT_MODULES_OF_OPS = {"dtypes", "families", "library", "noise", "recipe", "reduced", "rounding"}


@dataclass(frozen=True, slots=True)
class Refusal:
    """A call that must raise: the exception of torch (or a subclass), and what the message says.

    `by_value`: because of an element, so that the meta device cannot tell.
    """

    sample: Sample
    raises: type[Exception]
    match: str
    dtype: str = "float32"
    form: str = "functional"
    by_value: bool = False


@dataclass(frozen=True, slots=True)
class OpSamples:
    """`magnitude` gives the number whose ULPs count, where cancellation makes the result's own too small.

    `result` gives the dtype of the result from that of the arguments; `special` are tuples of numbers, one a
    tensor argument. A `stepwise` reference takes the steps that the functor takes and is computed in the same
    dtype, so that it overflows where the op does. One `of_ops` takes the steps of a composite, each of which
    rounds; in the short floats these may overflow on the way, so that they are left out. `unwritten` are the
    blanks of a stub: "functor" or "kernel", "reference", and the tensors whose derivatives are to be written.
    """

    entry: OpEntry
    cases: tuple[Sample, ...]
    reference: Callable[..., Any] | None
    magnitude: Callable[..., Any] | None
    ulps: float
    result: Callable[[str, Sample], str]
    special: tuple[tuple[Any, ...], ...]
    refusals: tuple[Refusal, ...]
    reads_data: bool
    dtypes: tuple[str, ...]
    stepwise: bool
    of_ops: bool
    unwritten: tuple[str, ...]

    def reference_dtype(self, dtype: str) -> np.dtype:
        """The NumPy dtype in which the reference computes: a wider one, or that in which the op computes."""
        if not self.stepwise or dtype in COMPLEX:
            return exact(dtype)
        result = _result(self.entry, dtype)
        return opmath(result)


@dataclass(slots=True)
class _Written:
    cases: list[Sample] | None = None
    more: list[Sample] = field(default_factory=list)
    reference: Callable[..., Any] | None = None
    magnitude: Callable[..., Any] | None = None
    ulps: float = 0.5
    result: Callable[[str, Sample], str] | None = None
    special: list[tuple[Any, ...]] = field(default_factory=list)
    refusals: list[Refusal] = field(default_factory=list)
    reads_data: bool = False
    dtypes: tuple[str, ...] = ALL
    stepwise: bool = False
    of_ops: bool = False
    domain: tuple[float, float] | None = None
    unwritten: tuple[str, ...] = ()


_written: dict[str, _Written] = {}


def samples(op: str, cases: Iterable[Sample] | None = None, **facts: Any) -> None:
    """What an op adds to its family's samples, or with `cases` has instead of them; facts as in OpSamples.

    `more` are further cases; `ulps` is 0.5 for a correctly rounded result; `reads_data` says that the op
    needs elements, so that it has no result on the meta device; `dtypes` are fewer than the op accepts.
    """
    if op in _written:
        raise ValueError(f"{op}: samples are written twice")
    _written[op] = _Written(cases=None if cases is None else list(cases), **facts)


@cache
def of(op: str) -> OpSamples:
    """Everything that is sampled for an op, by its qualified name."""
    load()
    entry = by_name()[op]
    written = _written.get(op, _Written())
    cases = [*(families.cases(entry) if written.cases is None else written.cases), *written.more]
    if written.domain:
        cases = [within(case, written.domain) for case in cases]
    reference, magnitude = written.reference or _numpy_function(entry), written.magnitude
    if written.stepwise and reference is not None:
        reference, magnitude = rounding.in_steps(reference), rounding.error_of(reference)
    if written.of_ops and reference is not None:
        magnitude = noise.error_of(reference)
    return OpSamples(
        entry=entry,
        cases=tuple(cases),
        reference=reference,
        magnitude=magnitude,
        ulps=1.0 if written.stepwise or written.of_ops else written.ulps,
        result=written.result or (lambda dtype, sample: _result(entry, dtype)),
        special=tuple(written.special),
        refusals=(*families.refusals(entry), *written.refusals),
        reads_data=written.reads_data,
        dtypes=tuple(each for each in written.dtypes if each in entry.accepts),
        stepwise=written.stepwise,
        of_ops=written.of_ops,
        unwritten=written.unwritten,
    )


def reference_of(op: str) -> Callable[..., Any]:
    """The reference of an op, as one step in that of another which calls it."""

    def reference(*args: Any, **kwargs: Any) -> Any:
        found = of(op).reference
        assert found is not None
        if of(op).entry.promotes == "int_to_float":
            found = _of_floats(found)
        if any(isinstance(each, rounding.Tracked) for each in args):
            return rounding.as_step(found, args)
        return noise.as_step(found, args, kwargs)

    return reference


@cache
def by_name() -> dict[str, OpEntry]:
    """The op table by qualified name."""
    return {entry.qualified: entry for entry in entries()}


def written_names() -> set[str]:
    """The ops that samples are written for."""
    load()
    return set(_written)


@cache
def load() -> None:
    """Imports the modules that write samples."""
    for module in iter_modules(__path__):
        if module.name not in NOT_MODULES_OF_OPS:
            import_module(f"samples.{module.name}")


def _numpy_function(entry: OpEntry) -> Callable[..., Any] | None:
    if not entry.numpy:
        return None
    function = getattr(np, entry.numpy)
    return _of_floats(function) if entry.promotes == "int_to_float" else function


def _of_floats(function: Callable[..., Any]) -> Callable[..., Any]:
    """NumPy computes functions of short integers in half precision, and a reference in what it is given."""

    def widened(value: Any) -> Any:
        is_integral = isinstance(value, np.ndarray | np.generic) and value.dtype.kind in "biu"
        return value.astype("longdouble") if is_integral else value

    return lambda *args, **kwargs: function(
        *map(widened, args), **{key: widened(each) for key, each in kwargs.items()}
    )


def _result(entry: OpEntry, dtype: str) -> str:
    if entry.result:
        return entry.result
    if entry.promotes == "complex_to_real":
        return real_part(dtype)
    return "float32" if entry.promotes == "int_to_float" and dtype in BOOL + INTEGRAL else dtype
