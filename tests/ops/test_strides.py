"""How arguments lie in memory changes no result, and results lie in memory as torch's do."""

from typing import Any

import pytest

import tt
from closeness import assert_same_bits
from reference_check import assert_as_reference
from samples import OpSamples, of
from samples.recipe import Sample, call, of_shape, t
from subject import TT, called, every_op, numbers_of, ordinary

LAYOUTS = {
    "transposed": ("transposed",),
    "permuted": ("permuted",),
    "stepped": ("stepped",),
    "offset": ("offset",),
    "expanded": ("expanded",),
    "mixed": ("transposed", "contiguous", "stepped"),
    "remixed": ("contiguous", "permuted", "expanded"),
}
# One of each path: vectorised, complex, converted by the loop, integer.
DTYPES = ("float32", "complex64", "bfloat16", "int16")


def _writes_self(subject: OpSamples) -> bool:
    return subject.entry.mutates


def _cases() -> list[Any]:
    return [
        pytest.param(param.values[0], dtype, layouts, id=f"{param.id}-{name}-{dtype}")
        for param in every_op(lambda subject: any(sample.tensors for sample in subject.cases))
        for name, layouts in LAYOUTS.items()
        for dtype in DTYPES
        if dtype in of(param.values[0]).dtypes
        and not (name == "expanded" and _writes_self(of(param.values[0])))
    ]


@pytest.mark.parametrize(("op", "dtype", "layouts"), _cases())
def test_values(op: str, dtype: str, layouts: tuple[str, ...]) -> None:
    for sample in of(op).cases:
        assert_as_reference(op, sample, dtype, layouts)


POINTWISE = every_op(lambda subject: subject.entry.pointwise)
COPIES = [pytest.param(op, id=op) for op in ("clone", "_to_copy", "empty_like", "zeros_like", "ones_like")]


def _sample(op: str) -> Sample:
    """All tensors of shape (3, 5, 7), the condition of `where` included."""
    return of_shape(of(op).cases[0], 3, 5, 7)


@pytest.mark.parametrize("op", [*POINTWISE, *COPIES])
@pytest.mark.parametrize("layout", ["contiguous", "transposed", "permuted"])
def test_dense_order_is_kept(op: str, layout: str) -> None:
    args, kwargs = TT.realise(_sample(op), ordinary(op), (layout,))
    assert TT.callable(of(op).entry)(*args, **kwargs).stride() == args[0].stride()


@pytest.mark.parametrize("op", [*POINTWISE, *COPIES])
@pytest.mark.parametrize("layout", ["stepped", "offset", "expanded"])
def test_gaps_and_repetitions_are_closed(op: str, layout: str) -> None:
    assert called(op, _sample(op), ordinary(op), (layout,)).stride() == (35, 7, 1)


@pytest.mark.parametrize("op", [*POINTWISE, *COPIES])
def test_order_of_what_is_not_dense_is_kept(op: str) -> None:
    args = [
        TT.tensor(TT.array(tt.ones(3, 5, 14)), TT.name_of(_dtype(op, i)))[:, :, ::2]
        for i in range(_count(op))
    ]
    result = TT.callable(of(op).entry)(*(each.permute(2, 0, 1) for each in args), **numbers_of(op))
    assert result.shape == (7, 3, 5) and result.stride() == (1, 35, 7)


def _odd(op: str) -> list[Any]:
    """Contiguous tensors of shape (1, 3) whose first dim, of size 1, has stride 6."""
    args = [tt.ones(4, 6, dtype=_dtype(op, i))[:1, :3] for i in range(_count(op))]
    assert args[0].is_contiguous() and args[0].stride() == (6, 1)
    return args


@pytest.mark.parametrize("op", POINTWISE)
def test_odd_strides_of_dims_of_size_one_are_dropped(op: str) -> None:
    assert TT.callable(of(op).entry)(*_odd(op), **numbers_of(op)).stride() == (3, 1)


@pytest.mark.parametrize("op", COPIES)
def test_odd_strides_of_dims_of_size_one_are_copied(op: str) -> None:
    assert TT.callable(of(op).entry)(*_odd(op)).stride() == (6, 1)


def _count(op: str) -> int:
    return len(of(op).cases[0].tensors)


def _dtype(op: str, position: int) -> Any:
    return TT.dtype(of(op).cases[0].tensors[position].dtype or ordinary(op))


