"""Every op, every sample, arguments in every layout: what strides the results have, and the same values."""

from collections.abc import Iterator

from cases import UNFORESEEN, Case
from samples import by_name, of
from samples.library import LAYOUTS, Library

COMBINED = [
    *((layout,) for layout in LAYOUTS[1:]),
    ("transposed", "contiguous"),
    ("contiguous", "transposed"),
    ("stepped", "permuted"),
    ("expanded", "transposed"),
    ("permuted", "transposed", "contiguous"),
]


def cases(library: Library) -> Iterator[Case]:
    for op in by_name():
        for layouts in COMBINED:
            for number, sample in enumerate(of(op).cases):
                name = f"{op}-{'+'.join(layouts)}-{number}{sample}"
                yield name, lambda op=op, s=sample, how=layouts: _call(library, op, s, how)


def _call(library, op, sample, layouts):  # type: ignore[no-untyped-def]
    args, kwargs = library.realise(sample, "float32", layouts)
    result = library.callable(of(op).entry)(*args, **kwargs)
    return result.zero_() if op in UNFORESEEN else result
