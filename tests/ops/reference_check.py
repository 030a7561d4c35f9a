"""One comparison that several properties share: an op, for a sample, against its reference."""

from itertools import repeat

import numpy as np

from closeness import assert_close
from samples import of
from samples.library import arrays
from samples.recipe import Sample
from subject import TT, called, results_of


def assert_as_reference(
    op: str, sample: Sample, dtype: str, layouts: tuple[str, ...] = ("contiguous",), device: str = "cpu"
) -> None:
    """Calls the op and compares with NumPy's result for the same arguments, within the op's ULPs."""
    subject = of(op)
    assert subject.reference is not None, f"{op}: no numpy= in the table and no reference in the samples"
    result = called(op, sample, dtype, layouts, device)
    args, kwargs = arrays(sample, dtype, layouts, subject.reference_dtype)
    with np.errstate(all="ignore"):
        expected = subject.reference(*args, **kwargs)
        magnitude = subject.magnitude(*args, **kwargs) if subject.magnitude else None
    if expected is None:
        return
    assert len(results_of(result)) == len(results_of(expected)), (
        f"{op}: the reference has another number of results"
    )
    what = f"{op}{sample} {dtype} {'+'.join(layouts)} {device}"
    magnitudes = magnitude if isinstance(magnitude, tuple) else repeat(magnitude)
    for each, one, size in zip(results_of(result), results_of(expected), magnitudes, strict=False):
        own = TT.name_of(each.dtype) if hasattr(each, "dtype") else dtype
        assert_close(TT.array(each), one, own, subject.ulps, size, what)
