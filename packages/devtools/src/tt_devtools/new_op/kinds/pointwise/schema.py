"""What a pointwise op's schema may be: tensors first, then numbers, with names that nothing else has taken."""

import re
from typing import Final

from tt_devtools.failure import MISUSED, Failure
from tt_devtools.new_op.asked.arguments import is_number
from tt_opspec.schema import Arg, Schema

MOST_NUMBERS: Final = 4
"""As kMaxLoopScalars in plan/plan.h."""
_TAKEN: Final = {
    "in formulas": ("grad", "grads", "result", "results", "needs", "ops", "tensor_of", "truth_of"),
    "in the plan of pointwise ops": ("condition", "exponent"),
    "in references": ("np", "reference_of"),
}
_IN_FUNCTORS: Final = re.compile(r"[TW]|x\d+|wide_\w+|is_\w+")


def is_of_elements(schema: Schema) -> bool:
    """Whether nothing but tensors and numbers goes in, and one new tensor comes out."""
    return schema.returns_text == "Tensor" and all(_is_tensor(arg) or is_number(arg) for arg in schema.args)


def check(schema: Schema, kind: str, tensors: int) -> None:
    """A Failure for what no functor of `tensors` elements computes."""
    count = len(schema.tensors)
    if count != tensors:
        raise Failure(f"a {kind} op has {tensors} tensor(s), the schema has {count}", code=MISUSED)
    if schema.returns_text != "Tensor":
        raise _refused(schema, f"it must return one Tensor, got {schema.returns_text}")
    if not schema.args or str(schema.args[0]) != "Tensor self":
        raise _refused(schema, f"a {kind} op begins with Tensor self", "a method is called on it")
    for place, arg in enumerate(schema.args):
        _check_argument(schema, arg, is_tensor=place < tensors)
    if len(schema.args) - tensors > MOST_NUMBERS:
        raise _refused(
            schema, f"a functor takes {MOST_NUMBERS} numbers at most", "--kind composite takes more"
        )


def _check_argument(schema: Schema, arg: Arg, is_tensor: bool) -> None:
    plain = _is_tensor(arg)
    if not plain and not is_number(arg):
        what = f"'{arg.name}' is a {arg.type_text}, a functor takes tensors and numbers"
        raise _refused(schema, what, "leave it out, or --kind irregular")
    if plain and not is_tensor:
        raise _refused(schema, f"'{arg.name}' comes after a number, tensors come first")
    if plain and arg.keyword_only:
        raise _refused(schema, f"'{arg.name}' is keyword-only, tensors are given by position")
    if arg.type == "Scalar" and isinstance(arg.default, bool):
        hint = f"bool {arg.name}={arg.default} is a condition, Scalar {arg.name}={int(arg.default)} a number"
        raise _refused(schema, f"'{arg.name}' is a number and defaults to {arg.default}", hint)
    for where, names in _TAKEN.items():
        if arg.name in names:
            raise _refused(schema, f"'{arg.name}' has a meaning of its own {where}")
    if _IN_FUNCTORS.fullmatch(arg.name):
        raise _refused(schema, f"'{arg.name}' is a name that functors use themselves")


def _is_tensor(arg: Arg) -> bool:
    return arg.type == "Tensor" and not (arg.alias or arg.optional or arg.list_size is not None)


def numbers(schema: Schema) -> tuple[Arg, ...]:
    """The arguments after the tensors."""
    return tuple(arg for arg in schema.args if arg.type != "Tensor")


def scalars(schema: Schema) -> str:
    """Numbers whose kind may not be higher than the result's, as a doc lists them: "`by` or `to`"."""
    return " or ".join(f"`{arg.name}`" for arg in numbers(schema) if arg.type == "Scalar")


def _refused(schema: Schema, message: str, hint: str = "") -> Failure:
    return Failure(f"{schema.name}: {message}", hint=hint, code=MISUSED)
