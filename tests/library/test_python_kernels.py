"""A Python function as kernel: which arguments it gets, under which key it runs, and what it may return."""

import re
import sys
from collections.abc import Callable
from typing import Any

import pytest

import tt
from tt.library import Library, fallthrough_kernel, impl, register_kernel

HERE = re.escape(__file__)


def _op(lib: Library, schema: str, kernel: Callable[..., Any], key: str = "CPU") -> Any:
    name = lib.define(schema)
    lib.impl(name, kernel, key)
    return getattr(tt.ops.testlib, name.partition(".")[0])


def test_arguments_arrive_as_python_objects(lib: Library) -> None:
    seen: list[Any] = []

    def kernel(*args: Any, **kwargs: Any) -> Any:
        seen.append((args, kwargs))
        return args[0] + 0

    schema = (
        "all(Tensor x, Tensor? y, Tensor[] zs, int n, int[] dims, float f, bool b, Scalar s, str t, ScalarType d, "
        "*, Device e, Layout l) -> Tensor"
    )
    op = _op(lib, schema, kernel)
    x = tt.ones(2)
    op(x, None, [x, x], 3, [1, 2], 0.5, True, 2j, "text", tt.int8, e="meta", l=tt.strided)
    (args, kwargs), *_ = seen
    assert args[0] is x
    assert args[1] is None
    assert [item is x for item in args[2]] == [True, True]
    assert args[3:] == (3, (1, 2), 0.5, True, 2j, "text", tt.int8)
    assert kwargs == {"e": tt.device("meta"), "l": tt.strided}


def test_defaults_at_the_end_are_left_out(lib: Library) -> None:
    seen: list[Any] = []

    def kernel(*args: Any, **kwargs: Any) -> None:
        seen.append((args[1:], kwargs))

    op = _op(lib, "f(Tensor x, int a=1, int[2] b=[1,2], *, str c='c', float d=0.5) -> ()", kernel)
    x = tt.ones(1)
    op(x)
    op(x, 1, [1, 2], c="c", d=0.5)
    op(x, 1, [1, 3])
    op(x, b=5)
    op(x, 2, d=2.0)
    assert seen == [((), {}), ((), {}), ((1, (1, 3)), {}), ((1, (5, 5)), {}), ((2,), {"d": 2.0})]


def test_exception_leaves_unchanged(lib: Library) -> None:
    raised = KeyError("mine")

    def kernel(x: Any) -> Any:
        raise raised

    op = _op(lib, "fails(Tensor x) -> Tensor", kernel)
    with pytest.raises(KeyError) as error:
        op(tt.ones(1))
    assert error.value is raised
    assert error.traceback[-1].name == "kernel"


@pytest.mark.parametrize(
    ("schema", "returned", "message"),
    [
        ("-> Tensor", lambda x: 3, "must return a Tensor as the result, got int"),
        ("-> Tensor", lambda x: None, "must return a Tensor as the result, got NoneType"),
        ("-> (Tensor, Tensor)", lambda x: x + 1, "must return a tuple of 2 results, got tt.Tensor"),
        ("-> (Tensor, Tensor)", lambda x: (x + 1,), "must return a tuple of 2 results, got 1 of them"),
        ("-> (Tensor a, int b)", lambda x: (x + 1, 1.5), "must return an int as result 'b', got float"),
        ("-> (Tensor, int)", lambda x: (x + 1, True), "must return an int as result 1, got bool"),
        ("-> ()", lambda x: x + 1, "returned tt.Tensor, but the op has no result"),
        ("-> bool", lambda x: 1, "must return a bool as the result, got int"),
        ("-> float", lambda x: 1, "must return a float as the result, got int"),
        ("-> Scalar", lambda x: "1", "must return a number as the result, got str"),
        ("-> Tensor", lambda x: x, "that shares memory with the argument 'x', which the schema does not say"),
        (
            "-> Tensor",
            lambda x: x[1:],
            "that shares memory with the argument 'x', which the schema does not say",
        ),
        (
            "-> Tensor",
            lambda x: tt.ones(2, device="meta"),
            "returned the result on meta, but was called for cpu",
        ),
        ("-> (Tensor, Tensor)", lambda x: (x + 1,) * 2, "result 1 that shares memory with result 0"),
    ],
)
def test_wrong_results_name_kernel_and_place(lib: Library, schema: str, returned: Any, message: str) -> None:
    op = _op(lib, f"wrong(Tensor x) {schema}", returned)
    with pytest.raises(RuntimeError if "memory" in message else TypeError) as error:
        op(tt.ones(2))
    assert re.match(f"testlib::wrong: its kernel <lambda> \\({HERE}:\\d+\\) ", str(error.value))
    assert message in str(error.value)


