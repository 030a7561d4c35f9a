"""Tensors from Python data, factories by dtype, and forms of calls that are not an op of their own."""

import operator
from collections.abc import Iterator

import numpy as np

from cases import Case
from samples.dtypes import ALL
from samples.library import Library

DATA = {
    "true": True,
    "int": 1,
    "float": 1.5,
    "complex": 1j,
    "bools": [True, False],
    "ints": [1, 2],
    "mixed": [True, 2, 2.5],
    "mixed-complex": [1, 2.5, 1j],
    "empty": [],
    "nested": [[1, 2], [3, 4]],
    "nested-empty": [[], []],
    "ragged": [[1, 2], [3]],
    "deeper": [1, [2]],
    "shallower": [[1], 2],
    "text": "text",
    "none": [None],
    "tuples": ((1.0, 2.0), (3.0, 4.0)),
    "numpy-float": np.float32(1.5),
    "numpy-int": np.int16(3),
    "numpy-list": [np.float64(1.5), np.float64(2.5)],
    "array": np.arange(6, dtype="int32").reshape(2, 3),
    "huge": [2**64],
}
FILLS = {
    "true": True,
    "int": 2,
    "negative": -1,
    "float": 2.75,
    "complex": 1 + 2j,
    "large": 300,
    "infinite": float("inf"),
}


def cases(library: Library) -> Iterator[Case]:
    module = library.module
    for name, data in DATA.items():
        yield f"tensor-{name}", lambda d=data: module.tensor(d)
        yield f"as_tensor-{name}", lambda d=data: module.as_tensor(d)
        for kind in ("int32", "float16", "complex64"):
            yield (
                f"new_tensor-{name}-of-{kind}",
                lambda d=data, k=kind: module.ones(2, dtype=library.dtype(k)).new_tensor(d),
            )
        for dtype in ("bool", "uint8", "int32", "float16", "float64", "complex64"):
            yield f"tensor-{name}-{dtype}", lambda d=data, t=dtype: module.tensor(d, dtype=library.dtype(t))
    for name, value in FILLS.items():
        yield f"full-{name}", lambda v=value: module.full((2,), v)
        for dtype in ALL:
            yield (
                f"full-{name}-{dtype}",
                lambda v=value, t=dtype: module.full((2,), v, dtype=library.dtype(t)),
            )
            yield (
                f"fill_-{name}-{dtype}",
                lambda v=value, t=dtype: module.zeros(2, dtype=library.dtype(t)).fill_(v),
            )
        yield f"full-{name}-nothing", lambda v=value: module.full((2, 0), v, dtype=library.dtype("float32"))
    ones = module.ones
    yield "add-input-keyword", lambda: module.add(input=ones(2), other=ones(2))
    yield "add-x1-keyword", lambda: module.add(x1=ones(2), x2=ones(2))
    yield "sum-axis-keyword", lambda: module.sum(ones(2, 3), axis=1, keepdims=True)
    yield "sum-input-keyword", lambda: module.sum(input=ones(2, 3), dim=(0, 1))
    yield "sum-list", lambda: ones(2, 3).sum([0, 1])
    yield "permute-varargs", lambda: ones(2, 3, 4).permute(2, 0, 1)
    yield "view-varargs", lambda: ones(6).view(2, 3)
    yield "view-size", lambda: ones(6).view(ones(3, 2).shape)
    yield "zeros-varargs", lambda: module.zeros(2, 3)
    yield "zeros-nothing", lambda: module.zeros(())
    yield "size-indexed", lambda: (ones(2, 3).shape[1], ones(2, 3).size(-1), ones(2, 3).shape[:1])
    yield "len", lambda: len(ones(2, 3))
    yield "iterate", lambda: list(ones(2, 3))
    yield "bool", lambda: bool(ones(1, 1))
    yield "bool-many", lambda: bool(ones(2))
    yield "bool-none", lambda: bool(ones(0))
    yield "float-many", lambda: float(ones(2))
    yield "float-complex", lambda: float(module.tensor(1j))
    yield "int-float", lambda: int(module.tensor(-2.9))
    yield "index-float", lambda: range(3)[module.tensor(1.0)]
    yield "index-bool", lambda: range(3)[module.tensor(True)]
    yield "radd-text", lambda: ones(2) + "a"
    yield "add-none", lambda: ones(2) + None
    yield "add-list", lambda: operator.add(ones(2), [1, 2])
    yield "add-numpy-scalar", lambda: ones(2) + np.float64(2)
    yield "numpy-scalar-add", lambda: np.float64(2) * ones(2)
    yield "default-dtype-int", lambda: module.set_default_dtype(library.dtype("int32"))
