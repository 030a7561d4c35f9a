"""One op, many ways to write the call: function, method, operator, keywords of torch and NumPy, separate ints."""

from typing import Any

import numpy as np
import pytest

import tt
from closeness import assert_same_bits
from samples import of
from subject import TT, UNFORESEEN, called, every_op, ordinary, results_of


@pytest.mark.parametrize("op", every_op(lambda subject: subject.entry.function and subject.entry.method))
def test_function_and_method_are_one(op: str) -> None:
    for sample in of(op).cases:
        if not sample.tensors or sample.args[0] is not sample.tensors[0]:
            continue
        args, kwargs = TT.realise(sample, ordinary(op))
        twins, _ = TT.realise(sample, ordinary(op))  # for ops that write
        one = getattr(tt, of(op).entry.name)(*args, **kwargs)
        two = getattr(twins[0], of(op).entry.name)(*twins[1:], **kwargs)
        for a, b in zip(results_of(one), results_of(two), strict=True):
            assert_same_bits(TT.array(a), TT.array(b), f"{op}{sample}")


@pytest.mark.parametrize("op", every_op(lambda subject: subject.entry.function))
def test_arguments_have_names(op: str) -> None:
    """By the schema's names, and torch's `input` for `self`."""
    sample = of(op).cases[0]
    names = [arg.name for arg in of(op).entry.schema.args]
    expected = called(op, sample, ordinary(op))
    twins, kwargs = TT.realise(sample, ordinary(op))
    named = dict(zip(names, twins, strict=False))
    function = getattr(tt, of(op).entry.name)
    for self_name in ("self", "input") if "self" in named else ("",):
        given = {self_name if key == "self" else key: value for key, value in named.items()}
        result = function(**given, **kwargs)
        if op not in UNFORESEEN:
            for a, b in zip(results_of(result), results_of(expected), strict=True):
                assert_same_bits(TT.array(a), TT.array(b), f"{op} by name")


def test_spellings_of_numpy() -> None:
    x = tt.ones(2, 3)
    assert tt.sum(x, axis=1, keepdims=True).shape == tt.sum(x, dim=1, keepdim=True).shape == (2, 1)
    assert tt.add(x1=x, x2=x).tolist() == tt.add(x, x).tolist()
    assert tt.exp(x=x).tolist() == tt.exp(x).tolist()
    with pytest.raises(TypeError, match=r"(?s)^sum: .*got multiple values for argument 'dim'"):
        tt.sum(x, dim=1, axis=1)


OPERATORS = {
    "add": (lambda a, b: a + b, tt.add),
    "sub": (lambda a, b: a - b, tt.sub),
    "mul": (lambda a, b: a * b, tt.mul),
}


@pytest.mark.parametrize("name", [pytest.param(name, id=name) for name in OPERATORS])
def test_operators(name: str) -> None:
    operator, function = OPERATORS[name]
    x = TT.tensor(np.array([1.0, -2.0, 3.5]), "float32")
    for other in (x + 1, 2, 2.5, True, 1j, np.float64(1.5), np.int32(3)):
        if name == "sub" and other is True:
            continue
        assert_same_bits(TT.array(operator(x, other)), TT.array(function(x, other)), f"x {name} {other!r}")
        assert_same_bits(TT.array(operator(other, x)), TT.array(function(other, x)), f"{other!r} {name} x")


def test_operators_with_assignment_write_into_the_tensor() -> None:
    x = tt.ones(3)
    alias = x
    x += 1
    x *= tt.full((3,), 4.0)
    x -= 3
    assert x is alias and x.tolist() == [5.0, 5.0, 5.0] and x._version == 3


def test_operators_of_linear_algebra_and_sign() -> None:
    a = tt.tensor([[1.0, 2.0], [3.0, 4.0]])
    assert (a @ a).tolist() == tt.matmul(a, a).tolist() == [[7.0, 10.0], [15.0, 22.0]]
    assert (-a).tolist() == tt.neg(a).tolist()


def test_operators_leave_strangers_to_python() -> None:
    class Knows:
        def __radd__(self, other: Any) -> str:
            return "radd"

    assert tt.ones(2) + Knows() == "radd"
    for wrong in ("text", [1.0], None):
        with pytest.raises(TypeError, match="unsupported operand"):
            tt.ones(2) + wrong


@pytest.mark.parametrize("op", every_op(lambda subject: subject.entry.varargs and subject.entry.method))
def test_sizes_may_be_separate_ints(op: str) -> None:
    sample = next(each for each in of(op).cases if isinstance(each.args[-1], tuple) and each.args[-1])
    (x, sizes), _ = TT.realise(sample, "float32")
    method = getattr(x, of(op).entry.name)
    assert method(*sizes).shape == method(sizes).shape == method(list(sizes)).shape


@pytest.mark.parametrize("op", every_op(lambda subject: subject.entry.varargs and not subject.entry.method))
def test_sizes_of_a_factory_may_be_separate_ints(op: str) -> None:
    factory = getattr(tt, op)
    assert (
        factory(2, 3).shape
        == factory((2, 3)).shape
        == factory([2, 3]).shape
        == factory(tt.Size([2, 3])).shape
    )
    assert factory(()).shape == ()
