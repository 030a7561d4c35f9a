"""Functional, in-place and out= are one op: the same values, torch's rules for where they go."""

from typing import Any

import numpy as np
import pytest

import tt
from closeness import assert_same_bits
from samples import OpSamples, of
from samples.recipe import Sample, of_shape
from subject import (
    TT,
    UNFORESEEN,
    allowing_discarded_imaginary_parts,
    every_op,
    every_op_and_dtype,
    numbers_of,
    ordinary,
    out_for,
    results_of,
    tensors_among,
)

INPLACE = every_op(lambda subject: subject.entry.inplace)
OUT = every_op(lambda subject: subject.entry.out and subject.entry.family != "factory")
POINTWISE_OUT = every_op(lambda subject: subject.entry.out and subject.entry.pointwise)


def gives_floats(subject: OpSamples) -> bool:
    """Whether results are float32 for float32, and stay so whatever `out=` is."""
    entry = subject.entry
    floats = "float32" in entry.accepts and subject.result("float32", subject.cases[0]) == "float32"
    return entry.out and floats and (entry.pointwise or entry.name == "matmul")


def _realised(op: str, sample: Sample, dtype: str) -> tuple[Any, list[Any], dict[str, Any]]:
    args, kwargs = TT.realise(sample, dtype)
    return TT.callable(of(op).entry)(*args, **kwargs), args, kwargs


@pytest.mark.parametrize(("op", "dtype"), every_op_and_dtype(lambda subject: subject.entry.inplace))
def test_inplace_gives_the_functional_result(op: str, dtype: str) -> None:
    for sample in of(op).cases:
        with allowing_discarded_imaginary_parts():
            expected, args, kwargs = _realised(op, sample, dtype)
        target = args[0]
        if not isinstance(target, tt.Tensor) or target.shape != expected.shape:
            continue
        what = f"{op}_{sample} {dtype}"
        if of(op).entry.promotes == "complex_to_real" and target.is_complex():
            with pytest.raises(RuntimeError, match="in-place is not supported for complex"):
                TT.callable(of(op).entry, "inplace")(*args, **kwargs)
            continue
        if not tt.can_cast(expected.dtype, target.dtype):
            with pytest.raises(RuntimeError, match=f"result type {TT.name_of(expected.dtype)} can't be cast"):
                TT.callable(of(op).entry, "inplace")(*args, **kwargs)
            continue
        version, address = target._version, target.data_ptr()
        assert TT.callable(of(op).entry, "inplace")(*args, **kwargs) is target, what
        assert target._version == version + 1 and target.data_ptr() == address, what
        assert_same_bits(TT.array(target), TT.array(expected.to(target.dtype)), what)


@pytest.mark.parametrize(("op", "dtype"), every_op_and_dtype(lambda subject: subject.entry.out))
def test_out_gives_the_functional_result(op: str, dtype: str) -> None:
    for sample in of(op).cases:
        with allowing_discarded_imaginary_parts():
            expected, args, kwargs = _realised(op, sample, dtype)
            for out in (out_for(expected, sized=False), out_for(expected)):
                got = results_of(TT.callable(of(op).entry)(*args, **kwargs, out=out))
                for target, each, one in zip(results_of(out), got, results_of(expected), strict=True):
                    what = f"{op}{sample} {dtype} into {list(target.shape)}"
                    assert each is target, what
                    assert target.shape == one.shape and target._version > 0, what
                    if op not in UNFORESEEN:
                        assert_same_bits(TT.array(target), TT.array(one), what)


@pytest.mark.parametrize("op", OUT)
def test_out_with_elements_is_resized_with_a_warning(op: str) -> None:
    expected, args, kwargs = _realised(op, of(op).cases[0], ordinary(op))
    made = tuple(tt.zeros(11, 3, dtype=each.dtype) for each in results_of(expected))
    with pytest.warns(UserWarning, match=r"resized since it had shape \[11, 3\]"):
        TT.callable(of(op).entry)(*args, **kwargs, out=made if isinstance(expected, tuple) else made[0])
    for out, one in zip(made, results_of(expected), strict=True):
        assert out.shape == one.shape
        assert_same_bits(TT.array(out), TT.array(one))


@pytest.mark.parametrize("op", POINTWISE_OUT)
def test_out_of_another_dtype_is_converted_to(op: str) -> None:
    for sample in of(op).cases:
        expected, args, kwargs = _realised(op, sample, ordinary(op))
        for dtype in ("float64", "float16", "complex64"):
            out = tt.empty(expected.shape, dtype=TT.dtype(dtype))
            TT.callable(of(op).entry)(*args, **kwargs, out=out)
            assert_same_bits(
                TT.array(out), TT.array(expected.to(TT.dtype(dtype))), f"{op}{sample} into {dtype}"
            )


