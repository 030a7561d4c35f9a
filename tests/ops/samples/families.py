"""What ops of a family are called with: 0-d, empty, odd and larger than a vector, broadcast, with numbers.

Views, factories and irregular ops have nothing in common, so their files write all of their cases.
"""

from itertools import takewhile
from typing import TYPE_CHECKING, Any

from samples.dtypes import ALL
from samples.recipe import Number, Sample, call, t
from tt_opspec.entry import OpEntry
from tt_opspec.schema import REQUIRED, Arg

if TYPE_CHECKING:
    from samples import Refusal

SHAPES = ((), (1,), (0,), (17,), (3, 5, 7), (2, 0, 3), (6, 1, 4), (1030,))
"""17 and 1030 leave tails behind vectors of any width, 1030 spans several blocks of converted elements."""

BROADCASTS = (
    ((3, 5, 7), (3, 5, 7)),
    ((3, 1, 7), (5, 1)),
    ((4, 6), (6,)),
    ((4, 6), ()),
    ((), (5,)),
    ((0,), (1,)),
    ((2, 1, 3), (0, 1)),
    ((1030,), (1030,)),
    ((), ()),
)


def unary_cases(within: str = "") -> list[Sample]:
    """One tensor in every shape."""
    return [call(t(*shape, within=within)) for shape in SHAPES]


def binary_cases(left: str = "", right: str = "") -> list[Sample]:
    """Two tensors, or one and a number, whose values lie within `left` and `right`."""
    pairs = [call(t(*a, within=left), t(*b, within=right)) for a, b in BROADCASTS]
    numbers = [call(t(3, 5, within=left), Number()), call(t(within=left), Number())]
    return [*pairs, *numbers, call(Number(), t(7, within=right))]


def ternary_cases() -> list[Sample]:
    """Three tensors, or one or two and numbers in each place."""
    same = [call(t(*shape), t(*shape), t(*shape)) for shape in SHAPES]
    numbers = [call(t(4), t(4), Number()), call(Number(), t(4), t(2, 1)), call(t(3, 4), Number(), Number())]
    return [*same, call(t(2, 1, 3), t(4, 1), t(3)), call(t(), t(5), t()), *numbers]


def given(samples: list[Sample], **numbers: float) -> list[Sample]:
    """The samples with these numbers beside the tensors."""
    return [Sample(each.args, {**each.kwargs, **numbers}) for each in samples]


def cases(entry: OpEntry) -> list[Sample]:
    """The samples of the op's family, for its number of tensors."""
    if entry.family == "unary":
        return unary_cases()
    if entry.family == "binary":
        return binary_cases()
    if entry.family == "ternary":
        return ternary_cases()
    if entry.family == "reduction":
        return [call(t(*shape)) for shape in SHAPES]
    return []


def refusals(entry: OpEntry) -> "list[Refusal]":
    """What every op of the family refuses."""
    from samples import Refusal

    needed = _needed(entry)
    refused = [Refusal(call(), TypeError, "missing required argument")]
    size = (((2,) if entry.schema.args[0].list_size is not None else 2),) if entry.from_device else ()
    unknown = call(*_fitting(entry), *size, no_such_argument=1, **needed)
    refused.append(Refusal(unknown, TypeError, "no_such_argument"))
    if entry.family == "binary":
        sizes = r"size of tensor a \(2\) must match the size of tensor b \(3\)"
        refused.append(Refusal(call(t(2), t(3), **needed), RuntimeError, sizes))
        refused.append(Refusal(call(t(2), "text", **needed), TypeError, "must be Tensor, not str"))
        positional = [arg for arg in entry.schema.args if not arg.keyword_only]
        too_many = call(*map(_fitting_one, positional), t(2))
        refused.append(Refusal(too_many, TypeError, f"takes at most {len(positional)} positional"))
        shape = "doesn't match the broadcast shape"
        if entry.inplace:
            refused.append(Refusal(call(t(2), t(3, 2), **needed), RuntimeError, shape, form="inplace"))
    if entry.family in ("unary", "reduction"):
        refused.append(Refusal(call([1.0]), TypeError, "must be Tensor, not list"))
    if entry.pointwise:
        refused += [
            Refusal(call(*_fitting(entry), **needed), NotImplementedError, "not implemented for dtype", dtype)
            for dtype in ALL
            if dtype not in entry.accepts
        ]
    return refused


def _fitting(entry: OpEntry) -> tuple[Any, ...]:
    """The tensors that the arguments begin with."""
    leading = takewhile(lambda arg: arg.type == "Tensor" and not arg.keyword_only, entry.schema.args)
    return tuple(t(2) if arg.list_size is None else [t(2)] for arg in leading)


def _fitting_one(arg: Arg) -> Any:
    return t(2) if arg.type == "Tensor" else True if arg.type == "bool" else 1


def _needed(entry: OpEntry) -> dict[str, Any]:
    """A value for each number without which a pointwise op cannot be called."""
    if not entry.pointwise:
        return {}
    needed = [arg for arg in entry.schema.args if arg.type != "Tensor" and arg.default is REQUIRED]
    return {arg.name: _fitting_one(arg) for arg in needed}
