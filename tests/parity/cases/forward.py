"""Every op, every sample, every dtype: values, dtype and strides."""

from collections.abc import Iterator

from cases import UNFORESEEN, Case
from samples import by_name, of
from samples.library import Library


def cases(library: Library) -> Iterator[Case]:
    for op in by_name():
        subject = of(op)
        for dtype in subject.dtypes:
            for number, sample in enumerate(subject.cases):
                yield (
                    f"{op}-{dtype}-{number}{sample}",
                    lambda op=op, s=sample, d=dtype: _call(library, op, s, d),
                )


def _call(library, op, sample, dtype):  # type: ignore[no-untyped-def]
    args, kwargs = library.realise(sample, dtype)
    result = library.callable(of(op).entry)(*args, **kwargs)
    return result.zero_() if op in UNFORESEEN else result
