"""What every op refuses: torch's exception, and a message that begins with the op's name."""

from typing import Any

import pytest

import tt
import tt_core
from samples import OpSamples, Refusal, of
from samples.recipe import Sample, TensorOf
from subject import OPS, TT, every_op, ordinary


def _cases() -> list[Any]:
    return [
        pytest.param(op, refusal, id=f"{op}-{refusal.raises.__name__}-{number}")
        for op in OPS
        for number, refusal in enumerate(of(op).refusals)
    ]


def _call(op: str, refusal: Refusal, device: str = "cpu") -> None:
    entry = of(op).entry
    sample = refusal.sample
    if not sample.args and refusal.form == "functional":
        _callable_without_self(op)()
        return
    args, kwargs = TT.realise(sample, refusal.dtype, device=device)
    if entry.function or refusal.form == "inplace":
        TT.callable(entry, refusal.form)(*args, **kwargs)
    else:
        TT.internal(entry.qualified)(*args, **kwargs)


def _callable_without_self(op: str) -> Any:
    entry = of(op).entry
    owner = tt if entry.function else tt.Tensor if entry.method else tt_core.ops
    return getattr(owner, entry.name)


@pytest.mark.parametrize(("op", "refusal"), _cases())
def test_refusal(op: str, refusal: Refusal) -> None:
    with pytest.raises(refusal.raises, match=refusal.match) as caught:
        _call(op, refusal)
    assert type(caught.value) is refusal.raises
    assert str(caught.value).startswith(f"{of(op).entry.name}: "), str(caught.value)


@pytest.mark.parametrize("op", every_op(lambda subject: subject.entry.method))
def test_method_refuses_what_the_function_refuses(op: str) -> None:
    for refusal in of(op).refusals:
        sample = refusal.sample
        if not sample.args or sample.args[0] not in sample.tensors or refusal.form != "functional":
            continue
        args, kwargs = TT.realise(sample, refusal.dtype)
        with pytest.raises(refusal.raises, match=refusal.match):
            getattr(args[0], of(op).entry.name)(*args[1:], **kwargs)


MOVES_BETWEEN_DEVICES = {"copy_", "to.other"}


def _with_tensors(subject: OpSamples) -> Sample | None:
    """A sample that gives two tensors by place, each with dims."""
    fits = (each for each in subject.cases if sum(isinstance(arg, TensorOf) for arg in each.args) > 1)
    return next((each for each in fits if all(recipe.shape for recipe in each.tensors)), None)


def _takes_tensors_of_one_device(subject: OpSamples) -> bool:
    return (
        not subject.of_ops  # in which tensors may never meet
        and subject.entry.qualified not in MOVES_BETWEEN_DEVICES
        and _with_tensors(subject) is not None
    )


@pytest.mark.parametrize("op", every_op(_takes_tensors_of_one_device))
def test_tensors_have_to_be_on_one_device(op: str) -> None:
    sample = _with_tensors(of(op))
    assert sample is not None
    args, kwargs = TT.realise(sample, ordinary(op))
    place = next(i for i, each in enumerate(args) if i and isinstance(each, tt.Tensor))
    args[place] = args[place].to("meta")
    with pytest.raises(RuntimeError, match=r"same device.*cpu.*meta|same device.*meta.*cpu"):
        TT.callable(of(op).entry)(*args, **kwargs)


@pytest.mark.parametrize("op", every_op(lambda subject: subject.entry.function))
def test_error_leaves_no_result_behind(op: str) -> None:
    """A refused in-place or out= call has not touched its target."""
    for refusal in of(op).refusals:
        if refusal.form != "inplace":
            continue
        args, kwargs = TT.realise(refusal.sample, refusal.dtype)
        before = args[0].tolist(), args[0]._version
        with pytest.raises(refusal.raises):
            TT.callable(of(op).entry, "inplace")(*args, **kwargs)
        assert (args[0].tolist(), args[0]._version) == before


def test_overloads_are_all_named_when_none_fits() -> None:
    with pytest.raises(TypeError) as caught:
        tt.sum(tt.ones(2), "text")
    text = str(caught.value)
    assert text.startswith("sum: the arguments fit none of the overloads")
    assert "sum.dim_IntList(" in text and "must be int or tuple of ints or None, not str" in text
