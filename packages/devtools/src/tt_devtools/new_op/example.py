"""Numbers for an expression: where its samples should lie, and what it gives for the doc's example.

NumPy is imported here, when a command asks for it; without it there are no numbers, and the op is no worse.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

Domain = tuple[float, float] | None
Values = Mapping[str, float | bool]

DOMAINS: Final[tuple[Domain, ...]] = (None, (0.25, 8.0), (-1.0, 1.0), (0.1, 0.9), (1.25, 8.0))
"""Tried in this order; None is what samples are anyway, numbers of either sign around 0."""
_LARGEST: Final = 1e7
_AT: Final = (0.5, 0.75, 0.25)
_AT_INTEGERS: Final = (3, 2, 1)


class Numbers:
    """The reference of an op as a function of arrays, from its text.

    `needed` are values of the numbers without which it cannot be called, `tried` other values of all numbers.
    """

    def __init__(self, text: str, parameters: str, tensors: int, needed: Values, tried: Values) -> None:
        self._tensors = tensors
        self._needed = needed
        self._tried = tried
        self._function: Callable[..., Any] | None = None
        try:
            import numpy as np
        except ImportError:
            return
        if "reference_of" not in text:  # that would need the tests' samples
            self._np = np
            # The text was written by python_text out of checked names and operators.
            self._function = eval(f"lambda {parameters}: {text}", {"np": np})

    def domain(self, domains: Sequence[Domain] = DOMAINS) -> Domain:
        """The first interval in which the values are finite and, where there is one, not too large for differences."""
        if self._function is None:
            return None
        np = self._np
        finite: list[Domain] = []
        for domain in domains:
            random = np.random.default_rng(0)
            low, high = domain or (-9.0, 9.0)
            arrays = [random.uniform(low, high, 400) for _ in range(self._tensors)]
            with np.errstate(all="ignore"):
                found = [self._function(*arrays, **numbers) for numbers in (self._needed, self._tried)]
            values = np.asarray(found, dtype="float64")
            if bool(np.all(np.isfinite(values))):
                if float(np.max(np.abs(values))) < _LARGEST:
                    return domain
                finite.append(domain)
        return finite[0] if finite else None

    def differs_from(self, name: str) -> str:
        """Where NumPy's function of that name gives something else, "" when it does nowhere."""
        if self._function is None:
            return ""
        np = self._np
        low, high = self.domain() or (-2.0, 2.0)
        random = np.random.default_rng(1)
        arrays = [random.uniform(low, high, 50) for _ in range(self._tensors)]
        with np.errstate(all="ignore"):
            ours = np.asarray(self._function(*arrays, **self._needed))
            try:
                theirs = np.asarray(getattr(np, name)(*arrays), "float64")
            except (TypeError, ValueError) as error:
                return f"numpy.{name} cannot be called with {self._tensors} array(s): {error}"
        if theirs.shape != ours.shape:
            given, expected = list(theirs.shape), list(ours.shape)
            return f"numpy.{name} of shape {list(arrays[0].shape)} gives {given}, the expression {expected}"
        differ = np.argwhere(~np.isclose(ours, theirs, rtol=1e-6, atol=1e-9, equal_nan=True))
        if not len(differ):
            return ""
        at = tuple(differ[0])
        where = ", ".join(f"{array[at]:.4g}" for array in arrays) if at else f"{arrays[0].size} numbers"
        return f"numpy.{name}({where}) is {theirs[at]:.4g}, the expression gives {ours[at]:.4g}"

    def at_example(self, integers: bool) -> tuple[tuple[float, ...], str] | None:
        """Arguments and the value there, to four digits."""
        if self._function is None:
            return None
        arguments = (_AT_INTEGERS if integers else _AT)[: self._tensors]
        kind = self._np.int64 if integers else self._np.float64
        with self._np.errstate(all="ignore"):
            value = float(self._function(*map(kind, arguments), **self._needed))
        return (arguments, f"{value:.4g}") if value == value and abs(value) < _LARGEST else None
