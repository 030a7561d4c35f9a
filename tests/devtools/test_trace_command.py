"""`tt trace` from command line to exit code, over stand-ins for the library: nothing has to be built."""

import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

EVENTS = json.loads((Path(__file__).parent / "recorded" / "events.json").read_text())
ADD = "add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor"


class FakeTensor:
    """Metadata only."""

    def __init__(self, shape, dtype, requires_grad=False):
        self.shape, self.dtype, self.device = tuple(shape), f"tt.{dtype}", "cpu"
        self.requires_grad = requires_grad
        self.backward_calls = 0

    def requires_grad_(self, value):
        self.requires_grad = value
        return self

    def backward(self, gradient):
        self.backward_calls += 1


def install(monkeypatch, error=None):
    """Puts the fakes into sys.modules; `add` raises `error` if one is given. Returns a diary of the calls."""
    diary: list[str] = []

    def add(first, second):
        diary.append("add")
        if error is not None:
            raise error
        return FakeTensor(first.shape, "float32", first.requires_grad or second.requires_grad)

    def trace_stop():
        diary.append("stop")
        traced = diary.count("stop")
        events = EVENTS["add"] if traced == 1 else EVENTS["backward"]
        return events[:3] if error is not None else events

    tt = ModuleType("tt")
    tt.__dict__.update(
        add=add,
        Tensor=FakeTensor,
        full=lambda shape, value, dtype: FakeTensor(shape, dtype),
        ones_like=lambda tensor: tensor,
        **{name: name for name in ("float32", "float64", "int64", "bool")},
    )
    library = ModuleType("tt_core._C")
    library.__dict__.update(
        trace_start=lambda: diary.append("start"),
        trace_stop=trace_stop,
        op_names=lambda: ["add", "mul"],
        op_info=lambda name: [{"op": "add.Tensor", "schema": ADD}],
    )
    core = SimpleNamespace(_C=library, __path__=[])
    for name, module in (("tt", tt), ("tt_core", core), ("tt_core._C", library)):
        monkeypatch.setitem(sys.modules, name, module)
    return diary


def test_text(tt, monkeypatch):
    diary = install(monkeypatch)
    ran = tt("trace", "add")
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[0] == ADD
    assert lines[1] == "tt.add(self: float32[64, 64], other: float32[64, 64])"
    assert lines[-1] == "result: float32[64, 64] on cpu"
    assert "7 loop" in ran.out
    assert diary == ["add", "start", "add", "stop"], "a warm call before the traced one"


def test_json_has_the_shape_of_the_contract(tt, monkeypatch):
    install(monkeypatch)
    ran = tt("trace", "tt.add", "--shape", "3x4,4", "--json")
    data = ran.json
    assert (data["op"], data["schema"]) == ("add", ADD)
    assert list(data["routes"]) == ["tt"]
    route = data["routes"]["tt"]
    assert route["result"] == {"shape": [3, 4], "dtype": "float32", "device": "cpu"}
    stage = route["stages"][0]
    assert {"stage", "name", "file", "line", "ns", "detail", "self_ns"} <= set(stage)
    assert "backward" not in route
    assert ran.err == ""


def test_requires_grad_runs_backward_too(tt, monkeypatch):
    diary = install(monkeypatch)
    ran = tt("trace", "add", "--requires-grad", "--json")
    backward = ran.json["routes"]["tt"]["backward"]
    assert backward["stages"][0]["name"] == "MulBackward"
    assert diary == ["add", "start", "add", "stop", "start", "stop"]
    monkeypatch.undo()


def test_backward_in_text(tt, monkeypatch):
    install(monkeypatch)
    out = tt("trace", "add", "--requires-grad").out
    assert "tt.add(self: float32[64, 64] requires_grad, other: float32[64, 64] requires_grad)" in out
    assert "\nbackward\n" in out


@pytest.mark.parametrize(("target", "library"), [("torch.add", "torch"), ("numpy.add", "numpy")])
def test_a_foreign_name_traces_ours_and_says_so(tt, monkeypatch, target, library):
    install(monkeypatch)
    route = tt("trace", target, "--json").json["routes"]
    assert list(route) == ["tt", library]
    assert "is not followed" in route[library]["unavailable"]
    install(monkeypatch)
    assert f"the route inside an installed {library} is not followed" in tt("trace", target).err


def test_an_error_of_the_op_shows_the_trace_up_to_it(tt, monkeypatch):
    install(monkeypatch, RuntimeError("add: the shapes (2,) and (3,) cannot be broadcast"))
    ran = tt("trace", "add")
    assert ran.code == 1
    assert "3 dispatch" in ran.out
    assert "result" not in ran.out
    assert ran.err == "RuntimeError: add: the shapes (2,) and (3,) cannot be broadcast\n"


def test_an_error_in_json(tt, monkeypatch):
    install(monkeypatch, RuntimeError("no"))
    ran = tt("trace", "add", "--json")
    assert ran.code == 1
    assert ran.json["routes"]["tt"]["error"] == {"type": "RuntimeError", "message": "no"}
    assert len(ran.json["routes"]["tt"]["stages"]) == 3


@pytest.mark.parametrize(
    ("arguments", "message", "hint"),
    [
        (["ad"], "unknown op 'ad'", "did you mean 'add'?"),
        (["zzz"], "unknown op 'zzz'", "ops: add, mul"),
        (["add.Scalar"], "add has no overload 'Scalar'", "it has add.Tensor"),
        (["add", "--shape", "2y3"], "--shape: '2y3' in '2y3' is not a shape", "write 64x64,64"),
        (["add", "--dtype", "flaot32"], "--dtype: unknown dtype 'flaot32'", "did you mean 'float32'"),
        (["a+b"], "'a+b' is not the name of an op", "write add, tt.add or torch.add"),
        ([], "missing argument 'target'", "tt trace --help"),
    ],
)
def test_misuse_exits_2(tt, monkeypatch, arguments, message, hint):
    install(monkeypatch)
    ran = tt("trace", *arguments)
    assert ran.code == 2
    assert f"tt trace: {message}" in ran.err
    assert f"hint: {hint}" in ran.err
    assert ran.out == ""


def test_a_library_that_is_not_built_is_one_line(tt, monkeypatch):
    def fail(name):
        raise ImportError("tt_core: libtt_core.so is not built\nhint: ./tt build")

    monkeypatch.setattr("tt_devtools.trace.capture.import_module", fail)
    ran = tt("trace", "add")
    assert ran.code == 1
    assert (
        ran.err == "tt trace: tt cannot be imported: tt_core: libtt_core.so is not built\nhint: ./tt build\n"
    )


def test_the_script_in_tools_says_what_it_needs(checkout, tmp_path):
    (tmp_path / "tools").mkdir()
    script = tmp_path / "tools" / "trace_dispatch.py"
    script.write_text((checkout / "tools" / "trace_dispatch.py").read_text())
    done = subprocess.run([sys.executable, "-IS", script, "add"], text=True, capture_output=True)
    assert done.returncode == 1
    assert done.stderr == (
        "tools/trace_dispatch.py: this Python has no typer, and the checkout has no .venv\n"
        "hint: ./tt trace add\n"
    )
