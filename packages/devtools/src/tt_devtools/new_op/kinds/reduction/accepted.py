"""The dtypes of a reduction: sums and products of integers are int64, everything else is of floating dtypes."""

from tt_devtools.failure import MISUSED, Failure
from tt_devtools.new_op.asked.request import Dtypes
from tt_devtools.new_op.kinds.pointwise.accepted import refuse_complex
from tt_devtools.new_op.kinds.reduction.parts import ReductionParts
from tt_opspec.dtypes import BOOL, FLOATING, INTEGRAL, REAL


def chosen(asked: frozenset[str], parts: ReductionParts | None) -> Dtypes:
    """What the entry's accepts= is; a Failure for dtypes in which the op means nothing."""
    if parts is None:
        return Dtypes(_widened(asked) if asked else FLOATING)
    refuse_complex(asked)
    if not parts.stays_integral:
        if integers := sorted(asked - FLOATING):
            what = f"--dtypes: the expression is computed in floating dtypes, got {integers[0]}"
            raise Failure(what, hint="--dtypes floating", code=MISUSED)
        return Dtypes(asked or FLOATING)
    return Dtypes((asked if parts.chooses else _widened(asked)) if asked else REAL)


def _widened(asked: frozenset[str]) -> frozenset[str]:
    """The same; bool and integers, which are all combined as int64, are accepted together or not at all."""
    integers = BOOL | INTEGRAL
    if asked & integers and not asked >= integers:
        rest = ",".join(["bool", "integral", *sorted(asked - integers)])
        what = "--dtypes: bool and integers are combined as int64, so that all or none of them are accepted"
        raise Failure(what, hint=f"--dtypes {rest}", code=MISUSED)
    return asked