def test_numbers_and_named_results(lib: Library) -> None:
    op = _op(lib, "facts(Tensor x) -> (Tensor values, int n, Scalar z)", lambda x: (x * 2, 7, 1 + 2j))
    result = op(tt.ones(1))
    assert result.values.tolist() == [2.0]
    assert (result.n, result.z) == (7, 1 + 2j)


def test_backend_kernel_runs_below_autograd(lib: Library) -> None:
    def kernel(x: Any) -> Any:
        assert not tt.is_grad_enabled()
        return (x * 2).t()

    op = _op(lib, "below(Tensor x) -> Tensor", kernel)
    result = op(tt.ones(2, 2, requires_grad=True))
    assert result.grad_fn.name() == "NotImplemented"
    assert not result._is_view()
    assert tt.is_grad_enabled()


def test_composite_kernel_is_differentiated_through(lib: Library) -> None:
    op = _op(lib, "composite(Tensor x) -> Tensor", lambda x: x * x, "CompositeImplicitAutograd")
    x = tt.tensor([3.0], requires_grad=True)
    op(x).backward()
    assert x.grad.tolist() == [6.0]
    assert op(tt.ones(2, device="meta")).is_meta


def test_autograd_kernel_takes_the_call_before_the_backend(lib: Library) -> None:
    op = _op(lib, "keyed(Tensor x) -> Tensor", lambda x: x + 1)

    def above(x: Any) -> Any:
        with tt.no_grad():
            return op(x) * 10

    lib.impl("keyed", above, "Autograd")
    assert op(tt.ones(1)).tolist() == [2.0]
    assert op(tt.ones(1, requires_grad=True)).tolist() == [20.0]


def test_fallthrough_leaves_a_key_out(lib: Library) -> None:
    op = _op(lib, "through(Tensor x) -> Tensor", lambda x: x + 1)
    lib.impl("through", fallthrough_kernel, "Autograd")
    assert not op(tt.ones(1, requires_grad=True)).requires_grad
    with pytest.raises(NotImplementedError, match="registered, not called"):
        fallthrough_kernel()


def test_op_without_tensors_goes_to_the_cpu_or_where_device_says(lib: Library) -> None:
    count = _op(lib, "count(int n) -> Tensor", lambda n: tt.arange(n))
    assert count(3).tolist() == [0, 1, 2]
    made = _op(
        lib, "made(int n, *, Device? device=None) -> Tensor", lambda n, device=None: tt.ones(n, device=device)
    )
    lib.impl("made", lambda n, *, device: tt.empty(n, device=device), "Meta")
    assert made(2).is_cpu
    assert made(2, device="meta").is_meta


def test_specific_kernel_goes_before_that_of_every_device(lib: Library) -> None:
    op = _op(lib, "either(Tensor x) -> Tensor", lambda x: x + 1, "default")
    assert op(tt.ones(1, device="meta")).is_meta
    register_kernel("testlib::either", "cpu", lambda x: x + 5, lib=lib)
    assert op(tt.ones(1)).tolist() == [6.0]


