"""What ends with a Library, when it ends, and what goes on working after it."""

import gc
import threading
import weakref
from typing import Any

import pytest

import tt
from tt.library import Library, register_autograd, register_derivative, register_kernel
from tt_core import _C


class _Kernel:
    """A kernel that a weak reference can watch."""

    def __call__(self, x: Any) -> Any:
        return x + 1


def _defined(lib: Library, kernel: Any) -> Any:
    lib.define("gone(Tensor x) -> Tensor")
    lib.impl("gone", kernel, "CPU")
    return tt.ops.testlib.gone


def test_nothing_is_left_after_the_block() -> None:
    before = _C.op_names()
    kernel = _Kernel()
    watch = weakref.ref(kernel)
    with Library("testlib", "DEF") as lib:
        op = _defined(lib, kernel)
        assert op(tt.ones(1)).tolist() == [2.0]
    del kernel
    assert watch() is None
    assert _C.op_names() == before
    assert not hasattr(tt.ops.testlib, "gone")


def test_library_ends_with_its_last_reference() -> None:
    lib = Library("testlib", "FRAGMENT")
    _defined(lib, _Kernel())
    del lib
    gc.collect()
    assert not hasattr(tt.ops.testlib, "gone")


def test_kept_callable_says_that_the_op_is_gone(lib: Library) -> None:
    op = _defined(lib, _Kernel())
    lib._destroy()
    lib._destroy()
    with pytest.raises(
        RuntimeError, match=r"gone: the op is no longer registered: .*unloading\.py:\d+ is gone"
    ):
        op(tt.ones(1))
    with pytest.raises(RuntimeError, match="define: the Library of namespace 'testlib' was destroyed"):
        lib.define("again(Tensor x) -> Tensor")
    with pytest.raises(RuntimeError, match="impl: the Library of namespace 'testlib' was destroyed"):
        lib.impl("gone", _Kernel(), "CPU")


def test_name_can_be_defined_again(lib: Library) -> None:
    old = _defined(lib, _Kernel())
    lib._destroy()
    with Library("testlib", "FRAGMENT") as second:
        second.define("gone(Tensor x, Tensor y) -> Tensor")
        second.impl("gone", lambda x, y: x * y, "CPU")
        assert tt.ops.testlib.gone(tt.ones(1), tt.full((1,), 3.0)).tolist() == [3.0]
        with pytest.raises(RuntimeError, match="no longer registered"):
            old(tt.ones(1))


def test_registrations_of_others_go_with_the_op(lib: Library) -> None:
    _defined(lib, _Kernel())
    kernel, formula = _Kernel(), lambda grad: grad
    watches = weakref.ref(kernel), weakref.ref(formula)
    with Library("testlib", "IMPL") as other:
        other.impl("gone", kernel, "Meta")
        register_derivative("testlib::gone", x=formula, lib=other)
        lib._destroy()
        del kernel, formula
        assert [watch() for watch in watches] == [None, None]
        with Library("testlib", "FRAGMENT") as second:
            _defined(second, _Kernel())
            second.impl("gone", lambda x: tt.empty_like(x), "Meta")
            other._destroy()
            assert tt.ops.testlib.gone(tt.ones(1, device="meta")).is_meta


def test_other_overloads_stay(lib: Library) -> None:
    lib.define("kept.a(Tensor x) -> Tensor")
    lib.impl("kept.a", lambda x: x + 1, "CPU")
    with Library("testlib", "FRAGMENT") as second:
        second.define("kept.b(Tensor x, int n) -> Tensor")
        second.impl("kept.b", lambda x, n: x + n, "CPU")
        assert tt.ops.testlib.kept(tt.ones(1), 5).tolist() == [6.0]
    assert tt.ops.testlib.kept(tt.ones(1)).tolist() == [2.0]
    with pytest.raises(TypeError, match="testlib::kept"):
        tt.ops.testlib.kept(tt.ones(1), 5)


