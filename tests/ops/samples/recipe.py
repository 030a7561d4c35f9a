"""Recipes: the arguments that samples are written with, before there is a library, a dtype or a layout.

`t(3, 5)` stands for a tensor of that shape in the dtype and layout that a test chooses. `arrays` gives the
values that a recipe stands for as NumPy arrays; `library.Library` makes tensors of them. Must not import tt:
the parity tests read samples in an interpreter that does not have it.
"""

from dataclasses import dataclass, field, replace
from typing import Any
from zlib import crc32

import numpy as np

from samples.dtypes import COMPLEX, FLOATING, UNSIGNED, real_part, storage, to_bfloat16


@dataclass(frozen=True, slots=True)
class TensorOf:
    """A tensor; `dtype` "" and `layout` "" leave the choice to the test.

    Random floats lie in `domain`, or else `within` is a name in WITHIN.
    """

    shape: tuple[int, ...]
    dtype: str = ""
    layout: str = ""
    values: tuple[Any, ...] = ()
    domain: tuple[float, float] | None = None
    within: str = ""


@dataclass(frozen=True, slots=True)
class Number:
    """A Python number of the kind of the dtype under test, so that it does not change the promotion."""

    value: float = 2.5


@dataclass(frozen=True, slots=True)
class DTypeNamed:
    """A dtype as an argument."""

    name: str


@dataclass(frozen=True, slots=True)
class Named:
    """An attribute of the library as an argument: `Named("strided")`."""

    name: str


@dataclass(frozen=True, slots=True)
class Sample:
    """The arguments of one call."""

    args: tuple[Any, ...]
    kwargs: dict[str, Any] = field(default_factory=dict)

    @property
    def tensors(self) -> tuple[TensorOf, ...]:
        """Those in lists among them."""
        values = (*self.args, *self.kwargs.values())
        flat = (each for value in values for each in (value if isinstance(value, list) else [value]))
        return tuple(each for each in flat if isinstance(each, TensorOf))

    def __str__(self) -> str:
        named = [f"{key}={_shown(value)}" for key, value in self.kwargs.items()]
        return f"({', '.join([*map(_shown, self.args), *named])})"


def t(
    *shape: int, dtype: str = "", layout: str = "", values: tuple[Any, ...] = (), within: str = ""
) -> TensorOf:
    """A tensor of that shape; `values` fill it in order, else they are random."""
    return TensorOf(shape, dtype, layout, values, within=within)


def of_shape(sample: Sample, *shape: int) -> Sample:
    """Random tensors of one shape in the places of a pointwise op's tensors; its numbers stay."""
    return Sample(tuple(t(*shape, dtype=each.dtype) for each in sample.tensors), sample.kwargs)


def _positive(array: np.ndarray) -> np.ndarray:
    if array.dtype.kind == "c":
        return array / 4
    return np.abs(array) + 0.125 if array.dtype.kind == "f" else np.abs(array)


def _nonzero(array: np.ndarray) -> np.ndarray:
    return (
        array + np.copysign(0.5, array.real) if array.dtype.kind in "fc" else np.where(array == 0, 1, array)
    )


def _small(array: np.ndarray) -> np.ndarray:
    return array / 4 if array.dtype.kind == "c" else array


WITHIN = {"": np.asarray, "small": _small, "positive": _positive, "nonzero": _nonzero}
"""Where random values lie: "positive" and "small" make complex numbers small, "nonzero" is away from 0."""


def call(*args: Any, **kwargs: Any) -> Sample:
    """A sample, written as the call."""
    return Sample(args, kwargs)


def within(sample: Sample, domain: tuple[float, float]) -> Sample:
    """The sample with its random floats and numbers in an interval."""

    def moved(value: Any) -> Any:
        if isinstance(value, list):
            return list(map(moved, value))
        if isinstance(value, TensorOf) and not value.values:
            return replace(value, domain=domain)
        low, high = domain
        return (
            Number((low + high) / 2)
            if isinstance(value, Number) and not low <= value.value <= high
            else value
        )

    return Sample(tuple(map(moved, sample.args)), {key: moved(each) for key, each in sample.kwargs.items()})


def number_of(recipe: Number, dtype: str) -> bool | int | float | complex:
    """The Python number that a `Number` stands for."""
    if dtype == "bool":
        return True
    if dtype in COMPLEX:
        return complex(recipe.value, -1.5)
    return recipe.value if dtype in FLOATING else int(recipe.value)


def array_of(recipe: TensorOf, dtype: str, position: int, layout: str = "") -> np.ndarray:
    """The values of a tensor: random from a seed that follows from the recipe, its position and the dtype."""
    own = recipe.dtype or dtype
    if recipe.values:
        array = rounded(np.array(recipe.values).reshape(recipe.shape), own)
    else:
        random = np.random.default_rng(crc32(f"{recipe.shape} {own} {position}".encode()))
        values = WITHIN[recipe.within](_random_values(random, recipe.shape, own))
        if recipe.domain and own in FLOATING:
            low, high = recipe.domain
            values = low + (high - low) * random.uniform(size=recipe.shape).astype(values.dtype)
        array = rounded(values, own)
    expanded = (recipe.layout or layout) == "expanded" and array.ndim > 0 and array.shape[0] > 0
    return np.broadcast_to(array[:1], array.shape) if expanded else array


def rounded(array: np.ndarray, dtype: str) -> np.ndarray:
    """`array` with elements that `dtype` can hold."""
    with np.errstate(all="ignore"):
        cast = array.astype(storage(dtype))
    return to_bfloat16(cast).reshape(cast.shape) if dtype == "bfloat16" else cast


def _random_values(random: np.random.Generator, shape: tuple[int, ...], dtype: str) -> np.ndarray:
    if dtype == "bool":
        return random.integers(0, 2, shape)
    if dtype in FLOATING or dtype in COMPLEX:
        values = random.standard_normal(shape).astype(real_part(storage(dtype).name)) * 3
        return values + 3j * random.standard_normal(shape) if dtype in COMPLEX else values
    return random.integers(0 if dtype in UNSIGNED else -11, 12, shape)


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_shown, value))}]"
    if isinstance(value, TensorOf):
        marks = "".join(f", {mark}" for mark in (value.dtype, value.layout) if mark)
        return f"t{list(value.shape)}{marks}"
    return str(value)