def test_decorators_return_the_function(lib: Library) -> None:
    lib.define("decorated(Tensor x) -> Tensor")

    @impl("testlib::decorated", ["cpu", "meta"], lib=lib)
    def kernel(x: Any) -> Any:
        return tt.empty_like(x).fill_(4)

    @impl(lib, "decorated", "Autograd")
    def above(x: Any) -> Any:
        return x + 8

    assert kernel(tt.ones(1)).tolist() == [4.0]
    assert tt.ops.testlib.decorated(tt.ones(1, requires_grad=True)).tolist() == [9.0]
    assert tt.ops.testlib.decorated(tt.ones(1)).tolist() == [4.0]
    assert tt.ops.testlib.decorated(tt.ones(1, device="meta")).is_meta


def test_two_kernels_for_a_key_name_both_places(lib: Library) -> None:
    _op(lib, "twice(Tensor x) -> Tensor", lambda x: x + 1)
    with pytest.raises(RuntimeError) as error:
        lib.impl("twice", lambda x: x + 2, "CPU")
    here = sys._getframe().f_lineno - 1
    assert str(error.value).startswith("op testlib::twice has two kernels for CPU: registered at ")
    assert re.search(f"{HERE}:\\d+ and at {HERE}:{here}$", str(error.value))
    assert tt.ops.testlib.twice(tt.ones(1)).tolist() == [2.0]


def test_kernel_of_the_table_is_not_replaced() -> None:
    with (
        Library("aten", "IMPL") as lib,
        pytest.raises(
            RuntimeError, match=r"add\.Tensor has two kernels for CPU: registered at packages/.*test_python"
        ),
    ):
        lib.impl("add.Tensor", lambda a, b: a, "CPU")
    assert (tt.ones(1) + 1).item() == 2


@pytest.mark.parametrize(
    ("args", "error", "message"),
    [
        (
            ("f", len, "Cpu"),
            RuntimeError,
            r"impl: unknown dispatch key 'Cpu'; did you mean '(CPU|cpu)'\?\nhint: known",
        ),
        (
            ("g", len, "CPU"),
            NotImplementedError,
            r"impl: there is no op 'testlib::g'; did you mean 'testlib::f'\?",
        ),
        (("other::f", len, "CPU"), ValueError, "'other::f' is not in the Library's namespace 'testlib'"),
        (("f", 3, "CPU"), TypeError, "expected a function as kernel of testlib::f, got int"),
        (("f", len), ValueError, "a dispatch key is missing"),
        ((3, len, "CPU"), TypeError, "expected an op or its name, got int"),
    ],
)
def test_refused_kernels(lib: Library, args: Any, error: type[Exception], message: str) -> None:
    lib.define("f(Tensor x) -> Tensor")
    with pytest.raises(error, match=message):
        lib.impl(*args)


def test_ambiguous_overload_is_asked_for(lib: Library) -> None:
    lib.define("many.a(Tensor x) -> Tensor")
    lib.define("many.b(Tensor x, int n) -> Tensor")
    with pytest.raises(
        ValueError, match=r"'testlib::many' has several overloads, name one: testlib::many\.a"
    ):
        lib.impl("many", lambda x: x + 1, "CPU")
    lib.impl("many.b", lambda x, n: x + n, "CPU")
    lib.impl("many.a", lambda x: x - 1, "CPU")
    assert tt.ops.testlib.many(tt.ones(1), 5).tolist() == [6.0]
    assert tt.ops.testlib.many(tt.ones(1)).tolist() == [0.0]


def test_missing_kernel_names_op_and_device(lib: Library) -> None:
    op = _op(lib, "lonely(Tensor x) -> Tensor", lambda x: x + 1)
    with pytest.raises(NotImplementedError) as error:
        op(tt.ones(1, device="meta"))
    assert str(error.value) == (
        "testlib::lonely: testlib::lonely has no kernel for device meta; kernels exist for cpu\n"
        'hint: tt.library.register_kernel("testlib::lonely", "meta", function)'
    )
