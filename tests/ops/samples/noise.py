"""How far rounding can move the result of a composite: its reference run with every step off by a random last place.

Unlike `rounding` it follows any step that NumPy or another op's reference can take: the error is measured, not derived.
Must not import tt.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

UNIT = 2.0**-30
"""Far above the rounding of longdouble, and far below what would bend a function: errors are proportional to it."""
RUNS = 12
SAFETY = 8.0
"""Of a random run's error, what a run of unlucky roundings, sums of many terms among them, stays within."""


class Noisy(np.ndarray):
    """An array of which every result that a function or an operator gives is a little wrong."""

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        if method == "__call__" and ufunc.signature is None:
            return _disturbed(ufunc(*map(_plain, inputs), **kwargs))
        return _of_disturbed(getattr(ufunc, method), inputs, kwargs)

    def __array_function__(self, function: Any, types: Any, args: Any, kwargs: Any) -> Any:
        return _of_disturbed(function, args, kwargs)


_random = np.random.default_rng()
_START = np.random.default_rng(0).bit_generator.state


def _plain(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return type(value)(map(_plain, value))
    return value.view(np.ndarray) if isinstance(value, Noisy) else value


def _disturbed(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return type(value)(map(_disturbed, value))
    array = np.asarray(value)
    if array.dtype.kind not in "fc":  # exact, and yet what later steps are taken from
        return array.view(Noisy) if isinstance(value, np.ndarray | np.generic) else value
    return (array * (1 + UNIT * _random.choice((-1.0, 1.0), array.shape))).view(Noisy)


def _of_disturbed(function: Any, args: Any, kwargs: dict[str, Any]) -> Any:
    """A step that adds elements up, of which each sum rounds: as if the elements had been a little others."""

    def moved(value: Any) -> Any:
        return _plain(_disturbed(_plain(value))) if isinstance(value, Noisy | list | tuple) else value

    return _disturbed(function(*map(moved, args), **{key: moved(each) for key, each in kwargs.items()}))


def _noisy(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return type(value)(map(_noisy, value))
    return value.view(Noisy) if isinstance(value, np.ndarray) else value


def as_step(function: Callable[..., Any], args: Any, kwargs: dict[str, Any]) -> Any:
    """A function that is one step however many it takes itself."""
    given = [*args, *kwargs.values()]
    if not any(
        isinstance(each, Noisy) for value in given for each in (value if isinstance(value, list) else [value])
    ):
        return function(*args, **kwargs)
    return _of_disturbed(function, args, kwargs)


def error_of(reference: Callable[..., Any]) -> Callable[..., Any]:
    """The number whose last place the result may be off by, for the same arguments: one for each result."""

    def magnitude(*args: Any, **kwargs: Any) -> Any:
        _random.bit_generator.state = _START  # so that no test hangs on those before it
        exact = reference(*args, **kwargs)
        several = isinstance(exact, tuple)
        results = [np.asarray(each) for each in (exact if several else (exact,))]
        errors = [np.zeros(each.shape) for each in results]
        for _ in range(RUNS):
            moved = reference(*map(_noisy, args), **{key: _noisy(each) for key, each in kwargs.items()})
            for place, each in enumerate(moved if several else (moved,)):
                off = np.abs(_plain(each) - results[place]) / UNIT if results[place].dtype.kind in "fc" else 0
                errors[place] = np.maximum(errors[place], np.nan_to_num(off))
        found = [np.abs(each) + SAFETY * error for each, error in zip(results, errors, strict=True)]
        return tuple(found) if several else found[0]

    return magnitude
