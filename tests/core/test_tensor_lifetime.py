"""The end of tensors: cycles, `__del__`, `__slots__`, threads, short lives, and a closing interpreter."""

import gc
import subprocess
import sys
import threading
import tracemalloc
import weakref
from textwrap import dedent
from typing import Any

import pytest

import tt
from tt_core import _C


class Noted(tt.Tensor):
    """Tells what it was when it died."""

    notes: list[Any]

    def __del__(self) -> None:
        self.notes.append((tuple(self.shape), self.tolist()))


class Slotted(tt.Tensor):
    __slots__ = ("first", "second")


class MoreSlots(Slotted):
    __slots__ = ("third",)


class Thing:
    """Can be referred to weakly."""


def _run(body: str, **options: Any) -> str:
    program = "import gc, threading, weakref, tt\n" + dedent(body)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False, **options
    )
    assert done.returncode == 0, f"{done.returncode}: {done.stderr}"
    return done.stdout + done.stderr


def test_cycle_through_attributes_is_collected() -> None:
    x, y = tt.ones(2), tt.ones(2)
    x.other, y.other, y.itself = y, x, [y]
    dead = weakref.ref(x)
    del x, y
    gc.collect()
    assert dead() is None


@pytest.mark.parametrize("between", [0, 1, 3])
def test_cycle_through_a_view_is_collected(between: int) -> None:
    x = tt.ones(4)
    view = x
    for _ in range(between):
        view = view[:]
    view = view.view(2, 2)
    x.child = view  # x -> view in Python, view -> x in C++
    dead = weakref.ref(x)
    del x
    gc.collect()
    assert dead() is not None
    assert view._base.child is view
    del view
    gc.collect()
    assert dead() is None


def test_view_that_is_shared_with_others_is_not_collected() -> None:
    x = tt.ones(4)
    x.child = x[:2]
    keeper = x[1:]
    del x
    gc.collect()
    assert keeper._base.child.tolist() == [1, 1]
    assert keeper._base.child._base is keeper._base


def test_cycle_of_a_subclass_does_not_take_its_class_along() -> None:
    for _ in range(3):

        class Local(tt.Tensor):
            pass

        alive = Local(tt.ones(1))
        gc.collect(0)
        for _ in range(5):
            x = Local(tt.ones(1))
            x.itself = x
            del x
            gc.collect(0)
        assert Local.__name__ == "Local"
        assert type(alive) is Local
        assert Local(tt.ones(1)).tolist() == [1]
    dead = weakref.ref(Local)
    del Local, alive
    gc.collect()
    assert dead() is None


def test_slots_are_cleared() -> None:
    x = MoreSlots(tt.ones(2))
    things = [Thing() for _ in range(4)]
    x.first, x.second, x.third, x.attribute = things
    dead = [weakref.ref(thing) for thing in things]
    del things
    view = x[:]
    del x
    assert all(ref() is not None for ref in dead)
    assert view._base.third is dead[2]()
    del view
    assert all(ref() is None for ref in dead)


def test_cycle_through_slots_is_collected() -> None:
    x = Slotted(tt.ones(2))
    x.first = [x]
    dead = weakref.ref(x)
    del x
    gc.collect()
    assert dead() is None


def test_del_sees_a_whole_tensor_wherever_the_last_reference_was() -> None:
    Noted.notes = []
    x = Noted(tt.ones(2))
    del x
    assert Noted.notes == [((2,), [1, 1])]
    x = Noted(tt.ones(1, 3))
    view = x.view(3)
    del x
    assert len(Noted.notes) == 1
    del view  # the last owner was C++
    assert Noted.notes[1] == ((1, 3), [[1, 1, 1]])


def test_del_may_keep_the_tensor() -> None:
    kept: list[Any] = []

    class Keeping(tt.Tensor):
        def __del__(self) -> None:
            kept.append(self)

    for _ in range(3):
        x = Keeping(tt.ones(2))
        x.label = "still here"
        view = x[:]
        del x, view
        (again,) = kept
        assert again.label == "still here"
        assert (again + 1).tolist() == [2, 2]
        assert again[:]._base is again
        kept.clear()
        del again  # Python calls __del__ once
        assert not kept


def test_del_may_give_the_tensor_to_cpp() -> None:
    kept: list[Any] = []

    class Viewing(tt.Tensor):
        def __del__(self) -> None:
            kept.append(self.view(-1))

    x = Viewing(tt.ones(2, 2))
    del x
    assert type(kept[0]._base) is Viewing
    assert kept[0].tolist() == [1, 1, 1, 1]
    kept.clear()


