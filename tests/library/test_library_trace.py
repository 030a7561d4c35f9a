"""Python kernels and derivatives under the trace hook: function, file and line."""

import sys
from pathlib import Path
from typing import Any

import pytest

import tt
from tt.library import Library, register_autograd, register_derivative
from tt_core import _C


def _events(call: Any) -> list[dict[str, Any]]:
    _C.trace_start()
    try:
        call()
    finally:
        events: list[dict[str, Any]] = _C.trace_stop()
    return events


def _kernel(x: Any) -> Any:
    return x * 2


KERNEL_LINE = _kernel.__code__.co_firstlineno


def test_kernel_is_shown_with_its_own_place_and_that_of_its_registration(lib: Library) -> None:
    lib.define("traced(Tensor x) -> Tensor")
    defined = sys._getframe().f_lineno - 1
    lib.impl("traced", _kernel, "CPU")
    events = _events(lambda: tt.ops.testlib.traced(tt.ones(1)))
    calls = [event for event in events if event["op"].startswith("testlib::")]
    assert [event["stage"] for event in calls] == ["call", "bind", "dispatch", "kernel"]
    call, _, dispatch, kernel = calls
    assert (call["name"], call["file"], call["line"]) == ("tt.ops.testlib.traced", __file__, defined)
    assert (kernel["name"], kernel["file"], kernel["line"]) == ("_kernel", __file__, KERNEL_LINE)
    assert kernel["detail"] == {
        "language": "Python",
        "registered_file": __file__,
        "registered_line": defined + 2,
    }
    assert dispatch["detail"]["kernel"] == "_kernel"
    inside = [event for event in events if event["op"] == "mul.Tensor"]
    assert inside[0]["depth"] == call["depth"] + 1


def test_derivatives_are_shown_with_their_places(lib: Library) -> None:
    def backward(ctx: Any, grad: Any) -> Any:
        return grad * 2

    for name in ("formula", "function"):
        lib.define(f"{name}(Tensor x) -> Tensor")
        lib.impl(name, _kernel, "CPU")
    register_derivative("testlib::formula", x="grad * 2", lib=lib)
    formula_line = sys._getframe().f_lineno - 1
    register_autograd("testlib::function", backward, lib=lib)
    x = tt.ones(1, requires_grad=True)
    places = {"formula": formula_line, "function": backward.__code__.co_firstlineno}
    for name, line in places.items():
        op = getattr(tt.ops.testlib, name)
        events = _events(lambda op=op: op(x).backward())
        recorded, run = (
            event for event in events if event["stage"] == "autograd" and "testlib" in event["op"]
        )
        node = f"{name.capitalize()}Backward0"
        assert recorded["name"] == run["name"] == node
        assert (recorded["detail"]["formula_file"], recorded["detail"]["formula_line"]) == (__file__, line)
        assert (run["file"], run["line"]) == (__file__, line)


def test_places_outlive_what_they_are_of(lib: Library) -> None:
    scope: dict[str, Any] = {}
    exec(compile("def passing(x): return x + 1", "passing_file.py", "exec"), scope)
    lib.define("passing(Tensor x) -> Tensor")
    lib.impl("passing", scope.pop("passing"), "CPU")
    _C.trace_start()
    tt.ops.testlib.passing(tt.ones(1))
    lib._destroy()
    kernel = next(event for event in _C.trace_stop() if event["name"] == "passing")
    assert (kernel["file"], kernel["line"]) == ("passing_file.py", 1)


def test_wrapped_function_is_looked_through(lib: Library) -> None:
    import functools

    @functools.wraps(_kernel)
    def wrapper(x: Any) -> Any:
        return _kernel(x)

    lib.define("wrapped(Tensor x) -> Tensor")
    lib.impl("wrapped", wrapper, "CPU")
    x = tt.ones(1)
    kernel = next(event for event in _events(lambda: tt.ops.testlib.wrapped(x)) if event["stage"] == "kernel")
    assert (kernel["name"], kernel["line"]) == ("_kernel", KERNEL_LINE)


@pytest.mark.parametrize("target", ["tracedlib::shift", "tracedlib::shift.by"])
def test_command_traces_an_op_of_a_module(
    target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from tt_devtools.cli import main

    (tmp_path / "traced_module.py").write_text(
        "import tt\nLIB = tt.library.Library('tracedlib', 'FRAGMENT')\n"
        "@tt.library.custom_op('tracedlib::shift', mutates_args=(), lib=LIB)\n"
        "def shift(x: tt.Tensor) -> tt.Tensor:\n    return x + 1\n"
        "LIB.define('shift.by(Tensor x, int n) -> Tensor')\n"
        "LIB.impl('shift.by', lambda x, n: x + n, 'CPU')\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    sys.modules.pop("traced_module", None)
    assert main(["trace", target, "--import", "traced_module"]) == 0
    shown = capsys.readouterr().out
    sys.modules.pop("traced_module").LIB._destroy()
    assert "tt.ops.tracedlib.shift(" in shown
    assert f"traced_module.py:{7 if target.endswith('.by') else 3}" in shown
