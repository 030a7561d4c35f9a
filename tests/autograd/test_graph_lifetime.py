"""Graphs of any length are run and freed without recursion; cycles through them are collected."""

import gc
import threading
import weakref
from collections.abc import Callable

import pytest

import tt

LENGTH = 1_000_000


def in_small_stack(function: Callable[[], None]) -> None:
    """Runs in a thread whose stack a recursion over the graph would overflow long before its end."""
    failures: list[BaseException] = []

    def run() -> None:
        try:
            function()
        except BaseException as error:
            failures.append(error)

    before = threading.stack_size(512 * 1024)
    try:
        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
    if failures:
        raise failures[0]


def test_long_chain_is_run_and_freed() -> None:
    def chain() -> None:
        x = tt.tensor(1.0, requires_grad=True)
        y = x
        for _ in range(LENGTH):
            y = y + 1
        y.backward()
        assert x.grad.item() == 1.0
        del y

    in_small_stack(chain)


def test_long_chain_is_freed_without_backward() -> None:
    def chain() -> None:
        y = tt.tensor(1.0, requires_grad=True)
        for _ in range(LENGTH):
            y = y * 1.0
        del y

    in_small_stack(chain)


def test_long_chain_of_saved_results_is_freed() -> None:
    def chain() -> None:
        y = tt.tensor(0.0, requires_grad=True)
        for _ in range(LENGTH // 4):
            y = y * y
        del y

    in_small_stack(chain)


def test_long_chain_of_views_is_run_and_freed() -> None:
    def chain() -> None:
        x = tt.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
        y = x
        for _ in range(LENGTH // 4):
            y = y.t()
        y.sum().backward()
        assert x.grad.tolist() == [[1.0, 1.0], [1.0, 1.0]]
        del y

    in_small_stack(chain)


def test_long_chain_of_views_that_end_in_a_write() -> None:
    def chain() -> None:
        w = tt.tensor(2.0, requires_grad=True)
        b = tt.ones(2, 2)
        y = b
        for _ in range(LENGTH // 20):
            y = y.t()
        y.mul_(w)
        assert y.grad_fn is not None
        b.sum().backward()
        assert w.grad.item() == 4.0

    in_small_stack(chain)


class Marker:
    """Something to hold a weak reference to."""


def holding(*objects: object) -> None:
    """For a hook that refers to objects."""


def collected(make: Callable[[Marker], object]) -> bool:
    """Whether what `make` builds around a marker is garbage once nobody holds it."""
    marker = Marker()
    gone = weakref.ref(marker)
    made = make(marker)
    del marker
    gc.collect()
    assert gone() is not None
    del made
    gc.collect()
    return gone() is None


def test_cycle_through_grad_attribute() -> None:
    def make(marker: Marker) -> object:
        x = tt.ones(2, requires_grad=True)
        (x * 1).sum().backward()
        x.grad.owner = x
        x.marker = marker
        return x

    assert collected(make)


def test_cycle_through_a_saved_tensor() -> None:
    def make(marker: Marker) -> object:
        x = tt.ones(2, requires_grad=True)
        constant = tt.ones(2)
        y = x * constant
        constant.result = y
        constant.marker = marker
        return y

    assert collected(make)


def test_cycle_through_a_hook() -> None:
    def make(marker: Marker) -> object:
        y = tt.ones(2, requires_grad=True) * 2
        y.register_hook(lambda gradient: holding(y, marker))
        return y

    assert collected(make)


def test_cycle_through_a_hook_of_a_leaf() -> None:
    def make(marker: Marker) -> object:
        x = tt.ones(2, requires_grad=True)
        x.register_hook(lambda gradient: holding(x, marker))
        return x

    assert collected(make)


def test_cycle_over_a_long_way() -> None:
    def make(marker: Marker) -> object:
        x = tt.ones(2, requires_grad=True)
        constant = tt.ones(2)
        y = x * constant
        for _ in range(1000):
            y = y + y
        constant.result = y
        constant.marker = marker
        return y

    assert collected(make)


def test_cycle_through_a_tensor_that_a_node_saved_twice() -> None:
    def make(marker: Marker) -> object:
        x = tt.ones(2, requires_grad=True) * 1
        y = x * x
        x.result = y
        x.marker = marker
        return y

    assert collected(make)


def test_shared_graph_is_not_torn_down_by_the_collector() -> None:
    x = tt.ones(2, requires_grad=True)
    constant = tt.full((2,), 3.0)
    y = x * constant
    y.itself = y
    z = y + 1
    del y, constant
    gc.collect()
    z.sum().backward()
    assert x.grad.tolist() == [3.0, 3.0]


def test_no_cycle_without_python_attributes() -> None:
    gc.disable()
    try:
        x = tt.ones(2, requires_grad=True)
        y = x.exp()
        gone = weakref.ref(y)
        del y
        assert gone() is None
    finally:
        gc.enable()


def test_interrupt_ends_a_long_backward() -> None:
    import signal

    x = tt.tensor(1.0, requires_grad=True)
    y = x
    for _ in range(5000):
        y = y * 1.0

    def interrupt(gradient: tt.Tensor) -> None:
        signal.raise_signal(signal.SIGUSR1)

    def handler(number: int, frame: object) -> None:
        raise InterruptedError("stop")

    y.register_hook(interrupt)
    before = signal.signal(signal.SIGUSR1, handler)
    try:
        with pytest.raises(InterruptedError, match="stop"):
            y.backward()
    finally:
        signal.signal(signal.SIGUSR1, before)
