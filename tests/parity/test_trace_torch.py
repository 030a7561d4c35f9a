"""Golden routes through the installed PyTorch: overloads, keys, kernels and stems of the native symbols.

Stems, not whole names: which copy of a loop runs depends on the machine.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from exchange import torch_python

pytestmark = pytest.mark.parity

AUTOGRAD = ["AutogradCPU", "CPU"]
COMPOSITE = ["AutogradCPU"]


@cache
def report(*arguments: str, path: str = "") -> dict[str, Any]:
    """What `tt trace ... --json` says."""
    environment = os.environ | {"TT_TORCH_PYTHON": str(torch_python()), "PYTHONPATH": path}
    command = [sys.executable, "-m", "tt_devtools", "trace", *arguments, "--json"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.stdout, done.stderr
    return dict(json.loads(done.stdout))


def torch_route(*arguments: str, path: str = "") -> dict[str, Any]:
    """The route in PyTorch, which must have been followed."""
    route: dict[str, Any] = report(*arguments, path=path)["routes"]["torch"]
    assert "unavailable" not in route, route
    return route


def stages(route: dict[str, Any], stage: str, op: str = "") -> list[dict[str, Any]]:
    return [each for each in route["stages"] if each["stage"] == stage and op in each["op"]]


def keys_of(route: dict[str, Any]) -> list[str]:
    """Keys of the outermost op."""
    return [each["name"] for each in stages(route, "dispatch") if each["depth"] == 0]


ADD = ["THPVariable_add", "_ops::add_Tensor", "add_kernel", "TensorIterator", "VectorizedLoop2d"]
RELU = ["_ops::relu::call", "native::relu(", "clamp_min", "VectorizedLoop2d"]
CONV = ("conv2d", "--shape", "1x3x32x32,8x3x3x3")
ALIASED = ["AutogradCPU", "ADInplaceOrView", "CPU"]

GOLDEN = [
    # arguments, overload, keys of the outermost op, kernel of the wheel's tables, stems of frames
    (("add",), "aten::add.Tensor", AUTOGRAD, "add.out", ADD),
    (("relu",), "aten::relu", AUTOGRAD, "relu", RELU),
    (("neg",), "aten::neg", AUTOGRAD, "neg_out", ["_ops::neg::call", "neg_kernel", "VectorizedLoop2d"]),
    (("sum",), "aten::sum", AUTOGRAD, "sum", ["_ops::sum", "sum_kernel_impl", "TensorIterator"]),
    (
        ("softmax", "--arg", "dim=1"),
        "aten::softmax.int",
        COMPOSITE,
        "softmax",
        ["softmax_lastdim_kernel_impl"],
    ),
    (("sort",), "aten::sort", AUTOGRAD, "sort", ["native::sort(", "sort_stable", "copy_"]),
    (("matmul",), "aten::matmul", COMPOSITE, "matmul", ["gemm"]),
    (("nn.functional.linear",), "aten::linear", COMPOSITE, "linear", ["gemm"]),
    (CONV, "aten::conv2d", COMPOSITE, "conv2d", ["_ops::conv2d::call", "convolution"]),
    (("cumsum", "--arg", "dim=1"), "aten::cumsum", AUTOGRAD, "cumsum", ["_ops::cumsum", "cumsum_cpu_kernel"]),
    (("where",), "aten::where.self", AUTOGRAD, "where", ["_ops::where_self", "where_kernel_impl"]),
    (("copy_",), "aten::copy_", ALIASED, "copy_", ["native::copy_", "copy_kernel"]),
]


@pytest.mark.parametrize(
    ("arguments", "overload", "keys", "kernel", "stems"), GOLDEN, ids=[each[0][0] for each in GOLDEN]
)
def test_golden_routes(
    arguments: tuple[str, ...], overload: str, keys: list[str], kernel: str, stems: list[str]
) -> None:
    route = torch_route(f"torch.{arguments[0]}", *arguments[1:])
    assert "error" not in route
    assert stages(route, "bind")[0]["detail"]["overload"] == overload
    assert keys_of(route) == keys
    assert kernel in stages(route, "kernel")[0]["name"]
    frames = "\n".join(route["facts"]["frames"])
    assert [stem for stem in stems if stem not in frames] == []


def test_registrations_carry_file_and_line() -> None:
    first, second = stages(torch_route("torch.add"), "dispatch")
    assert first["file"].startswith("torch/csrc/autograd/generated/VariableType_")
    assert second["file"].startswith("build/aten/src/ATen/RegisterCPU_")
    assert first["line"] > 0
    assert second["line"] > 0
    assert first["detail"]["per_argument"][0].startswith("self: ")
    assert "AutocastCPU: excluded in this thread" in first["detail"]["passed_over"]
    assert any(text.startswith("ADInplaceOrView: fallthrough") for text in second["detail"]["passed_over"])


def test_schema_and_formula_are_the_wheels() -> None:
    route = torch_route("torch.mul", "--requires-grad")
    bind = stages(route, "bind")[0]
    assert bind["file"].endswith("native_functions.yaml")
    assert Path(bind["file"]).read_text().splitlines()[bind["line"] - 1].startswith("- func: mul.Tensor(")
    node = stages(route, "autograd")[0]
    assert node["name"] == "MulBackward0"
    assert Path(node["file"]).read_text().splitlines()[node["line"] - 1].startswith("- name: mul.Tensor(")
    assert any(text.startswith("self: ") for text in node["detail"]["formulas"])


def test_backward_has_nodes_formulas_and_saved_tensors() -> None:
    backward = torch_route("torch.mul", "--requires-grad")["backward"]["stages"]
    nodes = [each for each in backward if each["stage"] == "autograd"]
    assert [each["name"] for each in nodes][:2] == ["MulBackward0", "AccumulateGrad"]
    assert nodes[0]["op"] == "mul.Tensor"
    assert "self = float32[64, 64]" in nodes[0]["detail"]["saved"]
    assert nodes[0]["detail"]["formulas"]
    assert any(each["op"] == "mul.Tensor" for each in backward if each["stage"] == "call")


def test_where_frames_end_the_libraries_speak() -> None:
    route = torch_route("torch.nn.functional.gelu")
    said = route["facts"]["said"]
    assert (
        any("oneDNN cpu,eltwise,jit:" in line and "gelu" in line for line in said) or route["facts"]["frames"]
    )
    product = torch_route("torch.matmul", "--shape", "256x256")
    assert any(line.startswith(("MKL SGEMM(", "oneDNN")) for line in product["facts"]["said"])


def test_the_leaf_of_a_vector_function_is_named() -> None:
    leaf = "".join(torch_route("torch.exp")["facts"]["leaf"])
    assert "exp" in leaf.lower()


def test_code_made_at_run_time_has_no_name_and_that_is_said() -> None:
    route = torch_route("torch.nn.functional.gelu")
    (loop,) = stages(route, "loop")
    if loop["name"] == "code made at run time":
        assert loop["detail"]["ends"] == "the leaf is code made at run time: it has no name"
    else:
        assert route["facts"]["leaf"]


def test_composites_show_what_they_call() -> None:
    route = torch_route("torch.nn.functional.linear")
    calls = [each["op"] for each in stages(route, "call")]
    assert {"linear", "t", "matmul", "mm"} <= set(calls) or {"linear", "t", "addmm"} <= set(calls)
    (outer,) = [each for each in stages(route, "kernel") if each["depth"] == 0]
    assert outer["detail"]["ends"].startswith("composite")
    inner = [each["name"] for each in stages(route, "dispatch", "mm")]
    assert inner[0] == "AutogradCPU", "a composite's calls meet Autograd"


def test_below_autograd_inner_calls_do_not_meet_it_again() -> None:
    route = torch_route("torch.relu")
    assert [each["op"] for each in stages(route, "call")] == ["relu", "clamp_min"]
    assert [each["op"] for each in stages(route, "dispatch")] == ["relu", "relu"]


def test_an_overload_that_only_pytorch_has() -> None:
    whole = report("torch.add.out")
    assert whole["routes"]["tt"] == {"unavailable": "tt has no op 'add.out'"}
    route = whole["routes"]["torch"]
    assert stages(route, "bind")[0]["detail"]["overload"] == "aten::add.out"
    assert "out: written first by" in "".join(stages(route, "loop")[0]["detail"]["touches"])


def test_autocast() -> None:
    route = torch_route("torch.matmul", "--mode", "autocast")
    assert keys_of(route) == ["AutocastCPU"]
    assert route["result"]["dtype"] == "bfloat16"
    assert "to.dtype" in [each["op"] for each in stages(route, "call")]
    inner = [each["name"] for each in stages(route, "dispatch", "mm")]
    assert "AutocastCPU" not in inner
    assert report("torch.matmul", "--mode", "autocast")["routes"]["tt"]["unavailable"]


def test_inference_mode() -> None:
    assert keys_of(torch_route("torch.add", "--mode", "inference")) == ["CPU"]


def test_meta_tensors() -> None:
    route = torch_route("torch.add", "--device", "meta")
    assert keys_of(route) == ["AutogradMeta", "Meta"]
    assert route["result"]["device"] == "meta"
    assert stages(route, "loop") == []


def test_views_touch_no_data() -> None:
    route = torch_route("torch.transpose")
    assert keys_of(route) == ["AutogradCPU", "ADInplaceOrView", "CPU"]
    assert stages(route, "loop") == []
    assert stages(route, "kernel")[0]["detail"]["data"] == "no data was touched"


def test_factories_pass_through_backend_select() -> None:
    assert keys_of(torch_route("torch.zeros")) == ["BackendSelect", "CPU"]


KERNELS = """
import warnings
import torch
library = torch.library.Library("aten", "IMPL")
def own_add(self, other, alpha=1):
    return self.clone()
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    library.impl("add.Tensor", own_add, "CPU")
@torch.library.custom_op("trace_test::double", mutates_args=())
def double(x: torch.Tensor) -> torch.Tensor:
    return x * 2
