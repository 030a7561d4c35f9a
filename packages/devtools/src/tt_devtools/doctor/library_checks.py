"""Do the built libraries load, fit each other and compute? Asked in a child process, since a stale set may crash."""

import json
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tt_devtools.bootstrap import libraries, stamp
from tt_devtools.bootstrap.child import Run
from tt_devtools.doctor.check import Check

_BUILD = "./tt build"
# What the child prints as its last line. A matrix product is what opens OpenBLAS.
_ASK = """
import json
said = {}
try:
    import tt, tt_core, tt_kernels, tt_autograd
    said["stamps"] = {
        "libtt_core": tt_core._C.library_stamp(), "tt_core": tt_core._C.stamp,
        "tt_kernels": tt_kernels._C.stamp, "tt_autograd": tt_autograd._C.stamp,
    }
    said["isa"] = tt_kernels.isa()
    said["threads"] = tt.get_num_threads()
    said["openblas"] = tt_kernels._blas_library()
    a = tt.ones((64, 64))
    said["product"] = float((a @ a).sum())
except Exception as error:
    said["error"] = f"{type(error).__name__}: {error}"
print(json.dumps(said))
"""
_PRODUCT = 64.0**3


def library_checks(root: Path, run: Run) -> Iterator[Check]:
    """The libraries, the instruction set that runs and OpenBLAS."""
    if absent := libraries.missing(str(root)):
        yield Check("libraries", "problem", f"{absent[0]} is not built", _BUILD)
        return
    done = run([stamp.venv_python(str(root)), "-P", "-c", _ASK], None)
    said = _last_object(done.output)
    if said is None:
        text = f"a process that imports tt {_ended(done.code)}"
        yield Check("libraries", "problem", text, f"{_BUILD} --clean")
        return
    yield _fitting(said)
    if "isa" in said:
        yield _isa(said["isa"], Path("/proc/cpuinfo"), said["threads"])
    if "openblas" in said or "error" in said:
        yield _openblas(said)


def _fitting(said: dict[str, Any]) -> Check:
    stamps = said.get("stamps")
    if not stamps:
        text, _, hint = said["error"].partition("\nhint: ")
        return Check("libraries", "problem", text.partition("\n")[0], hint or _BUILD)
    core = stamps["libtt_core"]
    stale = [name for name, value in stamps.items() if value != core]
    if stale:
        return Check("libraries", "problem", f"{', '.join(stale)} do not fit libtt_core {core}", _BUILD)
    return Check("libraries", "ok", f"all four carry stamp {core}")


def best_isa(cpuinfo: str) -> str:
    """The widest instruction set that the build has loops for and this processor runs."""
    flags = set(cpuinfo.split())
    if {"avx512vl", "avx512dq", "avx512bw"} <= flags:
        return "avx512"
    return "avx2" if {"avx2", "bmi2"} <= flags else "baseline"


def _isa(running: str, cpuinfo: Path, threads: int) -> Check:
    best = best_isa(cpuinfo.read_text()) if cpuinfo.is_file() else running
    text = f"{running} loops run, on {threads} threads"
    if running != best:
        return Check("isa", "warn", f"{text}; this processor has {best}", f"{_BUILD} --clean")
    return Check("isa", "ok", text)


def _openblas(said: dict[str, Any]) -> Check:
    path = said.get("openblas", "")
    mend = ".venv/bin/python -m pip install -r constraints.txt"
    if not path or not Path(path).is_file():
        return Check("openblas", "problem", f"no OpenBLAS: {path or said.get('error', '')}", mend)
    if said.get("product") != _PRODUCT:
        text = said.get("error") or f"a product of ones sums to {said.get('product')}, not {_PRODUCT}"
        return Check("openblas", "problem", text.partition("\n")[0], mend)
    return Check("openblas", "ok", f"{path}, and multiplies")


def _last_object(output: str) -> dict[str, Any] | None:
    for line in reversed(output.splitlines()):
        if line.startswith("{"):
            try:
                found: dict[str, Any] = json.loads(line)
            except ValueError:
                return None
            return found
    return None


def _ended(code: int) -> str:
    if code >= 0:
        return f"ends with status {code}"
    return f"dies of {signal.Signals(-code).name}"
