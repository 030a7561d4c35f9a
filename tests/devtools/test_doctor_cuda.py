"""What `tt doctor` says of CUDA, from what a machine has."""

from pathlib import Path
from typing import Any

import pytest

from tt_devtools.bootstrap.child import Finished
from tt_devtools.doctor.cuda_check import cuda_check, judge

WHOLE: dict[str, Any] = {
    "driver": 13000, "init": 0, "devices": 1,
    "cupy": ["cupy-cuda13x", "14.0.1"], "nvrtc": ["nvidia-cuda-nvrtc", "13.0.88"],
    "cublas": ["nvidia-cublas", "13.1.0.3"],
}  # fmt: skip


def test_no_driver_is_no_problem() -> None:
    found = judge({"driver": None, "devices": 0, "cupy": None, "nvrtc": None, "cublas": None})
    assert found.state == "ok" and "TT_CUDA_EMULATE=1" in found.text


def test_everything_fits() -> None:
    found = judge(WHOLE)
    assert found.state == "ok"
    assert found.text == (
        "driver for CUDA 13.0, 1 device, cupy-cuda13x 14.0.1, nvidia-cuda-nvrtc 13.0.88, nvidia-cublas 13.1.0.3"
    )


@pytest.mark.parametrize(
    ("changes", "says", "fix"),
    [
        ({"devices": 0}, "no device starts", "nvidia-smi"),
        ({"init": 999}, "no device starts", "nvidia-smi"),
        ({"cupy": None}, "missing: CuPy", "tt-kernels[cuda]"),
        ({"cupy": None, "nvrtc": None}, "missing: CuPy, NVRTC", "tt-kernels[cuda]"),
        ({"driver": 12040}, "CuPy (cupy-cuda13x) is for CUDA 13", "cupy-cuda12x"),
        (
            {"driver": 12040, "cupy": ["cupy-cuda12x", "14.0.1"]},
            "NVRTC (nvidia-cuda-nvrtc) is for CUDA 13",
            "nvidia-cuda-nvrtc-cu12",
        ),
        ({"cublas": None}, "missing: cuBLAS", "tt-kernels[cuda]"),
        (
            {
                "driver": 12040,
                "cupy": ["cupy-cuda12x", "14.0.1"],
                "nvrtc": ["nvidia-cuda-nvrtc-cu12", "12.9.86"],
            },
            "cuBLAS (nvidia-cublas) is for CUDA 13",
            "nvidia-cublas-cu12",
        ),
    ],
)
def test_what_is_wrong_names_what_mends_it(changes: dict[str, Any], says: str, fix: str) -> None:
    found = judge({**WHOLE, **changes})
    assert found.state == "warn" and says in found.text and fix in found.fix
    assert ("install" in found.fix) == (".venv/bin/python -m pip install" in found.fix), (
        "the Python that was asked"
    )


def test_a_child_that_dies_is_reported(tmp_path: Path) -> None:
    found = cuda_check(tmp_path, lambda command, environment: Finished(-11, ""))
    assert found.state == "warn" and "ended early" in found.text