"""


@pytest.fixture(scope="module")
def kernels(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("kernels")
    (folder / "trace_test_kernels.py").write_text(KERNELS)
    return str(folder)


def test_kernels_that_are_registered_from_python(kernels: str) -> None:
    route = torch_route("torch.add", "--import", "trace_test_kernels", path=kernels)
    kernel = stages(route, "kernel")[0]
    assert (kernel["name"], Path(kernel["file"]).name, kernel["line"]) == (
        "own_add",
        "trace_test_kernels.py",
        5,
    )
    assert kernel["detail"]["ends"] == "a Python kernel"
    assert "clone" in [each["op"] for each in stages(route, "call")]


def test_ops_that_are_registered_from_python(kernels: str) -> None:
    whole = report("torch.ops.trace_test.double", "--import", "trace_test_kernels", path=kernels)
    assert whole["routes"]["tt"] == {"unavailable": "tt has no op 'double'"}
    kernel = stages(whole["routes"]["torch"], "kernel")[0]
    assert (kernel["name"], Path(kernel["file"]).name) == ("double", "trace_test_kernels.py")
    assert "mul.Tensor" in [each["op"] for each in stages(whole["routes"]["torch"], "call")]


def test_an_op_that_raises_shows_what_had_begun() -> None:
    whole = report("torch.add", "--shape", "2,3")
    route = whole["routes"]["torch"]
    assert route["error"]["type"] == "RuntimeError"
    assert stages(route, "bind")[0]["detail"]["overload"] == "aten::add.Tensor"
    assert route["stages"][-1]["raised"] is True
    assert whole["routes"]["tt"]["error"]["type"] == "RuntimeError"


def test_both_routes_are_about_the_same_arguments() -> None:
    routes = report("torch.add", "--layout", "transposed,contiguous", "--dtype", "float16")["routes"]
    assert routes["tt"]["call"].partition("(")[2] == routes["torch"]["call"].partition("(")[2]
    assert routes["tt"]["result"] == routes["torch"]["result"]


def test_assertions_and_differences_reach_pytorch() -> None:
    held = report(
        "torch.add",
        "--assert",
        "torch.frames~add_kernel",
        "--assert",
        "torch.keys=CPU",
        "--vs",
        "device=meta",
    )
    assert [each["holds"] for each in held["asserts"]] == [True, True]
    changed = {row["name"]: row["after"] for row in held["vs"]["differences"]["torch"]}
    assert changed["keys"] == "AutogradMeta, Meta"


def test_what_is_not_there_is_said(kernels: str) -> None:
    route = report("torch.add", "--import", "no_such_module")["routes"]["torch"]
    assert "No module named 'no_such_module'" in route["unavailable"]
    killed = report("torch.ops.trace_test.double", "--import", "antigravity_no", path=kernels)
    assert "error" in killed
