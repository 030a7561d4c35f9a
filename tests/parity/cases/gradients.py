"""The gradients of every op, for every sample with inexact arguments, in first and second order."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from cases import Case
from samples import by_name, of
from samples.dtypes import INEXACT
from samples.library import Library
from samples.recipe import Sample, TensorOf

DTYPES = ("float64", "float32", "complex128")


def cases(library: Library) -> Iterator[Case]:
    for op in by_name():
        subject = of(op)
        if subject.entry.family == "factory" or subject.reads_data:
            continue
        for dtype in DTYPES:
            if dtype in subject.dtypes:
                for number, sample in enumerate(subject.cases):
                    name = f"{op}-{dtype}-{number}{sample}"
                    yield name, lambda op=op, s=sample, d=dtype: _gradients(library, op, s, d)
        for layouts in (("transposed",), ("stepped", "expanded")):
            for number, sample in enumerate(subject.cases):
                name = f"{op}-float64-{'+'.join(layouts)}-{number}{sample}"
                yield name, lambda op=op, s=sample, how=layouts: _gradients(library, op, s, "float64", how)


def _gradients(
    library: Library, op: str, sample: Sample, dtype: str, layouts: tuple[str, ...] = ("contiguous",)
) -> Any:
    args, kwargs = library.realise(sample, dtype, layouts)
    wanted = []
    for place, recipe in enumerate(sample.args):
        if isinstance(recipe, TensorOf) and (recipe.dtype or dtype) in INEXACT:
            args[place] = args[place].detach()
            args[place].requires_grad = True
            wanted.append(args[place])
    called = list(args)
    if of(op).entry.mutates and wanted:
        called[0] = args[0] * 1  # a leaf is not written to
    result = library.callable(of(op).entry)(*called, **kwargs)
    result = result[0] if isinstance(result, tuple) else result  # values before indices
    if not result.requires_grad:
        return "no gradient"
    weights = np.linspace(0.5, 2.0, int(np.prod(result.shape, dtype=int))).reshape(tuple(result.shape))
    grad = library.tensor(weights, library.name_of(result.dtype))
    first = library.module.autograd.grad(result, wanted, grad, create_graph=True, allow_unused=True)
    second: Any = "linear"
    if any(each is not None and each.requires_grad for each in first):
        total = sum((each * each).sum() for each in first if each is not None and each.requires_grad)
        second = library.module.autograd.grad(
            total, wanted, library.module.ones_like(total), allow_unused=True
        )
    return first, second
