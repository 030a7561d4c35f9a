"""CPython's operator slots that `slot=` may fill, and the methods that Python derives from each.

A binary slot is called for both `a - b` and its reflection: core swaps the two slots of the Call, so there is
no entry for `__rsub__`. The in-place slot follows where the op has an in-place form. Must not know any op.
"""

from typing import Final

BINARY: Final = {
    "nb_add": "add", "nb_subtract": "sub", "nb_multiply": "mul", "nb_true_divide": "truediv",
    "nb_floor_divide": "floordiv", "nb_remainder": "mod", "nb_power": "pow", "nb_matrix_multiply": "matmul",
    "nb_and": "and", "nb_or": "or", "nb_xor": "xor", "nb_lshift": "lshift", "nb_rshift": "rshift",
}  # fmt: skip
UNARY: Final = {"nb_negative": "neg", "nb_positive": "pos", "nb_absolute": "abs", "nb_invert": "invert"}
COMPARISON: Final = {f"tp_{name}": name for name in ("lt", "le", "eq", "ne", "gt", "ge")}
"""One name for each operator that `tp_richcompare` is called with."""
SLOTS: Final = {**BINARY, **UNARY, **COMPARISON}
CORE_CALLS: Final = (
    "index_int", "index_slice", "index_none", "index_all", "assign_tensor", "assign_number", "item", "clone",
    "any",
)  # fmt: skip
"""Places in core that call an op with arguments of their own: subscripts, assignment, reading a number, `in`."""


def inplace_slot(slot: str) -> str:
    """`nb_add` to `nb_inplace_add`; "" where Python has no augmented assignment."""
    return slot.replace("nb_", "nb_inplace_", 1) if slot in BINARY else ""


def methods(slot: str) -> tuple[str, ...]:
    """The special methods that Python derives from a slot."""
    name = SLOTS[slot]
    return (f"__{name}__", f"__r{name}__") if slot in BINARY else (f"__{name}__",)