def test_del_that_raises_is_reported_and_the_tensor_freed() -> None:
    out = _run("""
        class Bad(tt.Tensor):
            def __del__(self): raise ValueError("in del")
        x = Bad(tt.ones(1))
        view = x[:]
        del x
        del view
        print("alive")
    """)
    assert "in del" in out
    assert "alive" in out


def test_long_chains_with_attributes_are_freed_without_recursion() -> None:
    _run("""
        import resource
        def chain(length):
            x = tt.ones(2)
            for index in range(length):
                x.index = index
                x = x[:]
            return x
        x = chain(200_000)
        assert x.tolist() == [1, 1]
        del x
        gc.collect()
    """)


def test_many_short_lives_leave_nothing() -> None:
    def lives() -> None:
        for index in range(500):
            x = tt.ones(3)
            y = (x + index)[1:].view(2, 1)
            x.label = y
            Slotted(y).first = x
            x.itself = x

    for _ in range(3):
        lives()
    gc.collect()
    tracemalloc.start()
    try:
        lives()
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        for _ in range(4):
            lives()
        gc.collect()
        more = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert more < 20_000, f"{more} bytes more after 2000 lives"


@pytest.mark.skipif(not _C.keeps_freed_memory, reason="a sanitizer keeps freed memory from being used again")
def test_resident_memory_is_stable() -> None:
    _run("""
        def resident():
            with open("/proc/self/statm") as file: return int(file.read().split()[1]) * 4096
        def lives():
            for index in range(20_000):
                x = tt.ones(1000)
                x.label = index
                y = x[:10].view(5, 2).add_(1)
                z = tt.ones(100_000) if index % 200 == 0 else x * 2
        lives()
        before = resident()
        lives()
        assert resident() - before < 4 << 20, resident() - before
    """)


def test_recycled_wrappers_start_clean() -> None:
    for _ in range(300):
        x = tt.ones(1)
        x.label = 1
        ref = weakref.ref(x)
        _ = x.shape
        del x
        assert ref() is None
        y = tt.zeros(2)
        assert y.__dict__ == {}
        assert weakref.getweakrefcount(y) == 0
        assert y.shape == (2,)
    live = [tt.ones(index % 5) for index in range(1000)]
    assert [x.numel() for x in live] == [index % 5 for index in range(1000)]


def test_threads_share_and_drop_tensors() -> None:
    shared = [tt.ones(8) for _ in range(50)]
    errors: list[BaseException] = []

    def work() -> None:
        try:
            for index in range(400):
                view = shared[index % 50][index % 8 :]
                assert view._base is shared[index % 50]
                (view + 1).label = view
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors


@pytest.mark.parametrize(
    "body",
    [
        "x = tt.ones(2); x.itself = x",
        "x = tt.ones(2); view = x[:]; x.child = view; del x",
        "w = tt.ones(2, requires_grad=True); y = (w * 2); y.label = 1; z = y * y; del y",
        """
        class Noted(tt.Tensor):
            def __del__(self): self.tolist()
        keep = Noted(tt.ones(3)); view = keep[1:]; del keep
        """,
        "import atexit; x = tt.ones(3); atexit.register(lambda: print(x.tolist()))",
        "import sys; sys.modules['keeper'] = tt.ones(2); sys.keep = tt.ones(2)[:]",
        "import numpy; a = tt.ones(3).numpy(); b = tt.from_numpy(numpy.ones(4)); c = memoryview(tt.ones(2))",
        """
        def run():
            while True: tt.ones(10) + 1
        threading.Thread(target=run, daemon=True).start()
        x = tt.ones(2)
        """,
        """
        def run():
            while True:
                w = tt.ones(10, requires_grad=True)
                w.register_hook(lambda grad: grad * 2)
                (w * w).exp().sum().backward()
        for _ in range(3): threading.Thread(target=run, daemon=True).start()
        import time; time.sleep(0.2)
        """,
        """
        local = threading.local()
        local.x = tt.ones(2); local.x.itself = local.x
        def run(): local.y = tt.ones(3)[:]; local.y.label = local
        thread = threading.Thread(target=run); thread.start(); thread.join()
        """,
    ],
)
def test_interpreter_closes_over_live_tensors(body: str) -> None:
    _run(body)
