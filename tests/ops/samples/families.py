"""What ops of a family are called with: 0-d, empty, odd and larger than a vector, broadcast, with numbers.

Views, factories and irregular ops have nothing in common, so their files write all of their cases.
"""

from typing import TYPE_CHECKING, Any

from samples.dtypes import ALL
from samples.recipe import Number, Sample, call, t
from tt_opspec.entry import OpEntry

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


def cases(entry: OpEntry) -> list[Sample]:
    """The samples of the op's family, for its number of tensors."""
    if entry.family == "unary":
        return unary_cases()
    if entry.family == "binary":
        return binary_cases()
    if entry.family == "ternary":
        same = [call(t(*shape), t(*shape), t(*shape)) for shape in SHAPES]
        return [*same, call(t(2, 1, 3), t(4, 1), t(3)), call(t(4), t(4), Number())]
    if entry.family == "reduction":
        return [call(t(*shape)) for shape in SHAPES]
    return []


def refusals(entry: OpEntry) -> "list[Refusal]":
    """What every op of the family refuses."""
    from samples import Refusal

    refused = [Refusal(call(), TypeError, "missing required argument")]
    size = (((2,) if entry.schema.args[0].list_size is not None else 2),) if entry.from_device else ()
    refused.append(Refusal(call(*_fitting(entry), *size, no_such_argument=1), TypeError, "no_such_argument"))
    if entry.family == "binary":
        sizes = r"size of tensor a \(2\) must match the size of tensor b \(3\)"
        refused.append(Refusal(call(t(2), t(3)), RuntimeError, sizes))
        refused.append(Refusal(call(t(2), "text"), TypeError, "must be Tensor, not str"))
        positional = sum(not arg.keyword_only for arg in entry.schema.args)
        too_many = call(*(t(2) for _ in range(positional + 1)))
        refused.append(Refusal(too_many, TypeError, f"takes at most {positional} positional"))
        shape = "doesn't match the broadcast shape"
        if entry.inplace:
            refused.append(Refusal(call(t(2), t(3, 2)), RuntimeError, shape, form="inplace"))
    if entry.family in ("unary", "reduction"):
        refused.append(Refusal(call([1.0]), TypeError, "must be Tensor, not list"))
    if entry.pointwise:
        refused += [
            Refusal(call(*_fitting(entry)), NotImplementedError, "not implemented for dtype", dtype)
            for dtype in ALL
            if dtype not in entry.accepts
        ]
    return refused


def _fitting(entry: OpEntry) -> tuple[Any, ...]:
    return tuple(t(2) for _ in entry.schema.tensors)
