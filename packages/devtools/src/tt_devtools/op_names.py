"""The names in the op table, read as pure Python: no library has to be built."""

from collections.abc import Sequence

from tt_devtools.failure import MISUSED, Failure
from tt_devtools.suggest import did_you_mean
from tt_devtools.trace.target import misspelt_library


def known_ops() -> list[str]:
    """Every op once, in the table's order."""
    from tt_opspec.table import entries

    return list(dict.fromkeys(entry.name for entry in entries()))


def unknown_op(name: str, known: list[str]) -> Failure:
    """What to say about a name that is not in the table."""
    hint = misspelt_library(name) or near_op(name, known) or "tt ops lists them"
    return Failure(f"unknown op '{name}'", hint=hint, code=MISUSED)


def near_op(name: str, known: Sequence[str]) -> str:
    """The hint `did you mean 'add'?` for `ad`, `ad.Tensor` and `Tensor.add`; "" where nothing is near."""
    first, last = name.partition(".")[0], name.rpartition(".")[2]
    words = (name, last, first) if last.lower() in known else (name, first, last)
    return next(filter(None, (did_you_mean(word, known) for word in words)), "")
