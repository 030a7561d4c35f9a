"""The largest error of elementary functions in ULPs of the exact result, over samples of every kind of number.

    .venv/bin/python tests/accuracy/ulp_sweep.py [--count N] [op ...]

prints a row for each op and dtype. The exact result is NumPy's in extended precision, which is good for a
hundredth of an ULP of a double. `test_accuracy` asserts bounds over a smaller sweep.
"""

import argparse
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import tt

FRACTION_BITS = {"float32": 23, "float64": 52}
SMALLEST_EXPONENT = {"float32": -126, "float64": -1022}
WORDS = {"float32": "uint32", "float64": "uint64"}


def logistic(x: np.ndarray) -> np.ndarray:
    return np.reciprocal(1 + np.exp(-x))


EXACT: dict[str, Callable[..., Any]] = {
    "exp": np.exp, "log": np.log, "sqrt": np.sqrt, "tanh": np.tanh, "sigmoid": logistic, "pow": np.power,
}  # fmt: skip
POSITIVE = {"log", "sqrt"}


def arguments(op: str, dtype: str, count: int) -> list[np.ndarray]:
    """Numbers near 0 and 1, within the range of exp, and of all bits, from a fixed seed."""
    random = np.random.default_rng(20)
    if op == "pow":
        large = 1e4 if dtype == "float32" else 1e5
        bases = [np.abs(random.standard_normal(count) * 3), 1 + random.standard_normal(count) * 1e-3]
        bases.append(np.exp(random.standard_normal(count) * 16))
        exponents = [random.standard_normal(count) * size for size in (5, large, 3)]
        return [np.concatenate(each).astype(dtype) for each in (bases, exponents)]
    bits = random.integers(0, np.iinfo(WORDS[dtype]).max, count, WORDS[dtype], endpoint=True).view(dtype)
    kinds = [random.standard_normal(count), 1 + random.standard_normal(count) * 0.01]
    kinds += [random.random(count) * 40 - 20, random.random(count) * 2 - 1]
    values = np.concatenate([*(kind.astype(dtype) for kind in kinds), bits[np.isfinite(bits)]])
    return [np.abs(values) if op in POSITIVE else values]


def errors(got: np.ndarray, exact: np.ndarray, dtype: str) -> np.ndarray:
    """In ULPs; 0 where the exact result leaves the range of the dtype, inf where only `got` is not finite."""
    finite = np.isfinite(exact) & (np.abs(exact) <= np.finfo(dtype).max)
    exponent = np.frexp(np.where(finite, np.abs(exact), 1))[1] - 1
    ulp = np.ldexp(np.longdouble(1), np.maximum(exponent, SMALLEST_EXPONENT[dtype]) - FRACTION_BITS[dtype])
    error = np.where(finite, np.abs(got.astype("longdouble") - exact) / ulp, 0)
    return np.where(finite & ~np.isfinite(got), np.inf, error)


def worst(op: str, dtype: str, count: int) -> tuple[float, tuple[float, ...]]:
    """The largest error and the arguments that have it."""
    given = arguments(op, dtype, count)
    with np.errstate(all="ignore"):
        got = getattr(tt, op)(*map(tt.from_numpy, given)).numpy()
        error = errors(got, EXACT[op](*(each.astype("longdouble") for each in given)), dtype)
    at = int(error.argmax())
    return float(error[at]), tuple(float(each[at]) for each in given)


def rows(ops: list[str], count: int) -> Iterator[str]:
    for op in ops:
        for dtype in FRACTION_BITS:
            error, at = worst(op, dtype, count)
            yield f"{op:8} {dtype:8} {error:6.3f} ULP at {', '.join(map(repr, at))}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Largest errors of elementary functions in ULPs.")
    parser.add_argument("op", nargs="*", choices=[*EXACT, []], help="all when none is given")
    parser.add_argument("--count", type=int, default=400_000, help="numbers of each kind")
    options = parser.parse_args()
    for row in rows(options.op or list(EXACT), options.count):
        print(row, flush=True)


if __name__ == "__main__":
    main()
