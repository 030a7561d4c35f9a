"""What assert_close says: the message, in which the library's name is the only difference."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from cases import Case
from samples.library import Library

inf, nan = float("inf"), float("nan")


def cases(library: Library) -> Iterator[Case]:
    module = library.module
    pairs: dict[str, tuple[Any, Any]] = {
        "equal": ([1.0, 2.0], [1.0, 2.0]),
        "close": ([1.0, 2.0], [1.0, 2.0 + 1e-6]),
        "far": ([[1.0, 2.0], [3.0, 5.0]], [[1.0, 2.5], [3.0, 4.0]]),
        "zero": ([1.0, 0.5], [1.0, 0.0]),
        "infinite": ([inf, -inf, inf], [inf, -inf, 1.0]),
        "nan": ([nan, 1.0], [nan, 1.0]),
        "shape": ([1.0], [[1.0]]),
        "scalar": (1.0, 2.0),
        "many": (list(range(100)), list(range(100, 0, -1))),
    }
    for name, (actual, expected) in pairs.items():
        for dtype in ("float32", "float64", "float16", "complex64", "int64", "uint8", "bool"):
            if dtype in ("int64", "uint8", "bool") and name in ("nan", "infinite"):
                continue
            tensors = [library.tensor(np.array(each), dtype) for each in (actual, expected)]
            yield f"assert_close-{name}-{dtype}", lambda t=tensors: _message(module, *t)
            yield (
                f"assert_close-{name}-{dtype}-wide",
                lambda t=tensors: _message(module, *t, rtol=0.3, atol=0),
            )
        yield (
            f"assert_close-{name}-nan",
            lambda a=actual, e=expected: _message(module, module.tensor(a), module.tensor(e), equal_nan=True),
        )
    values: dict[str, tuple[Any, Any]] = {
        "dtype": (module.ones(2), module.ones(2, dtype=module.float64)),
        "device": (module.ones(2), module.ones(2, device="meta")),
        "numbers": (1, 2),
        "floats": (1.0, 1.0 + 1e-9),
        "kinds": (1, 1.0),
        "complex": (1j, 1 + 1j),
        "none": (None, None),
        "none-number": (None, 1),
        "bools": (True, False),
        "lengths": ([1.0], [1.0, 2.0]),
        "nested": ([1, (2, {"x": 3})], [1, (2, {"x": 4})]),
        "missing": ({"a": 1}, {"a": 1, "b": 2}),
        "additional": ({"a": 1, "c": 2}, {"a": 1}),
        "text": ("a", "a"),
        "array": (np.ones(2), np.zeros(2)),
        "array-tensor": (np.ones(2), module.ones(2)),
        "tensor-number": (module.ones(()), 1.0),
    }
    for name, (actual, expected) in values.items():
        yield f"assert_close-of-{name}", lambda a=actual, e=expected: _message(module, a, e)
    yield "assert_close-one-tolerance", lambda: _message(module, 1.0, 1.0, rtol=0.1)


def _message(module: Any, actual: Any, expected: Any, **options: Any) -> str:
    try:
        module.testing.assert_close(actual, expected, **options)
    except AssertionError as error:
        return str(error).replace("torch.", "").replace("tt.", "")
    return "close"
