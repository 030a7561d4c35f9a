"""What oneDNN and MKL say of themselves while a call runs: for routes whose frames end in their code.

Both are compiled into PyTorch's wheel and print to the process's stdout.
"""

import os
import sys
import tempfile
from collections.abc import Callable
from typing import Any


def spoken(call: Callable[[], Any]) -> list[str]:
    """One line for each primitive or BLAS call that ran during `call`."""
    import torch

    mkldnn, mkl = torch.backends.mkldnn, torch.backends.mkl
    lines = []
    with tempfile.TemporaryFile() as caught:
        sys.stdout.flush()
        kept = os.dup(1)
        os.dup2(caught.fileno(), 1)
        try:
            with mkldnn.verbose(mkldnn.VERBOSE_ON), mkl.verbose(mkl.VERBOSE_ON):
                call()
        finally:
            os.dup2(kept, 1)
            os.close(kept)
        caught.seek(0)
        lines = caught.read().decode(errors="replace").splitlines()
    return [_brief(line) for line in lines if _is_work(line)]


def _is_work(line: str) -> bool:
    return ",primitive,exec," in line or (line.startswith("MKL_VERBOSE") and "(" in line.split(" ")[1])


def _brief(line: str) -> str:
    """Without pointers and what differs from run to run."""
    if line.startswith("MKL_VERBOSE"):
        call = line.split(" ")[1]
        return (
            "MKL " + ",".join(part for part in call.split(",") if not part.startswith("0x")).rstrip(")") + ")"
        )
    fields = line.split(",")
    engine = fields[4:7]  # engine, primitive, implementation
    rest = [field for field in fields[7:-1] if field and not field.startswith("attr-scratchpad")]
    return "oneDNN " + ",".join([*engine, *rest])
