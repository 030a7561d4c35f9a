"""Splits what follows `tt test` into ops and pytest's own arguments."""

import os
from pathlib import Path

from tt_devtools.op_names import known_ops, unknown_op


def split(arguments: list[str], root: Path) -> tuple[list[str], list[str]]:
    """Leading words are ops unless they are paths. Paths are rewritten for pytest, which runs in `root`."""
    ops: list[str] = []
    known: list[str] | None = None
    rest = list(arguments)
    while rest and not _is_for_pytest(rest[0]):
        known = known_ops() if known is None else known
        name = rest[0].partition(".")[0]
        if name not in known:
            if Path(rest[0]).exists():
                break
            raise unknown_op(rest[0], known)
        ops.append(rest.pop(0))
    return ops, [_from_root(each, root) for each in rest]


def marks(arguments: list[str], *, sanitized: bool, parity: bool = False) -> list[str]:
    """pytest's `-m` where it is not among the arguments: leaves out what needs more than the build that is there."""
    if any(each.startswith("-m") for each in arguments):
        return []
    if parity:
        return ["-m", "parity"]
    needing_more = ["parity", "scaffold"] if sanitized else ["parity", "scaffold", "sanitizer"]
    return ["-m", " and ".join(f"not {mark}" for mark in needing_more)]


def _is_for_pytest(argument: str) -> bool:
    return argument.startswith("-") or "::" in argument or os.sep in argument or argument.endswith(".py")


def _from_root(argument: str, root: Path) -> str:
    path, separator, name = argument.partition("::")
    if argument.startswith("-") or not path or not Path(path).exists():
        return argument
    return os.path.relpath(Path(path).absolute(), root) + separator + name