@pytest.mark.parametrize("op", every_op(lambda subject: subject.entry.family == "binary"))
def test_first_operand_decides(op: str) -> None:
    numbers = numbers_of(op)
    sample = call(t(3, 5), t(3, 5), **numbers)
    assert called(op, sample, ordinary(op), ("transposed", "contiguous")).stride() == (1, 3)
    assert called(op, sample, ordinary(op), ("contiguous", "transposed")).stride() == (5, 1)
    assert called(
        op, call(t(5), t(3, 5), **numbers), ordinary(op), ("contiguous", "transposed")
    ).stride() == (1, 3)
    assert called(op, call(t(), t(3, 5), **numbers), ordinary(op), ("contiguous", "transposed")).stride() == (
        1,
        3,
    )


@pytest.mark.parametrize("op", every_op(lambda subject: subject.entry.family in ("reduction", "factory")))
def test_result_is_contiguous(op: str) -> None:
    for sample in of(op).cases:
        assert called(op, sample, ordinary(op), ("offset",)).is_contiguous(), f"{op}{sample}"


@pytest.mark.parametrize("op", every_op(lambda subject: subject.entry.pointwise and subject.entry.out))
@pytest.mark.parametrize("layout", ["transposed", "stepped", "offset"])
def test_out_keeps_its_strides(op: str, layout: str) -> None:
    args, kwargs = TT.realise(_sample(op), ordinary(op))
    expected = TT.callable(of(op).entry)(*args, **kwargs)
    out = TT.tensor(TT.array(tt.zeros(3, 5, 7)), TT.name_of(expected.dtype), layout)
    strides, offset = out.stride(), out.storage_offset()
    TT.callable(of(op).entry)(*args, **kwargs, out=out)
    assert out.stride() == strides and out.storage_offset() == offset
    assert_same_bits(TT.array(out), TT.array(expected))


@pytest.mark.parametrize("op", every_op(lambda subject: subject.entry.inplace))
@pytest.mark.parametrize("layout", ["transposed", "permuted", "stepped", "offset"])
def test_inplace_writes_only_what_the_tensor_shows(op: str, layout: str) -> None:
    args, kwargs = TT.realise(_sample(op), ordinary(op), (layout,))
    expected = TT.array(TT.callable(of(op).entry)(*args, **kwargs).to(args[0].dtype))
    base = args[0]._base
    hidden = _hidden(base, args[0])
    TT.callable(of(op).entry, "inplace")(*args, **kwargs)
    assert_same_bits(TT.array(args[0]), expected, f"{op}_ of a {layout} tensor")
    assert _hidden(base, args[0]) == hidden


def _hidden(base: Any, view: Any) -> list[Any]:
    """What the storage holds besides the elements of `view`."""
    places = tt.zeros(base.numel(), dtype=tt.bool)
    places.as_strided(view.shape, view.stride(), view.storage_offset()).fill_(True)
    flat = base.as_strided((base.numel(),), (1,), 0)
    return [value for value, shown in zip(flat.tolist(), places.tolist(), strict=True) if not shown]


@pytest.mark.parametrize("op", every_op(lambda subject: subject.entry.mutates))
def test_self_is_returned_with_its_strides(op: str) -> None:
    for layout in ("transposed", "stepped"):
        for sample in of(op).cases:
            args, kwargs = TT.realise(sample, ordinary(op), (layout, "contiguous"))
            strides = args[0].stride()
            assert TT.callable(of(op).entry)(*args, **kwargs) is args[0]
            assert args[0].stride() == strides


OUT = every_op(lambda subject: subject.entry.pointwise and subject.entry.out)


@pytest.mark.parametrize("op", OUT)
@pytest.mark.parametrize("layouts", LAYOUTS.values(), ids=LAYOUTS)
def test_resized_out_has_the_strides_of_the_functional_result(op: str, layouts: tuple[str, ...]) -> None:
    for sample in of(op).cases:
        expected = called(op, sample, ordinary(op), layouts)
        args, kwargs = TT.realise(sample, ordinary(op), layouts)
        for dtype in (expected.dtype, tt.complex128):
            memory = tt.zeros(3, dtype=dtype)
            out = memory[2:2]
            TT.callable(of(op).entry)(*args, **kwargs, out=out)
            assert out.storage_offset() == 2 and (out.numel() == 0 or out.stride() == expected.stride())
            assert_same_bits(TT.array(out), TT.array(expected.to(dtype)), f"{op}{sample} {layouts}")
            assert memory[:2].tolist() == [0, 0]