@pytest.mark.parametrize("op", every_op(gives_floats))
def test_out_of_a_lower_kind_is_refused(op: str) -> None:
    _, args, kwargs = _realised(op, of(op).cases[0], ordinary(op))
    for dtype in ("int64", "bool", "uint16"):
        with pytest.raises(RuntimeError, match=rf"^{of(op).entry.name}: .*{dtype}"):
            TT.callable(of(op).entry)(*args, **kwargs, out=tt.empty(0, dtype=TT.dtype(dtype)))


@pytest.mark.parametrize("op", every_op(lambda subject: subject.entry.name == "sum"))
def test_sum_is_in_the_dtype_of_its_out(op: str) -> None:
    args = [tt.full((5,), 1.75), *((0,) if "dim" in op else ())]
    out = tt.empty((), dtype=tt.int64)
    assert TT.callable(of(op).entry)(*args, out=out) is out and out.item() == 5
    with pytest.raises(RuntimeError, match=r"^sum: .*dtype float32.*int64"):
        TT.callable(of(op).entry)(*args, out=out, dtype=tt.float32)


@pytest.mark.parametrize("op", OUT)
def test_out_has_to_be_a_tensor(op: str) -> None:
    _, args, kwargs = _realised(op, of(op).cases[0], ordinary(op))
    for wrong in (1.0, [1.0], "out"):
        with pytest.raises(TypeError, match=rf"(?s)^{of(op).entry.name}: .*argument 'out' must be Tensor"):
            TT.callable(of(op).entry)(*args, **kwargs, out=wrong)


@pytest.mark.parametrize("op", POINTWISE_OUT)
def test_out_may_be_an_argument(op: str) -> None:
    for position, recipe in enumerate(of(op).cases[0].tensors):
        if recipe.dtype:
            continue
        expected, args, kwargs = _realised(op, of_shape(of(op).cases[0], 6, 4), ordinary(op))
        assert TT.callable(of(op).entry)(*args, **kwargs, out=args[position]) is args[position]
        wanted = expected.to(args[position].dtype)
        assert_same_bits(TT.array(args[position]), TT.array(wanted), f"{op} into argument {position}")


@pytest.mark.parametrize("op", POINTWISE_OUT)
def test_out_may_be_another_tensor_over_the_same_elements(op: str) -> None:
    expected, args, kwargs = _realised(op, of_shape(of(op).cases[0], 6, 4), ordinary(op))
    out = args[-1].view(6, 4)
    TT.callable(of(op).entry)(*args, **kwargs, out=out)
    assert_same_bits(TT.array(args[-1]), TT.array(expected.to(args[-1].dtype)))


@pytest.mark.parametrize("op", OUT)
def test_out_that_overlaps_an_argument_partly_is_refused(op: str) -> None:
    memory = tt.zeros(200)
    recipes = of(op).cases[0].tensors
    if op == "matmul":
        args, out = (
            [memory.as_strided((4, 4), (4, 1), 3), tt.ones(4, 4)],
            memory.as_strided((4, 4), (4, 1), 0),
        )
    elif of(op).entry.family == "reduction":
        args, out = [memory[3:9], *((0,) if "dim" in op else ())], memory.as_strided((), (), 5)
    elif of(op).entry.schema.arg("keepdim"):  # the places of elements, which are integers as they are
        memory = memory.to(tt.int64)
        args, out = [memory[3:9], 0], memory.as_strided((), (), 5)
        out = out if len(of(op).entry.schema.returns) == 1 else (tt.empty((), dtype=tt.int64), out)
    elif of(op).entry.schema.arg("dim"):
        args, out = [memory[3:9], 0], memory[:6]
    else:
        args = [tt.ones(6, dtype=TT.dtype(each.dtype or ordinary(op))) for each in recipes[:-1]] + [
            memory[3:9]
        ]
        out = memory[:6]
    before = memory.tolist()
    with pytest.raises(RuntimeError, match=rf"^{of(op).entry.name}: .*single memory location"):
        TT.callable(of(op).entry)(*args, **numbers_of(op), out=out)
    assert memory.tolist() == before


@pytest.mark.parametrize("op", INPLACE)
def test_inplace_that_overlaps_an_argument_partly_is_refused(op: str) -> None:
    others, numbers = len(of(op).cases[0].tensors) - 1, numbers_of(op)
    memory = tt.ones(9, dtype=TT.dtype(ordinary(op)))
    if others:
        with pytest.raises(RuntimeError, match="single memory location"):
            TT.callable(of(op).entry, "inplace")(memory[:6], *[memory[3:]] * others, **numbers)
        TT.callable(of(op).entry, "inplace")(memory[0:8:2], *[memory[1:8:2]] * others, **numbers)
    with pytest.raises(RuntimeError, match="single memory location"):
        TT.callable(of(op).entry, "inplace")(memory[:1].expand(4), *[memory[:4].clone()] * others, **numbers)


