"""The names of ops: in the table, read as pure Python, so that no library has to be built; and as C++ has them."""

from tt_devtools.failure import MISUSED, Failure
from tt_devtools.suggest import did_you_mean
from tt_devtools.trace.target import misspelt_library


def known_ops() -> list[str]:
    """Every op once, in the table's order."""
    from tt_opspec.table import entries

    return list(dict.fromkeys(entry.name for entry in entries()))


def unknown_op(name: str, known: list[str]) -> Failure:
    """What to say about a name that is not in the table."""
    near = did_you_mean(name, known) or did_you_mean(name.partition(".")[0], known)
    hint = misspelt_library(name) or near or "tt ops lists them"
    return Failure(f"unknown op '{name}'", hint=hint, code=MISUSED)


def functor_name(op: str) -> str:
    """The C++ type of an op: `soft_plus` to `SoftPlus`."""
    return "".join(part[:1].upper() + part[1:] for part in op.split("_"))
