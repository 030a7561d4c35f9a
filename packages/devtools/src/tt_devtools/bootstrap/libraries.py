"""Are the compiled libraries there? Asked on every launch of a command that imports tt: imports only os.

Whether they are current is not asked here: `import tt` compares build stamps and names the stale library.
"""

from __future__ import annotations

import os

COMMANDS_THAT_IMPORT_TT = frozenset({"bench", "show", "test", "trace"})
COMMANDS_THAT_COMPILE = COMMANDS_THAT_IMPORT_TT | {"build"}


def command_of(args: list[str]) -> str:
    """The command among the arguments; "" where only help is asked for."""
    if "--help" in args or "-h" in args:
        return ""
    return next((arg for arg in args if not arg.startswith("-")), "")


def missing(root: str) -> list[str]:
    """What `tt build` has not made yet, as paths from the checkout's root."""
    absent = []
    if not os.path.exists(os.path.join(root, "packages/core/src/tt_core/lib/libtt_core.so")):
        absent.append("packages/core/src/tt_core/lib/libtt_core.so")
    for name in ("core", "kernels", "autograd"):
        folder = f"packages/{name}/src/tt_{name}"
        if not any(_is_extension(file) for file in _files(os.path.join(root, folder))):
            absent.append(f"{folder}/_C.so")
    return absent


def _is_extension(file: str) -> bool:
    return file.startswith("_C.") and file.endswith(".so")


def _files(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []
