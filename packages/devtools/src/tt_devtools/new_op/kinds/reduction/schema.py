"""What a reduction's schema may be: the arguments that the one plan of reductions reads, plan/reduction.cpp."""

from typing import Final

from tt_devtools.failure import MISUSED, Failure
from tt_opspec.schema import Schema

_DIMS: Final = "int[1]? dim=None, bool keepdim=False"
_DTYPE: Final = "*, ScalarType? dtype=None"
FORMS: Final = tuple(
    f"({', '.join(('Tensor self', *more))}) -> Tensor" for more in ((_DIMS, _DTYPE), (_DTYPE,), (_DIMS,), ())
)


def has_form(schema: Schema) -> bool:
    """Whether it is one of FORMS."""
    return str(schema).removeprefix(schema.name) in FORMS


def has_dims(schema: Schema) -> bool:
    """Whether it is over some dims, and not always over all."""
    return schema.arg("dim") is not None


def check(schema: Schema) -> None:
    """A Failure for any other schema."""
    count = len(schema.tensors)
    if count != 1:
        raise Failure(f"a reduction op has 1 tensor(s), the schema has {count}", code=MISUSED)
    if not has_form(schema):
        what = f"{schema.name}: a reduction's arguments are fixed, each of {_DIMS} and of {_DTYPE} as a whole or not"
        raise Failure(what, hint=f"{schema.name}{FORMS[0]}", code=MISUSED)
