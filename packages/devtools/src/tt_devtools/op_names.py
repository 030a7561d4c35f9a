"""The names of ops, in the table and as C++ has them, and what the table says of each.

It is read as pure Python: no library has to be built.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tt_devtools.failure import MISUSED, Failure
from tt_devtools.suggest import closest, did_you_mean

if TYPE_CHECKING:
    from tt_opspec.entry import OpEntry


LIBRARIES = {"tt": "tt", "torch": "torch", "numpy": "numpy", "np": "numpy"}
"""Whose names of ops are understood, by the name that they are imported as."""


def known_ops() -> list[str]:
    """Every op once, in the table's order."""
    from tt_opspec.table import entries

    return list(dict.fromkeys(entry.name for entry in entries()))


def unknown_op(name: str, known: list[str]) -> Failure:
    """What to say about a name that is not in the table."""
    hint = misspelt_library(name) or near_op(name, known) or "tt ops lists them"
    return Failure(f"unknown op '{name}'", hint=hint, code=MISUSED)


def misspelt_library(text: str) -> str:
    """The hint `did you mean 'torch.add'?` for `tor.add`; "" where the first word is near no library."""
    first, _, rest = text.partition(".")
    near = closest(first, LIBRARIES) if rest and first not in LIBRARIES else []
    return f"did you mean '{near[0]}.{rest}'?" if near else ""


def functor_name(op: str) -> str:
    """The C++ type of an op: `soft_plus` to `SoftPlus`."""
    return "".join(part[:1].upper() + part[1:] for part in op.split("_"))


def near_op(name: str, known: Sequence[str]) -> str:
    """The hint `did you mean 'add'?` for `ad`, `ad.Tensor` and `Tensor.add`; "" where nothing is near."""
    first, last = name.partition(".")[0], name.rpartition(".")[2]
    words = (name, last, first) if last.lower() in known else (name, first, last)
    return next(filter(None, (did_you_mean(word, known) for word in words)), "")


def forms_of(entry: "OpEntry") -> str:
    """How an overload is written: `tt.add, Tensor.add, Tensor.add_, out=`."""
    return ", ".join(entry.forms) or f"tt.ops.{entry.name}"


def entry_json(entry: "OpEntry") -> dict[str, Any]:
    """An overload in the JSON of `tt ops` and `tt docs`."""
    return {
        "op": entry.qualified,
        "name": entry.name,
        "schema": str(entry.schema),
        "family": entry.family,
        "forms": list(entry.forms),
        "dtypes": sorted(entry.accepts),
        "where": entry.where,
    }
