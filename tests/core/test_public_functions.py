"""Whatever users can call beside ops refuses wrong arguments in words of its own, and never with a broken state."""

import warnings
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest

import tt


class Thing:
    """An object of no use to any function."""


WRONG: list[Any] = [
    None, 1, 1.5, -1, "a", b"x", [], (1, "a"), {}, Thing(), tt.ones(2), tt.float32, 2**70, float("nan"), int,
    "\0", "\ud800", 1j, True, tt.strided, tt.device("cpu"), tt.ones(1).shape,
]  # fmt: skip
CALLS = [
    *(((), {}), ((), {"no_such_argument": 1}), ((1, 2, 3, 4, 5, 6), {})),
    *(((each,), {}) for each in WRONG),
    *(((each,), {"no_such_argument": 1}) for each in WRONG),
    *((pair, {}) for pair in product(WRONG, repeat=2)),
]
BINDING = ("incompatible function arguments", "Invoked with types", "<locals>", "nanobind")
"""What only the authors of a binding understand."""

GRAPH = tt.ones(2, requires_grad=True).exp()
OBJECTS = {
    "Generator": tt.Generator(),
    "Size": tt.ones(2).shape,
    "device": tt.device("cpu"),
    "dtype": tt.float32,
    "layout": tt.strided,
    "memory_format": tt.preserve_format,
    "Tensor": tt.ones(2, 3, requires_grad=True),
    "Node": GRAPH.grad_fn,
}


def _functions() -> Iterator[Any]:
    for module in (tt, tt.autograd, tt.random, tt.cuda):
        for name in dir(module):
            value = getattr(module, name)
            is_op = type(value).__name__ == "OpFunction"
            if callable(value) and not (name.startswith("_") or is_op or value is Any):
                yield pytest.param(value, id=f"{module.__name__}.{name}")
    for kind, instance in OBJECTS.items():
        for name in dir(instance):
            method = getattr(type(instance), name, None)
            if callable(method) and type(method).__name__ != "OpMethod" and not name.startswith("_"):
                yield pytest.param(getattr(instance, name), id=f"{kind}.{name}")


@pytest.fixture(autouse=True)
def _settings_are_restored() -> Iterator[None]:
    threads, dtype, state = tt.get_num_threads(), tt.get_default_dtype(), tt.get_rng_state()
    yield
    tt.set_grad_enabled(True)
    tt.set_num_threads(threads)
    tt.set_default_dtype(dtype)
    tt.set_rng_state(state)
    tt.set_printoptions(profile="default")


@pytest.mark.parametrize("function", list(_functions()))
def test_wrong_arguments(function: Callable[..., Any]) -> None:
    for args, kwargs in CALLS:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                function(*args, **kwargs)
                continue
            except (TypeError, ValueError, RuntimeError, IndexError, OverflowError) as error:
                said = str(error)
        assert said, f"{args} {kwargs}: no message"
        assert not any(words in said for words in BINDING), f"{args} {kwargs}: {said}"


def test_attributes_of_any_name() -> None:
    for instance, name in product(OBJECTS.values(), ("\ud800", "\0", "", "_saved_\ud800")):
        with pytest.raises(AttributeError):
            getattr(instance, name)


@pytest.mark.parametrize("switch", [tt.no_grad, tt.enable_grad])
def test_a_switch_takes_no_argument_but_a_function(switch: Any) -> None:
    for wrong in (True, 1, tt.ones(2), None):
        with pytest.raises(TypeError, match=rf"^{switch.__name__}: expected no argument"):
            switch(wrong)
    with pytest.raises(TypeError, match=rf"^{switch.__name__}: expected no argument"):
        switch(mode=True)
    assert switch(tt.is_grad_enabled)() is (switch is tt.enable_grad)


def test_set_grad_enabled_takes_a_bool() -> None:
    for wrong in (1, None, "no", len, tt.ones(2)):
        with pytest.raises(TypeError, match=r"^set_grad_enabled: expected a bool for 'mode'"):
            tt.set_grad_enabled(wrong)
    with pytest.raises(TypeError, match=r"^set_grad_enabled: expected one argument, 'mode', got 0"):
        tt.set_grad_enabled()
    with tt.set_grad_enabled(mode=False):
        assert not tt.is_grad_enabled()
    assert tt.is_grad_enabled()


@pytest.mark.parametrize("function", [tt.promote_types, tt.can_cast])
def test_dtypes_may_be_python_types(function: Callable[..., Any]) -> None:
    assert function(float, int) == function(tt.float64, tt.int64)
    with pytest.raises(TypeError, match=rf"^{function.__name__}: expected a tt.dtype for '.*', got str"):
        function(tt.int8, "a")


def test_dtype_that_is_none_is_told_by_as_tensor() -> None:
    for wrong in ("a", {}, tt.ones(2)):
        with pytest.raises(TypeError, match=r"^as_tensor: expected a tt.dtype for 'dtype'"):
            tt.as_tensor(1, dtype=wrong)
        with pytest.raises(TypeError, match=r"(?s)^to: .*must be tt.dtype"):
            tt.as_tensor(tt.ones(2), dtype=wrong)


@pytest.mark.parametrize("name", ["pin_memory", "cpu", "cuda", "numpy", "double", "new_tensor", "where"])
def test_a_method_of_python_names_itself(name: str) -> None:
    with pytest.raises(
        TypeError, match=rf"^Tensor\.{name}\(\) got an unexpected keyword argument 'none_such'"
    ):
        getattr(tt.ones(2), name)(none_such=1)
