"""Chains of views: strides, offsets, whether they are views, and what versions count."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from cases import Case
from samples.library import LAYOUTS, Library, applies

STEPS = {
    "view": lambda x: x.view(-1, x.shape[-1]),
    "reshape": lambda x: x.reshape(-1, 2),
    "flat": lambda x: x.reshape(-1),
    "transpose": lambda x: x.transpose(0, -1),
    "permute": lambda x: x.permute(*range(1, x.ndim), 0),
    "select": lambda x: x.select(1, 0),
    "slice": lambda x: x[:, ::2],
    "unsqueeze": lambda x: x.unsqueeze(1),
    "unsqueeze-last": lambda x: x.unsqueeze(-1),
    "squeeze": lambda x: x.squeeze(),
    "expand": lambda x: x.unsqueeze(0).expand(3, *x.shape),
    "contiguous": lambda x: x.contiguous(),
    "detach": lambda x: x.detach(),
    "clone": lambda x: x.clone(),
    "whole": lambda x: x[...],
    "T": lambda x: x.mT,
}
"""One step of a chain, on a tensor of at least two dims."""


def cases(library: Library) -> Iterator[Case]:
    for layout, first, second in product(LAYOUTS, STEPS, STEPS):
        for shape in ((2, 4, 6), (4, 1, 2)):
            if applies(layout, shape):
                yield (
                    f"{first}-{second}-{layout}-{shape}",
                    lambda how=layout, s=shape, f=first, g=second: _chain(
                        library, how, s, STEPS[f], STEPS[g]
                    ),
                )


def _chain(library: Library, layout: str, shape: tuple[int, ...], first: Any, second: Any) -> Any:
    import numpy as np

    x = library.tensor(np.arange(np.prod(shape)).reshape(shape), "float32", layout)
    version = x._version
    y = second(first(x))
    root = x if x._base is None else x._base
    shares = y.data_ptr() >= root.data_ptr() and y.data_ptr() < root.data_ptr() + 4 * 400
    shares = shares and (y._base is root or y is x)
    y.sum()
    counted = x._version - version
    return y, y._is_view(), shares, y._base is None, counted, y.is_contiguous()
