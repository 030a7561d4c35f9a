"""The constructors that entries are written with, one per family: `unary("exp(Tensor self) -> Tensor", ...)`.

A family gives the defaults of its facts: pointwise ops have in-place and out= forms, reductions out=. Each
call adds its entry to the current table, with the file and line of the call. Must not know any op.
"""

from collections.abc import Set
from inspect import cleandoc
from typing import TypedDict, Unpack

from tt_opspec.dtypes import ALL
from tt_opspec.entry import DEVICES, POINTWISE_FAMILIES, Functor, OpEntry, TableError
from tt_opspec.schema import SchemaError, parse
from tt_opspec.table import caller, current


class Facts(TypedDict, total=False):
    """What an entry may say; see OpEntry for the meaning of each."""

    doc: str
    accepts: Set[str]
    promotes: str
    result: str
    functor: str
    kernel: str
    devices: Set[str]
    slot: str | tuple[str, ...]
    numpy: str
    function: bool
    method: bool
    inplace: bool
    out: bool
    varargs: bool
    numbers: bool
    exact_numbers: bool


def unary(schema: str, **facts: Unpack[Facts]) -> OpEntry:
    """One tensor, element by element."""
    return _define("unary", schema, {"promotes": "default", "inplace": True, "out": True, **facts})


def binary(schema: str, **facts: Unpack[Facts]) -> OpEntry:
    """Two tensors, broadcast, element by element; either may be a Python number."""
    return _define("binary", schema, {"promotes": "default", "inplace": True, "out": True, **facts})


def ternary(schema: str, **facts: Unpack[Facts]) -> OpEntry:
    """Three tensors or more, broadcast, element by element; each may be a Python number."""
    return _define("ternary", schema, {"promotes": "default", "inplace": True, "out": True, **facts})


def reduction(schema: str, **facts: Unpack[Facts]) -> OpEntry:
    """Many elements to one, over all dimensions or some. No in-place form: the result's shape is another."""
    return _define("reduction", schema, {"out": True, **facts})


def view(schema: str, **facts: Unpack[Facts]) -> OpEntry:
    """Another look at the memory of `self`; every dtype."""
    return _define("view", schema, {"accepts": ALL, **facts})


def factory(schema: str, **facts: Unpack[Facts]) -> OpEntry:
    """A new tensor from a shape, or of the shape of another; every dtype. No method."""
    return _define("factory", schema, {"accepts": ALL, "method": False, "out": True, **facts})


def irregular(schema: str, **facts: Unpack[Facts]) -> OpEntry:
    """An op with a kernel file of its own; every dtype unless said otherwise."""
    return _define("irregular", schema, {"accepts": ALL, **facts})


def composite(schema: str, **facts: Unpack[Facts]) -> OpEntry:
    """An op made of calls to other ops, whose derivatives are all it needs."""
    return _define("composite", schema, {"accepts": ALL, **facts})


def _define(family: str, schema: str, facts: Facts) -> OpEntry:
    file, line = caller(2)
    try:
        parsed = parse(schema)
    except SchemaError as error:
        raise TableError(f"{file}:{line}: {error.message}\n{error.caret()}") from None
    if unknown := sorted(set(facts) - set(Facts.__annotations__)):
        known = ", ".join(Facts.__annotations__)
        raise TableError(f"{parsed.qualified}: no fact '{unknown[0]}=', expected {known} ({file}:{line})")
    functor, promotes, slot = facts.get("functor", ""), facts.get("promotes", "none"), facts.get("slot", ())
    header, colon, name = functor.partition(":")
    if functor and not (header.endswith(".h") and colon and name.isidentifier()):
        written = f"functor is written 'file.h:Name', got '{functor}'"
        raise TableError(f"{parsed.qualified}: {written} ({file}:{line})")
    entry = OpEntry(
        schema=parsed,
        family=family,
        doc=cleandoc(facts.get("doc", "")),
        accepts=frozenset(facts.get("accepts", ())),
        promotes=promotes,
        result=facts.get("result", "bool" if promotes == "to_bool" else ""),
        functor=Functor(header, name) if functor else None,
        kernel=facts.get("kernel", ""),
        devices=frozenset(facts.get("devices", DEVICES)),
        slots=(slot,) if isinstance(slot, str) else slot,
        numpy=facts.get("numpy", ""),
        function=facts.get("function", True),
        method=facts.get("method", True),
        inplace=facts.get("inplace", False),
        out=facts.get("out", False),
        varargs=facts.get("varargs", False),
        numbers=facts.get("numbers", family in POINTWISE_FAMILIES),
        exact_numbers=facts.get("exact_numbers", False),
        file=file,
        line=line,
    )
    return current().add(entry)