def test_library_may_end_while_its_op_runs(lib: Library) -> None:
    def kernel(x: Any) -> Any:
        lib._destroy()
        gc.collect()
        return x * 2, x * 3

    lib.define("ends(Tensor x) -> (Tensor a, Tensor b)")
    lib.impl("ends", kernel, "CPU")
    register_derivative("testlib::ends", x="grads[0] * 2", lib=lib)
    del kernel
    x = tt.ones(1, requires_grad=True)
    result = tt.ops.testlib.ends(x)
    assert [result.a.tolist(), result.b.tolist()] == [[2.0], [3.0]]
    with pytest.raises(RuntimeError, match="testlib::ends: its formulas were unloaded while the op ran"):
        result.a.backward()


def test_library_may_end_while_arguments_are_bound(lib: Library) -> None:
    class Index:
        def __index__(self) -> int:
            lib._destroy()
            return 2

    lib.define("bound(Tensor x, int n) -> Tensor")
    lib.impl("bound", lambda x, n: x + n, "CPU")
    with pytest.raises(RuntimeError, match="testlib::bound: the op is no longer registered"):
        tt.ops.testlib.bound(tt.ones(1), Index())


def test_library_may_end_while_setup_context_runs(lib: Library) -> None:
    lib.define("setup(Tensor x) -> Tensor")
    lib.impl("setup", lambda x: x * 2, "CPU")
    register_autograd(
        "testlib::setup", lambda ctx, grad: grad * 2, setup_context=lambda *_: lib._destroy(), lib=lib
    )
    x = tt.ones(1, requires_grad=True)
    tt.ops.testlib.setup(x).backward()
    assert x.grad.tolist() == [2.0]


def test_graph_works_on_and_then_lets_the_formulas_go(lib: Library) -> None:
    _defined(lib, _Kernel())
    formula = lambda grad: grad * 7  # noqa: E731 - a name to watch
    watch = weakref.ref(formula)
    register_derivative("testlib::gone", x=formula, lib=lib)
    x = tt.ones(1, requires_grad=True)
    y, z = tt.ops.testlib.gone(x), tt.ops.testlib.gone(x)
    lib._destroy()
    del formula
    assert watch() is not None
    y.backward()
    assert x.grad.tolist() == [7.0]
    assert watch() is not None
    del z
    assert watch() is None


def test_backward_function_lives_as_long_as_the_graph(lib: Library) -> None:
    _defined(lib, _Kernel())
    backward = lambda ctx, grad: grad * 5  # noqa: E731 - a name to watch
    watch = weakref.ref(backward)
    register_autograd("testlib::gone", backward, lib=lib)
    x = tt.ones(1, requires_grad=True)
    y = tt.ops.testlib.gone(x)
    lib._destroy()
    del backward
    y.backward()
    assert x.grad.tolist() == [5.0]
    del y
    gc.collect()
    assert watch() is None


def test_calls_and_unloading_in_many_threads() -> None:
    failures: list[BaseException] = []
    stop = threading.Event()

    def call() -> None:
        x = tt.ones(3, requires_grad=True)
        while not stop.is_set():
            try:
                tt.ops.testlib.gone(x).sum().backward()
            except (AttributeError, RuntimeError, NotImplementedError):
                pass  # it is not there at the moment, or has no kernel yet
            except BaseException as error:
                failures.append(error)

    callers = [threading.Thread(target=call) for _ in range(3)]
    for thread in callers:
        thread.start()
    for _ in range(200):
        with Library("testlib", "FRAGMENT") as lib:
            _defined(lib, _Kernel())
            register_derivative("testlib::gone", x=lambda grad: grad, lib=lib)
            assert tt.ops.testlib.gone(tt.ones(1)).tolist() == [2.0]
    stop.set()
    for thread in callers:
        thread.join()
    assert failures == []


def test_kernel_without_a_library_stays() -> None:
    with Library("testlib", "FRAGMENT") as lib:
        lib.define("stays(Tensor x) -> Tensor")
        register_kernel("testlib::stays", "cpu", lambda x: x + 4)
        gc.collect()
        assert tt.ops.testlib.stays(tt.ones(1)).tolist() == [5.0]
