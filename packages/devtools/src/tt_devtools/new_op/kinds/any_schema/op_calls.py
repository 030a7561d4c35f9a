"""Calls of ops in an expression that is Python: which overload each is, and how a body says it.

Reads the syntax tree and the table; nothing is executed.
"""

import ast
from collections.abc import Iterator, Sequence, Set
from typing import Final

from tt_devtools.new_op.language.vocabulary import Vocabulary
from tt_opspec.entry import OpEntry
from tt_opspec.schema import REQUIRED

BUILTINS: Final = ("bool", "enumerate", "float", "int", "len", "list", "range", "tuple", "zip")
OVER_ITEMS: Final = ("all", "any", "max", "min", "sum")
"""Python's own where they are given a comprehension: `sum(each * each for each in tensors)`."""
_SLOTS: Final = {
    "Add": "nb_add", "Sub": "nb_subtract", "Mult": "nb_multiply", "Div": "nb_true_divide", "Pow": "nb_power",
    "FloorDiv": "nb_floor_divide", "Mod": "nb_remainder", "MatMult": "nb_matrix_multiply", "BitAnd": "nb_and",
    "BitOr": "nb_or", "BitXor": "nb_xor", "LShift": "nb_lshift", "RShift": "nb_rshift", "USub": "nb_negative",
    "UAdd": "nb_positive", "Invert": "nb_invert", "Lt": "tp_lt", "LtE": "tp_le", "Gt": "tp_gt", "GtE": "tp_ge",
    "Eq": "tp_eq", "NotEq": "tp_ne",
}  # fmt: skip
"""The slot that Python calls for an operator, by the name of its node."""


def entries_in(tree: ast.expr, vocabulary: Vocabulary) -> Iterator[OpEntry]:
    """Every entry that a call or an operator of it may mean."""
    for each in ast.walk(tree):
        if isinstance(each, ast.Call) and (found := entry_of(each, vocabulary)) is not None:
            yield found
        slot = _SLOTS.get(type(each).__name__, "")
        yield from (entry for entry in vocabulary.entries if slot and slot in entry.slots)


def is_op(call: ast.Call, vocabulary: Vocabulary) -> bool:
    """Whether a call is one of an op, and not of a function of Python's."""
    if isinstance(call.func, ast.Attribute):
        return any(entry.name == call.func.attr and entry.method for entry in vocabulary.entries)
    name = call.func.id if isinstance(call.func, ast.Name) else ""
    given = call.args[0] if call.args else None
    if name in OVER_ITEMS and isinstance(given, ast.GeneratorExp | ast.ListComp):
        return False
    return name not in BUILTINS and any(entry.name == name for entry in vocabulary.entries)


def entry_of(call: ast.Call, vocabulary: Vocabulary) -> OpEntry | None:
    """The first overload that takes as many arguments, of these names; None where it is no op's call."""
    if not is_op(call, vocabulary):
        return None
    match call.func:
        case ast.Attribute(value=receiver, attr=name):
            overloads = [entry for entry in vocabulary.entries if entry.name == name and entry.method]
            values = [receiver, *call.args]
        case ast.Name(id=name):
            overloads = [entry for entry in vocabulary.entries if entry.name == name]
            values = call.args
        case _:
            return None
    keywords = {each.arg for each in call.keywords}
    return next((entry for entry in overloads if _takes(entry, values, keywords)), None)


def _takes(entry: OpEntry, values: Sequence[ast.expr], keywords: Set[str | None]) -> bool:
    args = entry.schema.args
    positional = [arg for arg in args if not arg.keyword_only]
    given = {arg.name for arg in positional[: len(values)]} | keywords
    if len(values) > len(positional) and not entry.varargs:
        return False
    if not keywords <= {arg.name for arg in args}:
        return False
    if any(arg.name not in given for arg in args if arg.default is REQUIRED):
        return False
    return entry.numbers or not any(
        arg.type == "Tensor" and isinstance(value, ast.Constant)
        for arg, value in zip(positional, values, strict=False)
    )


def with_ops(text: str, tree: ast.expr, vocabulary: Vocabulary) -> str:
    """The Python of a body: the text, in which ops that are called by their names are attributes of `ops`."""
    places = [
        each.func.col_offset
        for each in ast.walk(tree)
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Name) and is_op(each, vocabulary)
    ]
    written = text.encode()  # Python counts bytes
    for place in sorted(places, reverse=True):
        written = written[:place] + b"ops." + written[place:]
    return written.decode()
