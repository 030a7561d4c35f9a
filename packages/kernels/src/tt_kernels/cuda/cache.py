"""Compiled kernels on disk: a folder for each, named by a hash of all that its cubin follows from.

Beside the cubin lies the source with all its headers, so that a person can read what was compiled.
"""

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path


def folder() -> Path:
    """Where kernels are kept: `TT_CUDA_CACHE`, else `tt/cuda` in the user's cache folder. Raises OSError without."""
    chosen = os.environ.get("TT_CUDA_CACHE")
    if chosen:
        return Path(chosen)
    try:
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tt" / "cuda"
    except RuntimeError as error:  # a user without a home, as in a container
        raise FileNotFoundError(str(error)) from error


def key_of(
    source: str, headers: Mapping[str, str], name: str, options: Sequence[str], version: tuple[int, int]
) -> str:
    """The hash of everything that the compiler sees, and of its version."""
    facts = json.dumps([source, sorted(headers.items()), name, list(options), list(version)])
    return hashlib.sha256(facts.encode()).hexdigest()[:32]


def load(key: str) -> tuple[bytes, str] | None:
    """The cubin and the kernel's symbol; None when it is not there, or only in part."""
    try:
        place = folder() / key[:2] / key
        facts = json.loads((place / "kernel.json").read_text(encoding="utf-8"))
        cubin = (place / "kernel.cubin").read_bytes()
        whole = hashlib.sha256(cubin).hexdigest() == facts["sha256"]
        return (cubin, str(facts["symbol"])) if whole else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def store(
    key: str, cubin: bytes, symbol: str, name: str, source: str, headers: Mapping[str, str], log: str
) -> None:
    """Keeps a kernel, all of it or nothing. A folder that cannot be written to costs the next start, no more."""
    facts = {"name": name, "symbol": symbol, "sha256": hashlib.sha256(cubin).hexdigest(), "log": log}
    made = None
    try:
        place = folder() / key[:2] / key
        place.parent.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(dir=place.parent, prefix=".making-"))
        (made / "kernel.cubin").write_bytes(cubin)
        (made / "kernel.cu").write_text(_readable(source, headers), encoding="utf-8")
        (made / "kernel.json").write_text(json.dumps(facts, indent=1), encoding="utf-8")
        try:
            made.rename(place)
        except OSError:  # another process was first, or what lies there is broken
            _remove(place)
            made.rename(place)
    except OSError:
        if made:
            _remove(made)


def _readable(source: str, headers: Mapping[str, str]) -> str:
    parts = [f"// ---- {name}\n{text}" for name, text in headers.items()]
    return "\n".join([source, *parts])


def _remove(place: Path) -> None:
    if place.is_dir():
        shutil.rmtree(place, ignore_errors=True)
    else:
        place.unlink(missing_ok=True)
