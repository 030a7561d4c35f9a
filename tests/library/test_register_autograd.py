"""Derivatives over a context: what backward gets and returns, in both orders, and what it may not do."""

import gc
import weakref
from typing import Any

import pytest

import tt
from tt.autograd import gradcheck, gradgradcheck
from tt.library import Library, register_autograd
from tt_autograd import _C, derivative


def _op(lib: Library, schema: str, kernel: Any) -> Any:
    name = lib.define(schema)
    lib.impl(name, kernel, "default")
    return getattr(tt.ops.testlib, name)


def _double(*shape: int) -> Any:
    tt.manual_seed(3)
    return tt.rand(shape, dtype=tt.float64).requires_grad_(True)


def test_first_and_second_derivative_by_saved_input_and_result(lib: Library) -> None:
    op = _op(lib, "exp_times(Tensor x, Tensor y) -> Tensor", lambda x, y: x.exp() * y)

    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        ctx.save_for_backward(inputs[0], output)

    def backward(ctx: Any, grad: Any) -> Any:
        x, result = ctx.saved_tensors
        return grad * result, grad * x.exp()

    register_autograd("testlib::exp_times", backward, setup_context=setup_context, lib=lib)
    arguments = (_double(3), _double(3))
    assert gradcheck(op, arguments)
    assert gradgradcheck(op, arguments)


def test_context_carries_attributes_needs_and_keyword_only_inputs(lib: Library) -> None:
    op = _op(
        lib,
        "affine(Tensor x, Tensor? b, float a=2.0, *, int n=1) -> Tensor",
        lambda x, b, a=2.0, n=1: x * a * n,
    )
    seen: list[Any] = []

    def setup_context(ctx: Any, inputs: Any, keyword_only_inputs: Any, output: Any) -> None:
        seen.append(
            (inputs[1:], keyword_only_inputs, output.shape, ctx.needs_input_grad, tt.is_grad_enabled())
        )
        ctx.a = inputs[2] * keyword_only_inputs["n"]

    register_autograd(
        "testlib::affine", lambda ctx, grad: (grad * ctx.a, None, None), setup_context=setup_context, lib=lib
    )
    x = tt.ones(2, requires_grad=True)
    op(x, None, n=3).sum().backward()
    assert seen == [((None, 2.0), {"n": 3}, (2,), (True, False, False, False), False)]
    assert x.grad.tolist() == [6.0, 6.0]


def test_list_of_tensors_gets_a_list_of_gradients(lib: Library) -> None:
    op = _op(lib, "add_all(Tensor[] xs, int n) -> Tensor", lambda xs, n: (xs[0] + xs[1]) * n)
    needs: list[Any] = []

    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        ctx.n = inputs[1]
        needs.append(ctx.needs_input_grad)

    def backward(ctx: Any, grad: Any) -> Any:
        return [grad * ctx.n, grad * ctx.n], None

    register_autograd("testlib::add_all", backward, setup_context=setup_context, lib=lib)
    x, y = tt.ones(2, requires_grad=True), tt.ones(2)
    op([x, y], 4).sum().backward()
    assert x.grad.tolist() == [4.0, 4.0]
    assert needs == [([True, False], False)]


def test_several_results_and_absent_gradients(lib: Library) -> None:
    op = _op(lib, "two(Tensor x) -> (Tensor, int, Tensor)", lambda x: (x * 2, 5, x * 3))
    seen: list[Any] = []
    materialize = True

    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        assert output[1] == 5
        ctx.set_materialize_grads(materialize)

    def backward(ctx: Any, a: Any, n: Any, b: Any) -> Any:
        seen.append([None if g is None else g.tolist() for g in (a, n, b)])
        return a * 2

    register_autograd("testlib::two", backward, setup_context=setup_context, lib=lib)
    x = tt.ones(1, requires_grad=True)
    op(x)[0].backward()
    materialize = False
    op(x)[0].backward()
    assert seen == [[[1.0], None, [0.0]], [[1.0], None, None]]
    assert x.grad.tolist() == [4.0]


def test_integer_results_are_not_differentiable(lib: Library) -> None:
    op = _op(lib, "mixed(Tensor x) -> (Tensor, Tensor)", lambda x: (x * 2, tt.ones(1, dtype=tt.int64)))
    register_autograd("testlib::mixed", lambda ctx, a, b: a * 2, lib=lib)
    values, counts = op(tt.ones(1, requires_grad=True))
    assert values.requires_grad
    assert not counts.requires_grad


def test_marked_results_are_not_differentiable(lib: Library) -> None:
    op = _op(lib, "marked(Tensor x) -> (Tensor, Tensor)", lambda x: (x * 2, x * 3))
    marks = [1]

    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        ctx.mark_non_differentiable(*(output[mark] for mark in marks))

    register_autograd("testlib::marked", lambda ctx, a, b: a * 2 + b, setup_context=setup_context, lib=lib)
    x = tt.ones(1, requires_grad=True)
    first, second = op(x)
    assert not second.requires_grad
    first.backward()
    assert x.grad.tolist() == [2.0]
    marks.append(0)
    with pytest.raises(
        RuntimeError, match="testlib::marked: all results are marked as not differentiable\nhint: "
    ):
        op(x)


