"""no_grad and its kin: nested, as decorators, for generators, and one switch a thread."""

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import tt


def test_no_grad() -> None:
    x = tt.ones(1, requires_grad=True)
    with tt.no_grad():
        assert not tt.is_grad_enabled()
        assert not (x * 2).requires_grad
    assert (x * 2).requires_grad


def test_nesting() -> None:
    seen = []
    with tt.no_grad():
        with tt.enable_grad():
            seen.append(tt.is_grad_enabled())
            with tt.no_grad():
                seen.append(tt.is_grad_enabled())
            seen.append(tt.is_grad_enabled())
        seen.append(tt.is_grad_enabled())
    assert seen == [True, False, True, False]
    assert tt.is_grad_enabled()


def test_one_object_entered_again() -> None:
    guard = tt.no_grad()
    with guard:
        with tt.enable_grad(), guard:
            assert not tt.is_grad_enabled()
        assert not tt.is_grad_enabled()
    assert tt.is_grad_enabled()


def test_exception_restores() -> None:
    with pytest.raises(KeyError), tt.no_grad():
        raise KeyError
    assert tt.is_grad_enabled()


@pytest.mark.parametrize(
    "make",
    [lambda: tt.no_grad, tt.no_grad, lambda: tt.set_grad_enabled(False)],
    ids=["bare", "called", "set"],
)
def test_decorator(make: Callable[[], Any]) -> None:
    @make()
    def function(value: int) -> tuple[int, bool]:
        "Its doc."
        return value, tt.is_grad_enabled()

    assert function(3) == (3, False)
    assert function.__doc__ == "Its doc."
    assert function.__name__ == "function"
    assert tt.is_grad_enabled()


def test_decorated_function_may_recurse() -> None:
    @tt.no_grad()
    def depth(left: int) -> bool:
        return tt.is_grad_enabled() if left == 0 else depth(left - 1)

    assert depth(200) is False
    assert tt.is_grad_enabled()


def test_decorated_generator_switches_only_while_it_runs() -> None:
    @tt.no_grad()
    def values() -> Iterator[bool]:
        sent = yield tt.is_grad_enabled()
        assert sent == "sent"
        yield tt.is_grad_enabled()

    generator = values()
    assert next(generator) is False
    assert tt.is_grad_enabled()
    assert generator.send("sent") is False
    assert tt.is_grad_enabled()


def test_set_grad_enabled_as_function() -> None:
    tt.set_grad_enabled(False)
    try:
        assert not tt.is_grad_enabled()
    finally:
        tt.set_grad_enabled(True)
    assert tt.is_grad_enabled()


def test_set_grad_enabled_as_block() -> None:
    with tt.set_grad_enabled(False):
        assert not tt.is_grad_enabled()
        with tt.set_grad_enabled(True):
            assert tt.is_grad_enabled()
        assert not tt.is_grad_enabled()
    assert tt.is_grad_enabled()


def test_each_thread_has_its_own_switch() -> None:
    seen = []
    with tt.no_grad():
        thread = threading.Thread(target=lambda: seen.append(tt.is_grad_enabled()))
        thread.start()
        thread.join()
    assert seen == [True]


def test_graph_made_in_one_thread_and_run_in_another() -> None:
    x = tt.tensor([1.0, 2.0], requires_grad=True)
    made = []
    thread = threading.Thread(target=lambda: made.append((x * x).sum()))
    thread.start()
    thread.join()
    made.pop().backward()
    assert x.grad.tolist() == [2.0, 4.0]


def test_threads_run_backward_at_once() -> None:
    shared = tt.tensor([1.0, 2.0], requires_grad=True)
    middle = shared * shared
    results: list[list[float]] = []

    def work() -> None:
        for _ in range(200):
            (g,) = tt.autograd.grad((middle * middle).sum(), shared, retain_graph=True)
            results.append(g.tolist())

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 800
    assert all(result == [4.0, 32.0] for result in results)


def test_formulas_run_unrecorded_whatever_the_mode() -> None:
    x = tt.ones(1, requires_grad=True)
    seen = []
    y = x * 2
    y.register_hook(lambda gradient: seen.append(tt.is_grad_enabled()))
    with tt.enable_grad():
        y.sum().backward(retain_graph=True)
        assert tt.is_grad_enabled()
    with tt.no_grad():
        y.backward(tt.ones(1), create_graph=True)
    assert seen == [False, True]
