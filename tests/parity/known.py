"""Where tt differs from torch on purpose, with the reason. What is listed must still differ: a test sees to it."""

from collections.abc import Callable
from dataclasses import dataclass

from observe import Seen, SeenError


@dataclass(frozen=True, slots=True)
class Known:
    """`covers(id, ours, theirs)` for the cases of `module` that differ for `reason`."""

    module: str
    reason: str
    covers: Callable[[str, Seen, Seen], bool]


WIDE_UNSIGNED = ("uint16", "uint32", "uint64", "UInt16", "UInt32", "UInt64")


def _refused_by_torch_for_its_dtype(name: str, ours: Seen, theirs: Seen) -> bool:
    refuses = isinstance(theirs, SeenError) and any(word in theirs.message for word in WIDE_UNSIGNED)
    return refuses and not isinstance(ours, SeenError)


def _no_such_op_in_torch(name: str, ours: Seen, theirs: Seen) -> bool:
    return name.startswith("as_strided_backward-") and isinstance(theirs, SeenError)


KNOWN: list[Known] = [
    *(
        Known(
            module,
            "torch has no loops and no promotion for uint16, uint32 and uint64",
            _refused_by_torch_for_its_dtype,
        )
        for module in ("promotion", "forward", "casts", "creation")
    ),
    *(
        Known(module, "the adjoint of as_strided is no op of its own in torch", _no_such_op_in_torch)
        for module in ("forward", "layouts", "gradients")
    ),
]


def reason_for(module: str, name: str, ours: Seen, theirs: Seen) -> Known | None:
    """The entry that explains a difference."""
    return next((each for each in KNOWN if each.module == module and each.covers(name, ours, theirs)), None)
