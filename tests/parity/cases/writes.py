"""Writes of one value, by fill_, zero_, copy_ and subscript, also where several elements are one in memory; and the
odd corners of operators."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from cases import Case
from samples.dtypes import ALL
from samples.library import Library

NUMBERS = {
    "true": True, "int": 2, "negative": -3, "large": 300, "huge": 2**40, "float": 2.75, "infinite": float("inf"),
    "complex": 1.5 + 2j, "real-complex": 2 + 0j, "numpy": np.float32(1.5), "beyond": 2**70,
}  # fmt: skip
UNDEFINED = ("infinite",)
"""What has no value in an integer dtype."""

AT_LIMITS = (
    *(sign * 2**bits + off for bits in (7, 8, 15, 16, 31, 32) for off in (-1, 0, 1) for sign in (1, -1)),
    *(
        -0.5,
        -1.5,
        255.5,
        256.0,
        -128.5,
        -129.0,
        127.9,
        128.0,
        65535.5,
        1e10,
        9.3e18,
        1.9e19,
        -9.3e18,
        2**63,
        2**64 - 1,
    ),
    *(
        1e39,
        -1e40,
        1e40j,
        complex(1e40, 0),
        complex(2, 0),
        1j,
        complex("inf"),
        float("inf"),
        -float("inf"),
        65520,
    ),
)
"""Where numbers begin not to fit."""

VIEWS = {
    "contiguous": lambda x: x,
    "stepped": lambda x: x[::2],
    "expanded": lambda x: x[:1].expand(4),
    "expanded-rows": lambda x: x[:3].expand(2, 3),
    "windows": lambda x: x.as_strided((3, 3), (1, 1)),
    "empty": lambda x: x[:0].expand(3, 0),
}


def cases(library: Library) -> Iterator[Case]:
    module = library.module
    for dtype in ALL:
        for name, number in NUMBERS.items():
            if name in UNDEFINED and not dtype.startswith(("float", "bfloat", "complex", "bool")):
                continue
            yield (
                f"copy_-{name}-{dtype}",
                lambda d=dtype, n=number: module.zeros(3, dtype=library.dtype(d)).copy_(n),
            )
            yield f"assign-{name}-{dtype}", lambda d=dtype, n=number: _assigned(library, d, n)
        for number in AT_LIMITS:
            yield (
                f"fill_-{number!r}-{dtype}",
                lambda d=dtype, n=number: module.zeros(2, dtype=library.dtype(d)).fill_(n),
            )
            if not (isinstance(number, int) and number >= 2**63):  # of which torch assigns none
                yield f"assign-{number!r}-{dtype}", lambda d=dtype, n=number: _assigned(library, d, n)
    for name, view in VIEWS.items():
        for how in ("fill_", "zero_", "copy_", "copy-number", "assign"):
            yield f"{how}-of-{name}", lambda v=view, h=how: _written(library, v, h)
    for dtype in ALL:
        if not dtype.startswith("uint") or dtype == "uint8":
            yield f"invert-{dtype}", lambda d=dtype: ~module.zeros(2, dtype=library.dtype(d))
    zero = np.array([0, 1, 2j, complex("inf"), complex("nan"), -1])
    for dtype in ("complex64", "complex128"):
        for number in (0, 0.0, 0j, False, 1, 1.0, 1 + 0j, 2 + 0j):
            yield (
                f"pow-{dtype}-exponent-{number}",
                lambda d=dtype, n=number: library.tensor(zero, d) ** n,
            )
            if number in (0, 1):
                yield f"pow-{dtype}-base-{number}", lambda d=dtype, n=number: n ** library.tensor(zero, d)
        yield (
            f"pow-{dtype}-tensor",
            lambda d=dtype: library.tensor(zero, d) ** library.tensor(0 * zero.real, d),
        )
    x = module.ones(2, requires_grad=True)
    yield "grad-nothing", lambda: module.autograd.grad(x.sum(), [])
    yield "backward-nothing", lambda: x.sum().backward(inputs=[])


def _assigned(library: Library, dtype: str, number: Any) -> Any:
    target = library.module.zeros(3, dtype=library.dtype(dtype))
    target[1:] = number
    return target


def _written(library: Library, view: Any, how: str) -> Any:
    memory = library.module.ones(9)
    target = view(memory)
    if how == "fill_":
        target.fill_(3)
    elif how == "zero_":
        target.zero_()
    elif how == "assign":
        target[...] = 3
    else:
        target.copy_(3.5 if how == "copy-number" else library.module.zeros(()))
    return memory, target