def fills(subject: OpSamples) -> bool:
    """Whether one value is written to every element, of which several may then be one."""
    return subject.entry.mutates and subject.entry.name in ("fill_", "zero_")


@pytest.mark.parametrize("op", every_op(fills))
def test_repeated_elements_are_filled(op: str) -> None:
    value = [3] if op.startswith("fill_") else []
    expected = value[0] if value else 0
    for size, shape, strides in (
        (1, (3,), (0,)),
        (6, (2, 3), (3, 0)),
        (7, (3, 3), (1, 2)),
        (9, (40000,), (0,)),
    ):
        memory = tt.ones(size)
        view = memory.as_strided(shape, strides)
        assert TT.callable(of(op).entry)(view, *value) is view
        assert view.shape == shape and view.stride() == strides and memory._version == 1
        assert np.all(TT.array(view) == expected)
        untouched = set(range(size)) - {sum(map(int.__mul__, at, strides)) for at in np.ndindex(shape)}
        assert [memory[i].item() for i in untouched] == [1] * len(untouched)
    assert TT.callable(of(op).entry)(tt.ones(1, device="meta").expand(3), *value).shape == (3,)


@pytest.mark.parametrize("op", every_op(lambda subject: subject.entry.mutates and not fills(subject)))
def test_writing_to_repeated_elements_is_refused(op: str) -> None:
    args, kwargs = TT.realise(of(op).cases[0], ordinary(op))
    args[0] = tt.ones(1, 1).expand(*args[0].shape)
    with pytest.raises(RuntimeError, match=rf"^{op.partition('.')[0]}: .*single memory location"):
        TT.callable(of(op).entry)(*args, **kwargs)


@pytest.mark.parametrize("op", every_op(lambda subject: subject.entry.mutates))
def test_version_counts_writes(op: str) -> None:
    args, kwargs = TT.realise(of(op).cases[0], ordinary(op))
    version = args[0]._version
    assert TT.callable(of(op).entry)(*args, **kwargs) is args[0]
    assert args[0]._version == version + 1
    assert all(each._version == 0 for each in tensors_among(args[1:]))


def test_out_does_not_record() -> None:
    x = tt.ones(2, requires_grad=True)
    with pytest.raises(RuntimeError, match=r"^add: .*out=.*automatic differentiation"):
        tt.add(x, x, out=tt.empty(2))


@pytest.mark.parametrize("op", every_op(lambda subject: subject.entry.family == "factory"))
def test_factory_requires_grad(op: str) -> None:
    args, kwargs = TT.realise(of(op).cases[0], "float32")
    kwargs |= {"dtype": tt.float32}
    assert TT.callable(of(op).entry)(*args, **kwargs, requires_grad=True).requires_grad
    assert not TT.callable(of(op).entry)(*args, **kwargs).requires_grad


def test_to_returns_the_tensor_itself_when_nothing_changes() -> None:
    x = tt.ones(2)
    assert x.to(tt.float32) is x and x.to("cpu") is x and x.to(tt.zeros(1)) is x and x.contiguous() is x
    assert x.to(tt.float32, copy=True) is not x and x.to(tt.float64) is not x


def test_casting_complex_to_real_warns() -> None:
    for cast in (
        lambda z: z.to(tt.float32),
        lambda z: tt.zeros(1).copy_(z),
        lambda z: tt.sum(z, dtype=tt.float64),
    ):
        with pytest.warns(UserWarning, match="Casting complex values to real discards the imaginary part"):
            assert cast(tt.tensor([3 + 4j])).reshape(()).item() == 3.0


@pytest.mark.filterwarnings("ignore:An output with one or more elements was resized")
def test_memory_before_a_resized_out_keeps_its_values() -> None:
    base = tt.tensor([1.0, 2.0, 3.0])
    tt.add(tt.ones(1000), 4, out=base[2:])
    assert base.tolist() == [1.0, 2.0, 5.0]


def test_out_that_an_input_is_a_view_of_is_not_resized() -> None:
    out = tt.tensor([1.0, 2.0, 3.0])
    with pytest.raises(RuntimeError, match=r"output with shape \[3\] doesn't match the broadcast shape"):
        tt.mul(out[:], tt.ones(2, 3), out=out)
    assert out.tolist() == [1.0, 2.0, 3.0]
