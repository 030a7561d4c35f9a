"""tt and torch in one process hand memory to each other through DLPack, without a copy."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from exchange import ROOT, torch_python

pytestmark = pytest.mark.parity

PACKAGES = [str(ROOT / "packages" / name / "src") for name in ("opspec", "core", "kernels", "autograd", "tt")]

SCRIPT = """
import gc
import torch
import tt

DTYPES = ("bool uint8 uint16 uint32 uint64 int8 int16 int32 int64 float16 bfloat16 float32 float64 "
          "complex64 complex128").split()
for name in DTYPES:
    ours = tt.ones(3, 4, dtype=getattr(tt, name)).t()
    theirs = torch.from_dlpack(ours)
    assert theirs.dtype == getattr(torch, name) and theirs.shape == (4, 3) and theirs.stride() == (1, 4), name
    assert theirs.data_ptr() == ours.data_ptr()
    theirs.zero_()
    assert not any(any(row) for row in ours.tolist()), name
    theirs = torch.ones(3, 4).to(getattr(torch, name))[1:, ::2]
    ours = tt.from_dlpack(theirs)
    assert ours.dtype == getattr(tt, name) and ours.shape == (2, 2) and ours.stride() == (4, 2), name
    assert ours.data_ptr() == theirs.data_ptr()
    ours.zero_()
    assert not theirs.to(torch.bool).any(), name
    del theirs
    gc.collect()
    assert not any(any(row) for row in ours.tolist())
for error, export in ((BufferError, lambda: torch.from_dlpack(tt.ones(2, requires_grad=True))),
                      (BufferError, lambda: tt.from_dlpack(torch.ones(2, requires_grad=True)))):
    try:
        export()
    except error:
        continue
    raise AssertionError("a tensor that requires grad was shared")
print("shared")
"""


def test_memory_is_shared_both_ways() -> None:
    python = torch_python()
    version = subprocess.run(
        [python, "-c", "import sys; print(sys.version_info[:2])"], capture_output=True, text=True, check=True
    ).stdout.strip()
    if version != str(sys.version_info[:2]):
        pytest.skip(f"the interpreter with torch is {version}, tt is built for {sys.version_info[:2]}")
    blas = Path(find_spec("scipy_openblas32").origin).parents[1]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([*PACKAGES, str(blas)])}
    run = subprocess.run([python, "-c", SCRIPT], capture_output=True, text=True, env=env)
    assert run.stdout == "shared\n", run.stderr
