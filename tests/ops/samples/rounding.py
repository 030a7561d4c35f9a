"""How far apart two evaluations of one expression may lie that take the same steps, each step rounded.

Of a stepwise reference (samples) the error of every step is followed to the result: each argument is moved by its
own error, whatever the function, and what the function itself may be off is added. Must not import tt.
"""

from collections.abc import Callable
from inspect import signature
from typing import Any

import numpy as np

EXACT_STEPS = {"negative", "absolute", "maximum", "minimum", "positive", "conjugate", "where", "square"}
"""Steps that are correctly rounded or only choose; what the others are off is FUNCTION_ULPS."""
ARITHMETIC = {"add", "subtract", "multiply", "true_divide", "divide", "sqrt", "square"}
ARRAYS = (np.ndarray, "np.ndarray")
"""How a reference annotates an array."""
FUNCTION_ULPS = 4.0
"""NumPy's functions and ours, each within two ULPs of the exact value."""
SUM_ULPS = 16.0
"""A sum of n elements, in units of the sum of magnitudes: ours and NumPy's are pairwise."""

PRODUCT_ULPS = 2.0
"""Each factor of a product, in units of the product."""
REDUCED_BY = {np.add: np.sum, np.multiply: np.prod, np.maximum: np.max, np.minimum: np.min}


class Tracked:
    """A value of one step, and its absolute error in units of the dtype's last place of 1."""

    def __init__(self, value: Any, error: Any, unit: float) -> None:
        self.value = value
        self.error = error
        self.unit = unit

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        if method == "reduce" and ufunc in REDUCED_BY:
            return self._reduced(REDUCED_BY[ufunc], **{key: kwargs.get(key) for key in ("axis", "keepdims")})
        assert method == "__call__", f"{ufunc}.{method} is no step"
        return stepped(ufunc, ufunc.__name__, inputs, self.unit)

    def __array_function__(self, function: Any, types: Any, args: Any, kwargs: Any) -> Any:
        if function in (np.mean, *REDUCED_BY.values()):
            return self._reduced(function, **kwargs)
        assert not kwargs, f"{function.__name__} is no step"
        return stepped(function, function.__name__, args, self.unit)

    def _reduced(self, function: Any, **kwargs: Any) -> "Tracked":
        kwargs["keepdims"] = bool(kwargs.get("keepdims"))
        value = function(self.value, **kwargs)
        if function in (np.max, np.min):
            return Tracked(value, np.max(self.error, **kwargs), self.unit)
        magnitudes = function(np.abs(self.value), **kwargs)
        if function is np.prod:
            moved = function(np.abs(self.value) + self.error * self.unit, **kwargs)
            roundings = PRODUCT_ULPS * self.value.size / max(value.size, 1)
            return Tracked(value, (moved - magnitudes) / self.unit + roundings * magnitudes, self.unit)
        return Tracked(value, function(self.error, **kwargs) + SUM_ULPS * magnitudes, self.unit)

    @property
    def dtype(self) -> np.dtype:
        return self.value.dtype

    @property
    def ndim(self) -> int:
        return int(self.value.ndim)

    def astype(self, dtype: Any) -> "Tracked":
        return self

    def __bool__(self) -> bool:
        raise TypeError("a step on elements has no one truth value")


def _operator(name: str, ufunc: Any, swapped: bool = False) -> Callable[..., Any]:
    def method(self: Tracked, other: Any = None) -> Any:
        inputs = (self,) if other is None else (other, self) if swapped else (self, other)
        return stepped(ufunc, name, inputs, self.unit)

    return method


for _name, _ufunc in {
    "add": np.add, "sub": np.subtract, "mul": np.multiply, "truediv": np.true_divide, "pow": np.power,
    "floordiv": np.floor_divide, "mod": np.remainder,
}.items():  # fmt: skip
    setattr(Tracked, f"__{_name}__", _operator(_ufunc.__name__, _ufunc))
    setattr(Tracked, f"__r{_name}__", _operator(_ufunc.__name__, _ufunc, swapped=True))
for _name, _ufunc in {
    "lt": np.less, "le": np.less_equal, "gt": np.greater, "ge": np.greater_equal, "eq": np.equal, "ne": np.not_equal,
}.items():  # fmt: skip
    setattr(Tracked, f"__{_name}__", _operator(_ufunc.__name__, _ufunc))
Tracked.__neg__ = _operator("negative", np.negative)  # type: ignore[attr-defined]
Tracked.__hash__ = object.__hash__  # type: ignore[method-assign]


def stepped(function: Any, name: str, inputs: Any, unit: float) -> Any:
    """One step: its value, and how far it may be off."""
    values = [each.value if isinstance(each, Tracked) else each for each in inputs]
    value = function(*values)
    if np.asarray(value).dtype.kind == "b":
        return value
    error = np.zeros(np.shape(value), "longdouble")
    for place, each in enumerate(inputs):
        if isinstance(each, Tracked):
            for sign in (-1, 1):
                moved = list(values)
                moved[place] = each.value + sign * each.error * unit
                error = np.maximum(error, np.abs(function(*moved) - value) / unit)
    ulps = 2.0 if name in ARITHMETIC else 0.0 if name in EXACT_STEPS else FUNCTION_ULPS
    return Tracked(value, error + ulps * np.abs(value), unit)


def as_step(function: Callable[..., Any], inputs: Any) -> Any:
    """A function that NumPy does not have, called as it is or, where errors are followed, as one step."""
    unit = next((each.unit for each in inputs if isinstance(each, Tracked)), None)
    return function(*inputs) if unit is None else stepped(function, "function", inputs, unit)


def in_steps(reference: Callable[..., Any]) -> Callable[..., Any]:
    """The reference with its numbers in the dtype of its arrays, as an op's loop has them."""
    parameters = signature(reference).parameters

    def called(*args: Any, **kwargs: Any) -> Any:
        array = next(each for each in args if isinstance(each, np.ndarray | np.generic))
        bound = signature(reference).bind(*args, **kwargs)
        bound.apply_defaults()
        for name, value in bound.arguments.items():
            if isinstance(value, int | float) and _is_number(parameters[name]):
                bound.arguments[name] = array.dtype.type(value)
        return reference(*bound.args, **bound.kwargs)

    return called


def error_of(reference: Callable[..., Any]) -> Callable[..., np.ndarray]:
    """The number whose ULP two evaluations of the reference may differ by, for the same arguments."""
    parameters = signature(reference).parameters

    def magnitude(*args: Any, **kwargs: Any) -> np.ndarray:
        arrays = [each for each in args if isinstance(each, np.ndarray | np.generic)]
        if arrays[0].dtype.kind != "f":
            found = np.asarray(reference(*args, **kwargs))  # integers are exact until they are cast to floats
            return np.abs(found) * (1 + arrays[0].size) if found.dtype.kind == "f" else np.zeros(found.shape)
        unit = float(np.finfo(arrays[0].dtype).eps) / 2
        bound = signature(reference).bind(*args, **kwargs)
        for name, value in bound.arguments.items():
            if parameters[name].annotation in ARRAYS:  # for which a number may stand
                wide = np.asarray(value, "longdouble")
                bound.arguments[name] = Tracked(wide, np.zeros(wide.shape, "longdouble"), unit)
        found = reference(*bound.args, **bound.kwargs)
        return np.asarray(found.error if isinstance(found, Tracked) else np.abs(found))

    return magnitude


def _is_number(parameter: Any) -> bool:
    return parameter.annotation in (float, "float", *ARRAYS)
