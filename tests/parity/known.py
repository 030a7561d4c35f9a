"""Where tt differs from torch on purpose, with the reason. A test checks that each still exists."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from observe import Seen, SeenError

Covers = Callable[[str, Seen, Seen], bool]


@dataclass(frozen=True, slots=True)
class Known:
    """`covers(id, ours, theirs)` for the cases of `module` that differ for `reason`."""

    module: str
    reason: str
    covers: Covers


def torch_refuses(message: str, names: str = "") -> Covers:
    """Cases in which torch raises with that message, and tt has a result."""

    def covers(name: str, ours: Seen, theirs: Seen) -> bool:
        refused = isinstance(theirs, SeenError) and re.search(message, theirs.message) is not None
        return refused and not isinstance(ours, SeenError) and re.match(names, name) is not None

    return covers


def tt_refuses(message: str, names: str = "") -> Covers:
    """Cases in which tt raises with that message, whatever torch does."""

    def covers(name: str, ours: Seen, theirs: Seen) -> bool:
        return isinstance(ours, SeenError) and bool(
            re.search(message, ours.message) and re.match(names, name)
        )

    return covers


def no_such_op(name: str, ours: Seen, theirs: Seen) -> bool:
    """The op is none of its own in torch."""
    return name.startswith("as_strided_backward-") and isinstance(theirs, SeenError)


def torch_lacks(op: str, theirs: Seen) -> bool:
    """torch has nothing of the op's name, as of one that was scaffolded, so that there is nothing to compare."""
    name = re.escape(op.partition(".")[0])
    return isinstance(theirs, SeenError) and bool(re.search(rf"has no attribute '{name}_?'", theirs.message))


def no_complex32(name: str, ours: Seen, theirs: Seen) -> bool:
    """torch's half-precision complex dtype, which it calls experimental."""
    return (ours, theirs) == ("complex64", "complex32")


def copies_real(name: str, ours: Seen, theirs: Seen) -> bool:
    """torch hands back a real argument itself."""
    return name.startswith("conj_physical-")


def named(pattern: str) -> Covers:
    """Cases whose id is like that."""
    return lambda name, ours, theirs: re.match(pattern, name) is not None


def unequal_array(name: str, ours: Seen, theirs: Seen) -> bool:
    """Of `tensor != array`, for which torch compares identities."""
    return theirs is True and re.match("ne-.*-array", name) is not None


WIDE_UNSIGNED = "uint16|uint32|uint64|UInt16|UInt32|UInt64"

TENSORS_ONLY = "(maximum|minimum|logical_(and|or|xor)|eq|ne|lt|le|gt|ge)[-.]"

KNOWN: list[Known] = [
    *(
        Known(
            module,
            "a number may stand for either operand of every pointwise op",
            torch_refuses("must be Tensor, not|invalid combination of arguments", TENSORS_ONLY),
        )
        for module in ("forward", "gradients", "layouts")
    ),
    Known(
        "gradients",
        "torch's second derivative of abs is a tensor without memory",
        torch_refuses("Cannot convert a ZeroTensor", "abs-"),
    ),
    Known(
        "gradients",
        "rounded quotients have the derivative 0, and remainders that by their divisor, in every form",
        torch_refuses("derivative for aten::(floor_divide|remainder) is not implemented"),
    ),
    *(
        Known(
            module,
            "torch has no loops and no promotion for uint16, uint32 and uint64",
            torch_refuses(WIDE_UNSIGNED),
        )
        for module in ("promotion", "forward", "layouts", "casts")
    ),
    Known("promotion", "there is no complex32: float16 and complex meet in complex64", no_complex32),
    *(
        Known(
            module,
            "the adjoint of as_strided and the rounded quotients are no ops of their own in torch",
            no_such_op,
        )
        for module in ("forward", "layouts", "gradients")
    ),
    Known("layouts", "conj_physical always writes to new memory, as its name says", copies_real),
    *(
        Known(module, "a step whose product leaves 64 bits is never taken", torch_refuses("SymInt", "slice"))
        for module in ("layouts", "gradients")
    ),
    Known(
        "gradients", "a sum in an integer dtype does not require grad", torch_refuses("Autograd not support")
    ),
    Known(
        "gradients", "a real tensor may be summed as complex", torch_refuses("isFloatingType", "(sum|mean)")
    ),
    Known("creation", "NumPy's scalars convert as Python's do", torch_refuses("interpreted as an integer")),
    Known("writes", "NumPy's scalars convert as Python's do", torch_refuses("can't assign a numpy")),
    Known(
        "writes",
        "overlap is decided exactly, so that windows over each other are refused too",
        tt_refuses("single memory location", "(copy_|copy-number|assign)-of-windows"),
    ),
    Known(
        "writes", "an int beyond 64 bits is an OverflowError wherever it is given", tt_refuses("fit 64 bits")
    ),
    Known(
        "creation",
        "an int beyond 64 bits is refused as any other that an integer dtype cannot hold",
        tt_refuses("without overflow", "(new_)?tensor-huge-"),
    ),
    Known("indexing", "NumPy allows one ellipsis, and so do we", tt_refuses("single ellipsis")),
    Known(
        "indexing", "of two mistakes the one about the dims is told", tt_refuses("invalid index of a 0-dim")
    ),
    Known(
        "view_histories",
        "a view leads to its base also when that came to require grad later; torch's is a leaf of its own then",
        named("view-of-(plain|detached)-.*base-requires-grad"),
    ),
    Known(
        "view_histories",
        "a view whose base got a history is none of a leaf, and may be written to",
        named("view-of-(plain|detached)-then-(base|other-view)-by-w-then-view(-by-w)?$"),
    ),
    Known(
        "data",
        "writes through `data` are counted too, so that backward does not compute with what was overwritten",
        tt_refuses("modified by an inplace operation", "written-before-backward"),
    ),
    Known(
        "data",
        "a view is not given other memory than its base's, which what is written through it could not reach",
        tt_refuses("a view looks into its base's memory", "assign-.*-to-(view|transposed)"),
    ),
    Known("protocol", "`!=` compares elements with those of an array, as `==` does", unequal_array),
    Known(
        "protocol",
        "arrays of any strides are compared with",
        torch_refuses("stride in the given numpy array"),
    ),
]


def reason_for(module: str, name: str, ours: Seen, theirs: Seen) -> Known | None:
    """The entry that explains a difference."""
    return next((each for each in KNOWN if each.module == module and each.covers(name, ours, theirs)), None)
