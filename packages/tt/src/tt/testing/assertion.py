"""`assert_close`: walks two values of one structure and compares what is at its leaves."""

import numbers
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import tt_core
from tt.testing.tolerance import tolerance_for
from tt.testing.values import difference_of_numbers, difference_of_tensors
from tt_core import Tensor

Message = str | Callable[[str], str] | None


@dataclass(frozen=True, slots=True)
class Options:
    """The keywords of `assert_close`."""

    allow_subclasses: bool
    rtol: float | None
    atol: float | None
    equal_nan: bool
    check_device: bool
    check_dtype: bool
    check_layout: bool
    check_stride: bool


def assert_close(
    actual: Any,
    expected: Any,
    *,
    allow_subclasses: bool = True,
    rtol: float | None = None,
    atol: float | None = None,
    equal_nan: bool = False,
    check_device: bool = True,
    check_dtype: bool = True,
    check_layout: bool = True,
    check_stride: bool = False,
    msg: Message = None,
) -> None:
    """Raises AssertionError unless `actual` and `expected` are close: |actual - expected| <= atol + rtol * |expected|.

    Tensors, NumPy arrays, numbers, None, and sequences and mappings of these are compared; shapes have to agree, and
    dtype, device and layout unless they are not checked. Without `rtol` and `atol`, which are given together, both
    follow from the dtype as torch has them, (1.3e-6, 1e-5) for float32; other dtypes than floating and complex ones
    have to be equal. Infinities are close to themselves, NaN to NaN with `equal_nan`.

    `msg` replaces the message, or is called with it and returns another.

    Raises ValueError for one tolerance alone, TypeError for values that are not compared with each other.

        >>> tt.testing.assert_close(tt.tensor([1.0, 2.0]), tt.tensor([1.0, 2.0 + 1e-7]))
    """
    options = Options(
        allow_subclasses, rtol, atol, equal_nan, check_device, check_dtype, check_layout, check_stride
    )
    tolerance_for((), rtol, atol, equal_nan)
    for where, wrong in _differences(actual, expected, options, ()):
        at = f"\n\nThe failure occurred for item {''.join(f'[{each!r}]' for each in where)}" if where else ""
        text = wrong + at
        raise AssertionError(text if msg is None else msg if isinstance(msg, str) else msg(text))


def _differences(
    actual: Any, expected: Any, options: Options, where: tuple[Any, ...]
) -> Iterator[tuple[tuple[Any, ...], str]]:
    """What is wrong, and at which place."""
    if _both(actual, expected, Mapping):
        yield from _of_mappings(actual, expected, options, where)
    elif _both(actual, expected, Sequence) and not isinstance(actual, str) and not isinstance(expected, str):
        yield from _of_sequences(actual, expected, options, where)
    elif wrong := _of_leaves(actual, expected, options):
        yield where, wrong


def _both(actual: Any, expected: Any, kind: type) -> bool:
    return isinstance(actual, kind) and isinstance(expected, kind)


def _of_mappings(
    actual: Mapping[Any, Any], expected: Mapping[Any, Any], options: Options, where: tuple[Any, ...]
) -> Iterator[tuple[tuple[Any, ...], str]]:
    missing = [key for key in expected if key not in actual]
    additional = [key for key in actual if key not in expected]
    if missing or additional:
        yield (
            where,
            (
                "The keys of the mappings do not match:\n"
                f"Missing keys in the actual mapping: {missing}\n"
                f"Additional keys in the actual mapping: {additional}"
            ),
        )
        return
    for key in expected:
        yield from _differences(actual[key], expected[key], options, (*where, key))


def _of_sequences(
    actual: Sequence[Any], expected: Sequence[Any], options: Options, where: tuple[Any, ...]
) -> Iterator[tuple[tuple[Any, ...], str]]:
    if len(actual) != len(expected):
        yield where, f"The length of the sequences mismatch: {len(actual)} != {len(expected)}"
        return
    for index, (one, other) in enumerate(zip(actual, expected, strict=True)):
        yield from _differences(one, other, options, (*where, index))


def _of_leaves(actual: Any, expected: Any, options: Options) -> str:
    if actual is None or expected is None:
        return "" if actual is expected else f"None mismatch: {actual} is not {expected}"
    if _both(actual, expected, bool):
        return "" if actual is expected else f"Booleans mismatch: {actual} is not {expected}"
    if _both(actual, expected, numbers.Number):
        return _of_numbers(actual, expected, options)
    related = isinstance(actual, type(expected)) or isinstance(expected, type(actual))
    if not related or (not options.allow_subclasses and type(actual) is not type(expected)):
        raise TypeError(
            f"assert_close: cannot compare a {type(actual).__name__} with a {type(expected).__name__}"
        )
    return _of_tensors(_as_tensor(actual), _as_tensor(expected), options)


def _as_tensor(value: Any) -> Tensor:
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(value, numpy.ndarray):
        import tt

        return tt.tensor(value)
    if not isinstance(value, Tensor):
        raise TypeError(f"assert_close: cannot compare a {type(value).__name__} with another")
    return value


def _of_numbers(actual: Any, expected: Any, options: Options) -> str:
    if options.check_dtype and type(actual) is not type(expected):
        return f"The (d)types do not match: {type(actual)} != {type(expected)}."
    dtypes = [_dtype_of_number(each) for each in (actual, expected)]
    return difference_of_numbers(
        actual, expected, tolerance_for(dtypes, options.rtol, options.atol, options.equal_nan)
    )


def _dtype_of_number(number: Any) -> str:
    if isinstance(number, float):
        return "float64"
    if isinstance(number, complex):
        return "complex128"
    return str(getattr(number, "dtype", "int64"))


def _of_tensors(actual: Tensor, expected: Tensor, options: Options) -> str:
    checks = [
        ("shape", True),
        ("layout", options.check_layout),
        ("device", options.check_device),
        ("dtype", options.check_dtype),
    ]
    for name, checked in checks:
        one, other = getattr(actual, name), getattr(expected, name)
        if checked and one != other:
            return f"The values for attribute '{name}' do not match: {one} != {other}."
    if options.check_stride and actual.stride() != expected.stride():
        return f"The values for attribute 'stride()' do not match: {actual.stride()} != {expected.stride()}."
    dtypes = (actual.dtype, expected.dtype)
    allowed = tolerance_for(dtypes, options.rtol, options.atol, options.equal_nan)
    if actual.dtype != expected.dtype:
        common = tt_core.promote_types(*dtypes)
        actual, expected = actual.to(common), expected.to(common)
    return difference_of_tensors(actual, expected.to(actual.device), allowed)
