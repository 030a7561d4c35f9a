"""Which elements of two tensors, or whether two numbers, are close; and the words for those that are not."""

import cmath
from typing import Any

from tt.testing.tolerance import Tolerance
from tt_core import _C, Tensor, ops


def difference_of_numbers(actual: complex, expected: complex, allowed: Tolerance) -> str:
    """What is wrong with `actual`; "" when it is close to `expected`."""
    if actual == expected or (allowed.equal_nan and cmath.isnan(actual) and cmath.isnan(expected)):
        return ""
    error = abs(actual - expected)
    if cmath.isfinite(error) and error <= allowed.atol + allowed.rtol * abs(expected):
        return ""
    relative = error / abs(expected) if expected else float("inf")
    return "\n".join(
        (
            f"Scalars are not {'equal' if allowed.exact else 'close'}!\n",
            f"Expected {expected} but got {actual}.",
            f"Absolute difference: {error}{_up_to(allowed.atol, allowed)}",
            f"Relative difference: {relative}{_up_to(allowed.rtol, allowed)}",
        )
    )


def difference_of_tensors(actual: Tensor, expected: Tensor, allowed: Tolerance) -> str:
    """What is wrong with `actual`, of the shape of `expected`; "" when all of its elements are close."""
    if actual.device.type == "meta" or actual.numel() == 0:
        return ""
    if actual.ndim == 0:
        return difference_of_numbers(actual.item(), expected.item(), allowed)
    if allowed.exact and actual.dtype == expected.dtype and ops.all(actual == expected).item():
        return ""
    actual, expected = _wide(actual), _wide(expected)
    error = ops.abs(actual - expected)
    matches = _close(actual, expected, error, allowed)
    mismatched = matches.numel() - ops.sum(matches).item()
    if mismatched == 0:
        return ""
    relative = error.to(_C.float64) / ops.abs(expected).to(_C.float64)
    return "\n".join(
        (
            f"Tensor-likes are not {'equal' if allowed.exact else 'close'}!\n",
            f"Mismatched elements: {mismatched} / {matches.numel()} ({mismatched / matches.numel():.1%})",
            f"Greatest absolute difference: {_greatest(matches, error)}{_up_to(allowed.atol, allowed)}",
            f"Greatest relative difference: {_greatest(matches, relative)}{_up_to(allowed.rtol, allowed)}",
        )
    )


def _wide(tensor: Tensor) -> Tensor:
    """In a dtype that has room for differences."""
    plain = tensor.detach()
    if tensor.is_complex():
        return plain.to(_C.complex128)
    return plain.to(_C.float64 if tensor.is_floating_point() or tensor.dtype == _C.uint64 else _C.int64)


def _close(actual: Tensor, expected: Tensor, error: Tensor, allowed: Tolerance) -> Tensor:
    close = actual == expected
    if not allowed.exact:
        bound = ops.abs(expected).to(_C.float64) * allowed.rtol + allowed.atol
        finite = error - error == 0
        close = ops.logical_or(close, ops.logical_and(error <= bound, finite))
    if allowed.equal_nan:
        close = ops.logical_or(close, ops.logical_and(actual != actual, expected != expected))
    return close


def _greatest(matches: Tensor, differences: Tensor) -> str:
    """The greatest among what does not match, and its index."""
    differences = ops.where(matches, 0, differences)
    place = ops.argmax(differences).item()
    index: list[int] = []
    rest = place
    for size in reversed(differences.shape):
        index.insert(0, rest % size)
        rest //= size
    value: Any = differences.reshape(-1)[place].item()
    return f"{value} at index {tuple(index)}"


def _up_to(bound: float, allowed: Tolerance) -> str:
    return "" if allowed.exact else f" (up to {bound} allowed)"
