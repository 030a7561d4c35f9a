"""Every op gives on CUDA what NumPy gives: the whole op table, in every dtype and from any layout."""

from typing import Any

import pytest

from cuda_ops import every_op, every_op_and_dtype
from reference_check import assert_as_reference
from samples import of

LAYOUTS = {
    "transposed": ("transposed",),
    "permuted": ("permuted",),
    "stepped": ("stepped",),
    "offset": ("offset",),
    "expanded": ("expanded",),
    "mixed": ("transposed", "contiguous", "stepped"),
}
DTYPES = ("float32", "complex64", "bfloat16", "int16")


@pytest.mark.parametrize(("op", "dtype"), every_op_and_dtype())
def test_values(op: str, dtype: str) -> None:
    for sample in of(op).cases:
        assert_as_reference(op, sample, dtype, device="cuda")


def _cases() -> list[Any]:
    return [
        pytest.param(param.values[0], dtype, layouts, id=f"{param.id}-{name}-{dtype}")
        for param in every_op(lambda subject: any(sample.tensors for sample in subject.cases))
        for name, layouts in LAYOUTS.items()
        for dtype in DTYPES
        if dtype in of(param.values[0]).dtypes
        and not (name == "expanded" and of(param.values[0]).entry.mutates)
    ]


@pytest.mark.parametrize(("op", "dtype", "layouts"), _cases())
def test_layouts(op: str, dtype: str, layouts: tuple[str, ...]) -> None:
    for sample in of(op).cases:
        assert_as_reference(op, sample, dtype, layouts, device="cuda")
