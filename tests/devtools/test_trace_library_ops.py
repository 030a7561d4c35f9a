"""Ops and kernels that are registered from Python with tt.library are traced as those of the table are."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ran import Tt
from tt_devtools.trace.target import Target, parse_target

MODULE = """
import tt

@tt.library.custom_op("trace_test::shifted", mutates_args=())
def shifted(x: tt.Tensor, by: float = 1.0) -> tt.Tensor:
    return x + by
"""


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    file = tmp_path_factory.mktemp("library") / "tt_trace_test_ops.py"
    file.write_text(MODULE)
    sys.path.insert(0, str(file.parent))
    yield file
    sys.path.remove(str(file.parent))
    # Ops outlive the module that defines them; other tests look at all that are registered.
    sys.modules.pop(file.stem).shifted._library._destroy()


@pytest.mark.parametrize("name", ["trace_test::shifted", "tt.ops.trace_test.shifted"])
def test_a_python_kernel_is_shown_with_its_place_and_the_ops_inside(tt: Tt, module: Path, name: str) -> None:
    ran = tt("trace", name, "--import", module.stem, "--arg", "by=2", "--json")
    assert ran.code == 0
    stages = ran.json["routes"]["tt"]["stages"]
    kernel = next(stage for stage in stages if stage["stage"] == "kernel")
    assert (kernel["name"], kernel["file"]) == ("shifted", str(module))
    assert [stage["op"] for stage in stages if stage["stage"] == "call"] == [
        "trace_test::shifted",
        "add.Tensor",
    ]


def test_names_with_a_namespace() -> None:
    assert parse_target("mine::twice.out") == Target("tt", "mine::twice", "out")
    assert parse_target("tt.ops.mine.twice") == Target("tt", "mine::twice", "")
    assert parse_target("torch.ops.mine.twice") == Target("torch", "twice", "", "ops.mine")
    assert parse_target("torch.nn.functional.gelu") == Target("torch", "gelu", "", "nn.functional")
