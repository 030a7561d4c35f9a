"""The meta device runs an op's plan alone: shapes, dtypes, strides, refusals as on the CPU, and no memory."""

from typing import Any

import pytest

import tt
from samples import of
from samples.recipe import Sample
from subject import TT, allowing_discarded_imaginary_parts, every_op, ordinary, results_of

HAS_RESULT = every_op(lambda subject: not subject.reads_data)
LAYOUTS = ("contiguous", "transposed", "permuted", "stepped", "offset", "expanded")


def described(result: Any) -> list[tuple[Any, ...]]:
    return [
        (tuple(each.shape), each.dtype, each.stride(), each.storage_offset()) for each in results_of(result)
    ]


def _run(op: str, sample: Sample, layouts: tuple[str, ...], device: str, form: str = "functional") -> Any:
    args, kwargs = TT.realise(sample, ordinary(op), layouts, device)
    if of(op).entry.from_device:
        kwargs["device"] = device
    if form == "out":
        dtypes = of(op).result(ordinary(op), sample)
        made = tuple(tt.empty(0, dtype=TT.dtype(each), device=device) for each in results_of(dtypes))
        kwargs["out"] = made if isinstance(dtypes, tuple) else made[0]
    with allowing_discarded_imaginary_parts():
        return TT.callable(of(op).entry, form)(*args, **kwargs)


@pytest.mark.parametrize("op", HAS_RESULT)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_results(op: str, layout: str) -> None:
    if layout == "expanded" and of(op).entry.mutates:
        layout = "offset"  # repeated elements are not written to
    for sample in of(op).cases:
        for layouts in ((layout,), (layout, "contiguous")):
            on_cpu = _run(op, sample, layouts, "cpu")
            on_meta = _run(op, sample, layouts, "meta")
            assert all(each.is_meta and each.device == tt.device("meta") for each in results_of(on_meta))
            assert described(on_meta) == described(on_cpu), f"{op}{sample} {layouts}"


@pytest.mark.parametrize("op", every_op(lambda subject: subject.entry.out))
def test_out(op: str) -> None:
    for sample in of(op).cases:
        assert described(_run(op, sample, ("transposed",), "meta", "out")) == described(
            _run(op, sample, ("transposed",), "cpu", "out")
        ), f"{op}{sample}"


@pytest.mark.parametrize("op", every_op(lambda subject: subject.entry.inplace))
def test_inplace(op: str) -> None:
    args, kwargs = TT.realise(of(op).cases[0], ordinary(op), device="meta")
    assert TT.callable(of(op).entry, "inplace")(*args, **kwargs) is args[0]
    assert args[0]._version == 1


@pytest.mark.parametrize("op", HAS_RESULT)
def test_refusals(op: str) -> None:
    for refusal in of(op).refusals:
        if not refusal.sample.tensors or refusal.by_value:
            continue
        messages = []
        for device in ("cpu", "meta"):
            args, kwargs = TT.realise(refusal.sample, refusal.dtype, device=device)
            with pytest.raises(refusal.raises) as caught:
                TT.callable(of(op).entry, refusal.form)(*args, **kwargs)
            messages.append(str(caught.value).replace(" on meta", ""))
        assert messages[0] == messages[1]


def test_meta_tensors_have_no_memory() -> None:
    huge = tt.empty(2**40, device="meta")
    assert (huge + huge).shape == (2**40,) and huge.data_ptr() == 0
    assert (huge[::3] * 2.0).sum().shape == ()


def test_meta_gradients_have_shapes() -> None:
    w = tt.ones(3, 5, device="meta", requires_grad=True)
    (w.exp() @ tt.ones(5, 2, device="meta")).sum().backward()
    assert w.grad is not None and w.grad.is_meta and w.grad.shape == (3, 5)
