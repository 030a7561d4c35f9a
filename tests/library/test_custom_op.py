"""custom_op: a function becomes an op with everything that an op has."""

import importlib
import pickle
import sys
from pathlib import Path
from typing import Any

import pytest

import tt
from tt.library import CustomOpDef, Library, custom_op, infer_schema


def _scale(lib: Library) -> CustomOpDef:
    @custom_op("testlib::scale", mutates_args=(), lib=lib)
    def scale(x: tt.Tensor, by: float = 2.0) -> tt.Tensor:
        """Multiplies."""
        return x * by

    made: CustomOpDef = scale
    return made


def test_call_by_the_function_and_by_its_op(lib: Library) -> None:
    scale = _scale(lib)
    assert scale(tt.ones(2)).tolist() == [2.0, 2.0]
    assert tt.ops.testlib.scale(tt.ones(1), by=3.0).tolist() == [3.0]
    assert repr(scale) == "<CustomOpDef(testlib::scale)>"
    assert scale.__doc__ == "Multiplies."
    assert tt.ops.testlib.scale.__doc__.startswith(
        "testlib::scale(Tensor x, float by=2.0) -> Tensor\n\nMultiplies."
    )
    with pytest.raises(TypeError, match="testlib::scale"):
        scale(3)


def test_gradient_fake_and_kernel_of_a_device(lib: Library) -> None:
    scale = _scale(lib)
    scale.register_derivative(x="grad * by")
    scale.register_fake(lambda x, by=2.0: tt.empty_like(x))

    @scale.register_kernel("cpu")
    def on_cpu(x: Any, by: float = 2.0) -> Any:
        return x * by + 1

    x = tt.ones(2, requires_grad=True)
    assert scale(x).tolist() == [3.0, 3.0]
    scale(x, 5.0).sum().backward()
    assert x.grad.tolist() == [5.0, 5.0]
    assert scale(tt.ones(3, device="meta")).is_meta


def test_register_autograd_method(lib: Library) -> None:
    scale = _scale(lib)

    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        ctx.by = inputs[1]

    scale.register_autograd(lambda ctx, grad: (grad * ctx.by, None), setup_context=setup_context)
    x = tt.ones(1, requires_grad=True)
    scale(x, 4.0).backward()
    assert x.grad.tolist() == [4.0]


def test_written_arguments(lib: Library) -> None:
    @custom_op("testlib::accumulate", mutates_args=("total",), lib=lib)
    def accumulate(x: tt.Tensor, total: tt.Tensor) -> tt.Tensor:
        total.add_(x)
        return x * 2

    total = tt.zeros(2)
    accumulate(tt.ones(2), total)
    assert total.tolist() == [1.0, 1.0]
    assert total._version == 1


def test_only_for_named_devices(lib: Library) -> None:
    @custom_op("testlib::only_cpu", mutates_args=(), device_types="cpu", lib=lib)
    def only_cpu(x: tt.Tensor) -> tt.Tensor:
        return x + 1

    with pytest.raises(NotImplementedError, match="has no kernel for device meta; kernels exist for cpu"):
        only_cpu(tt.ones(1, device="meta"))


def test_given_schema_and_call_without_decorator(lib: Library) -> None:
    op = custom_op(
        "testlib::plain", lambda x, n: x * n, mutates_args=(), schema="(Tensor x, int n) -> Tensor", lib=lib
    )
    assert op(tt.ones(1), 3).tolist() == [3.0]


def test_taken_name_of_another_function(lib: Library) -> None:
    _scale(lib)
    with pytest.raises(
        RuntimeError, match=r"op testlib::scale is defined twice: at .*\.py:\d+ and at .*\.py:\d+"
    ):
        custom_op("testlib::scale", lambda x: x, mutates_args=(), schema="(Tensor x) -> Tensor", lib=lib)


def test_reloaded_module_takes_the_place_of_its_ops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    permanent = sys.modules["tt.library.custom_op"]._permanent
    request.addfinalizer(lambda: permanent.pop("reloadedlib::f")._library._destroy())
    module = tmp_path / "reloaded_ops.py"
    text = (
        "import tt\n@tt.library.custom_op('reloadedlib::f', mutates_args=())\n"
        "def f(x: tt.Tensor) -> tt.Tensor:\n    return x + {}\n"
    )
    module.write_text(text.format(1))
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    loaded = importlib.import_module("reloaded_ops")
    module.write_text(text.format(20))
    importlib.reload(loaded)
    assert tt.ops.reloadedlib.f(tt.ones(1)).tolist() == [21.0]
    with pytest.raises(RuntimeError, match="op reloadedlib::f is defined twice"):
        custom_op("reloadedlib::f", lambda x: x, mutates_args=(), schema="(Tensor x) -> Tensor")


@pytest.mark.parametrize("name", ["scale", "a::", "::b", ""])
def test_refused_names(name: str) -> None:
    with pytest.raises(ValueError, match="custom_op: expected a name like 'mylib::scale'"):
        custom_op(name, lambda x: x, mutates_args=(), schema="(Tensor x) -> Tensor")


def test_schema_of_the_function_is_the_inferred_one(lib: Library) -> None:
    scale = _scale(lib)
    assert f"testlib::scale{infer_schema(scale.__wrapped__, mutates_args=())}" in str(scale.op.__doc__)


def test_callable_is_no_global_and_says_so(lib: Library) -> None:
    _scale(lib)
    with pytest.raises((pickle.PicklingError, AttributeError)):
        pickle.dumps(tt.ops.testlib.scale)