@pytest.mark.parametrize(
    ("backward", "error", "message"),
    [
        (lambda ctx, grad: grad, RuntimeError, "returned 1 gradients, expected 2, one for each argument"),
        (lambda ctx, grad: (grad, None, grad), RuntimeError, "returned 3 gradients, expected 2"),
        (lambda ctx, grad: (grad, grad), RuntimeError, "returned a gradient for 'n', which is no tensor"),
        (lambda ctx, grad: (3, None), TypeError, "expected a Tensor or None as gradient 0, got int"),
        (lambda ctx, grad: (tt.ones(7), None), RuntimeError, "ScaledBackward0"),
    ],
)
def test_wrong_gradients(lib: Library, backward: Any, error: type[Exception], message: str) -> None:
    op = _op(lib, "scaled(Tensor x, int n) -> Tensor", lambda x, n: x * n)
    register_autograd("testlib::scaled", backward, lib=lib)
    with pytest.raises(error, match=message):
        op(tt.ones(2, requires_grad=True), 3).sum().backward()


def test_saved_tensors_are_watched_and_freed(lib: Library) -> None:
    op = _op(lib, "square(Tensor x) -> Tensor", lambda x: x * x)
    register_autograd(
        "testlib::square",
        lambda ctx, grad: 2 * grad * ctx.saved_tensors[0],
        setup_context=lambda ctx, inputs, output: ctx.save_for_backward(inputs[0]),
        lib=lib,
    )
    x = tt.ones(2, requires_grad=True)
    y = x * 1
    z = op(y).sum()
    y.add_(1)
    with pytest.raises(
        RuntimeError, match="testlib::square: one of the variables needed for gradient computation has"
    ):
        z.backward()
    z = op(x).sum()
    z.backward()
    with pytest.raises(RuntimeError, match="backward through the graph a second time"):
        z.backward()


def test_saved_result_makes_no_cycle(lib: Library) -> None:
    class Watched:
        pass

    op = _op(lib, "own(Tensor x) -> Tensor", lambda x: x.exp())

    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        ctx.save_for_backward(output)
        ctx.watched = Watched()
        watches.append(weakref.ref(ctx.watched))

    watches: list[Any] = []
    register_autograd(
        "testlib::own", lambda ctx, grad: grad * ctx.saved_tensors[0], setup_context=setup_context, lib=lib
    )
    gc.disable()
    try:
        y = op(tt.ones(1, requires_grad=True))
        assert watches[0]() is not None
        del y
        assert watches[0]() is None
    finally:
        gc.enable()


def test_nothing_is_set_up_without_gradients(lib: Library) -> None:
    op = _op(lib, "quiet(Tensor x) -> Tensor", lambda x: x * 2)
    calls: list[int] = []
    register_autograd("testlib::quiet", lambda ctx, g: g, setup_context=lambda *_: calls.append(1), lib=lib)
    with tt.no_grad():
        op(tt.ones(1, requires_grad=True))
    op(tt.ones(1))
    assert calls == []


def test_errors_of_both_functions_leave_unchanged(lib: Library) -> None:
    op = _op(lib, "fails(Tensor x) -> Tensor", lambda x: x * 2)

    def fail(*args: Any) -> Any:
        raise LookupError("mine")

    register_autograd("testlib::fails", fail, lib=lib)
    x = tt.ones(1, requires_grad=True)
    with pytest.raises(LookupError, match=r"^'?mine'?$"):
        op(x).backward()
    lib._destroy()
    with Library("testlib", "FRAGMENT") as second:
        op = _op(second, "fails(Tensor x) -> Tensor", lambda x: x * 2)
        register_autograd("testlib::fails", lambda ctx, g: g, setup_context=fail, lib=second)
        with pytest.raises(LookupError):
            op(x)


def test_refusals(lib: Library) -> None:
    lib.define("writes(Tensor(a!) x) -> ()")
    with pytest.raises(
        RuntimeError, match=r"testlib::writes: the op writes to an argument .* no backward function"
    ):
        register_autograd("testlib::writes", lambda ctx: None, lib=lib)
    with pytest.raises(NotImplementedError, match="register_autograd: there is no op 'testlib::nothing'"):
        register_autograd("testlib::nothing", lambda ctx: None, lib=lib)
    lib.define("again(Tensor x) -> Tensor")
    register_autograd("testlib::again", lambda ctx, g: g, lib=lib)
    with pytest.raises(
        RuntimeError,
        match=r"two derivatives are registered for the op: at .*autograd\.py:\d+ and at .*autograd\.py:\d+",
    ):
        register_autograd("testlib::again", lambda ctx, g: g, lib=lib)
    with pytest.raises(
        RuntimeError, match=r"add\.Tensor: two derivatives .* at packages/autograd/.*\.py:\d+ and at "
    ):
        register_autograd("add.Tensor", lambda ctx, g: g, lib=lib)


def test_op_with_an_in_place_form_needs_formulas(lib: Library) -> None:
    formula = _C.derivative_info("exp")["formulas"]["self"]["function"]
    _C.forget_derivative("exp")
    try:
        with pytest.raises(RuntimeError, match="exp: the op has an in-place form, which needs formulas"):
            register_autograd("exp", lambda ctx, g: g, lib=lib)
    finally:
        derivative("exp", self=formula)
