"""`tt trace` from command line to exit code, over stand-ins for the library: nothing has to be built."""

import subprocess
import sys
from pathlib import Path

import pytest

from fake_library import ADD, install
from ran import Tt
from tt_devtools.trace.capture import REPEATS, Captured, Traced, total_ns


def test_text(tt: Tt, monkeypatch: pytest.MonkeyPatch) -> None:
    diary = install(monkeypatch)
    ran = tt("trace", "add")
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[0] == ADD
    assert lines[1] == "tt.add(self: float32[64, 64], other: float32[64, 64])"
    assert lines[-1] == "result: float32[64, 64] on cpu"
    assert "7 loop" in ran.out
    assert diary == ["add"] + ["start", "add", "stop"] * REPEATS, "a warm call before the traced ones"


def test_json_has_the_shape_of_the_contract(tt: Tt, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_requires_grad_runs_backward_too(tt: Tt, monkeypatch: pytest.MonkeyPatch) -> None:
    diary = install(monkeypatch)
    ran = tt("trace", "add", "--requires-grad", "--json")
    backward = ran.json["routes"]["tt"]["backward"]
    assert backward["stages"][0]["name"] == "MulBackward"
    assert diary == ["add"] + ["start", "add", "stop", "start", "stop"] * REPEATS


def test_backward_in_text(tt: Tt, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    out = tt("trace", "add", "--requires-grad").out
    assert "tt.add(self: float32[64, 64] requires_grad, other: float32[64, 64] requires_grad)" in out
    assert "\nbackward\n" in out


@pytest.mark.parametrize(("target", "library"), [("torch.add", "torch"), ("numpy.add", "numpy")])
def test_without_the_foreign_library_ours_is_traced_and_the_way_to_it_named(
    tt: Tt, monkeypatch: pytest.MonkeyPatch, target: str, library: str
) -> None:
    install(monkeypatch)
    monkeypatch.setattr("tt_devtools.trace.foreign.routes.interpreter", lambda name, asked: None)
    ran = tt("trace", target, "--json")
    assert ran.code == 0
    assert list(ran.json["routes"]) == ["tt", library]
    reason = ran.json["routes"][library]["unavailable"]
    assert reason.startswith(f"no interpreter here has {library}: ")
    install(monkeypatch)
    assert f"{library}: not followed: {reason}" in tt("trace", target).out


@pytest.mark.parametrize(
    ("target", "said"),
    [
        (
            "numpy.zzz",
            "tt has no op 'zzz', and no interpreter here has numpy\nhint: .venv/bin/pip install numpy\n",
        ),
        (
            "torch.einsum",
            "tt has no op 'einsum', and no interpreter here has torch\nhint: ci/parity.sh --prepare\n",
        ),
        (
            "torch.nn.functional.gelu",
            "tt has no op 'gelu', and no interpreter here has torch\nhint: ci/parity.sh --prepare\n",
        ),
    ],
)
def test_without_the_library_nothing_is_said_of_an_op_that_tt_does_not_have(
    tt: Tt, monkeypatch: pytest.MonkeyPatch, target: str, said: str
) -> None:
    install(monkeypatch)
    monkeypatch.setattr("tt_devtools.trace.foreign.routes.interpreter", lambda name, asked: None)
    ran = tt("trace", target)
    assert (ran.code, ran.err) == (1, f"tt trace: {said}")


def test_an_error_of_the_op_shows_the_trace_up_to_it(tt: Tt, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, RuntimeError("add: the shapes (2,) and (3,) cannot be broadcast"))
    ran = tt("trace", "add")
    assert ran.code == 1
    assert "3 dispatch" in ran.out
    assert "result" not in ran.out
    assert ran.err == "RuntimeError: add: the shapes (2,) and (3,) cannot be broadcast\n"


def test_the_quickest_of_the_traced_calls_is_kept() -> None:
    def traced(ns: int) -> Traced:
        return Traced(
            Captured([{"ns": ns, "parent": -1}, {"ns": 5, "parent": 0}]), Captured([{"ns": 3, "parent": -1}])
        )

    slow, quick = traced(100), traced(90)
    assert min((slow, quick), key=total_ns) is quick
    assert total_ns(quick) == 93


def test_each_call_has_arguments_of_its_own(tt: Tt) -> None:
    with pytest.warns(UserWarning, match="An output with one or more elements was resized"):
        ran = tt("trace", "add", "--shape", "2x3", "--arg", "out=5", "--json")
    route = ran.json["routes"]["tt"]
    bind = next(stage for stage in route["stages"] if stage["stage"] == "bind")
    assert "out = float32[5]" in bind["detail"]["arguments"]
    assert route["result"]["shape"] == [2, 3]


def test_an_error_in_json(tt: Tt, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, RuntimeError("no"))
    ran = tt("trace", "add", "--json")
    assert ran.code == 1
    assert ran.json["routes"]["tt"]["error"] == {"type": "RuntimeError", "message": "no"}
    assert len(ran.json["routes"]["tt"]["stages"]) == 3


@pytest.mark.parametrize(
    ("arguments", "message", "hint"),
    [
        (["ad"], "unknown op 'ad'", "did you mean 'add'?"),
        (["zzz"], "unknown op 'zzz'", "tt ops lists them"),
        (["tor.add"], "unknown op 'tor.add'", "did you mean 'torch.add'?"),
        (
            ["toch.nn.functional.gelu"],
            "'toch.nn.functional.gelu' is not",
            "did you mean 'torch.nn.functional.gelu'?",
        ),
        (
            ["tt.nn.functional.add"],
            "'tt.nn.functional.add' is not the name of an op",
            "write add, tt.add or torch.add",
        ),
        (["tt.Tensor.add"], "unknown op 'Tensor.add'", "did you mean 'add'?"),
        (["ad.Tensor"], "unknown op 'ad.Tensor'", "did you mean 'add'?"),
        (["add", "--torch-python", "/nope"], "there is no interpreter at '/nope'", "ci/parity.sh --prepare"),
        (["torch"], "'torch' is a library, not an op", "write torch.add"),
        (["add.Scalar"], "add has no overload 'Scalar'", "it has add.Tensor"),
        (["add", "--shape", "2y3"], "--shape: '2y3' is not a shape", "write 64x64,64"),
        (["add", "--shape", "4,2y3"], "--shape: '2y3' in '4,2y3' is not a shape", "write 64x64,64"),
        (["add", "--dtype", "float31"], "--dtype: unknown dtype 'float31'", "did you mean 'float32'"),
        (["a+b"], "'a+b' is not the name of an op", "write add, tt.add or torch.add"),
        (["add", "--layout", "striped"], "--layout: unknown layout 'striped'", "did you mean 'strided'"),
        (["add", "--layout", "strided", "--strided"], "--strided and --layout are two words", ""),
        (["add", "--device", "gpu"], "--device: unknown device 'gpu'", "devices: cpu, cuda, meta"),
        (["add", "--mode", "nograd"], "--mode: unknown mode 'nograd'", "did you mean 'no_grad'"),
        (["add_"], "add.Tensor has no in-place form", ""),
        (["add", "--vs", "dtyp=float64"], "--vs: 'dtyp=float64' is not a change", "did you mean 'dtype'"),
        (["add", "--vs", "dtype"], "--vs: 'dtype' is not a change", "write dtype=..."),
        (["add", "--vs", "--dtype="], "--vs: '--dtype=' is not a change", "write dtype=..."),
        (["add", "--vs", "shape=-1x2"], "--shape: '-1x2' is not a shape", "write 64x64"),
        (["add", "--assert", "isa"], "--assert: 'isa' is not NAME=VALUE", "--assert isa=avx512"),
        (["add", "--assert", "isa~("], "--assert: '(' is no pattern", ""),
        (["add", "--assert", "threads>many"], "--assert: 'many' in 'threads>many' is not a number", ""),
        (["add", "--assert", "ias=avx512"], "--assert: the route has no 'ias'", "did you mean 'isa'"),
        (["add", "--assert", "torch.isa=x"], "--assert: there is no route of torch", "trace torch.add"),
        (["add", "--why-not", "avx51"], "--why-not: 'avx51' is no instruction set", "did you mean 'avx512'"),
        (["add", "--assert", "ns<nan"], "--assert: 'nan' in 'ns<nan' is not a number", ""),
        (["add", "--html", "x", "--chrome", "./x"], "--html and --chrome both name x", ""),
        (["add", "more"], "an op takes no further words, got 'more'", ""),
        ([], "missing argument 'OP | SCRIPT.py", "tt trace --help"),
    ],
)
def test_misuse_exits_2(
    tt: Tt, monkeypatch: pytest.MonkeyPatch, arguments: list[str], message: str, hint: str
) -> None:
    install(monkeypatch)
    ran = tt("trace", *arguments)
    assert ran.code == 2
    assert f"tt trace: {message}" in ran.err
    assert not hint or f"hint: {hint}" in ran.err
    assert ran.out == ""


def test_a_library_that_is_not_built_is_one_line(tt: Tt, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(name: str) -> None:
        raise ImportError("tt_core: libtt_core.so is not built\nhint: ./tt build")

    monkeypatch.setattr("tt_devtools.trace.capture.import_module", fail)
    ran = tt("trace", "add")
    assert ran.code == 1
    assert (
        ran.err == "tt trace: tt cannot be imported: tt_core: libtt_core.so is not built\nhint: ./tt build\n"
    )


def test_the_script_in_tools_says_what_it_needs(checkout: Path, tmp_path: Path) -> None:
    (tmp_path / "tools").mkdir()
    script = tmp_path / "tools" / "trace_dispatch.py"
    script.write_text((checkout / "tools" / "trace_dispatch.py").read_text())
    done = subprocess.run([sys.executable, "-IS", script, "add"], text=True, capture_output=True)
    assert done.returncode == 1
    assert done.stderr == (
        "tools/trace_dispatch.py: this Python has no typer, and the checkout has no .venv\n"
        "hint: ./tt trace add\n"
    )
