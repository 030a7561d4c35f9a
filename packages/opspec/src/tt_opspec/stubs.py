"""The committed stub of everything that the table gives to Python: methods of Tensor, then functions.

From the table alone; `tt_opspec.generate --stubs` writes it. Must not know any op by name.
"""

import re
from collections.abc import Iterator, Sequence

from tt_opspec.entry import OpEntry
from tt_opspec.signatures import (
    Signature,
    function_signatures,
    inplace_signatures,
    method_signatures,
    named_result,
    result_type,
)
from tt_opspec.slots import BINARY, COMPARISON, SLOTS, methods

_HEADER = """\
# Made by tt_opspec.generate --stubs from the op table; not edited by hand.
# The functions that tt gets from the table, and the methods that Tensor gets.
# ruff: noqa: E501
# fmt: off
"""

_IMPORTS = (
    {"collections.abc": ("Sequence",), "typing": ("NamedTuple", "overload")},
    {"tt_core": ("Generator", "Tensor", "device", "dtype", "layout", "memory_format")},
)

Stub = tuple[Signature, str]  # and its doc


def stubs(entries: Sequence[OpEntry]) -> str:
    """The stub's text."""
    lines: list[str] = []
    for entry in entries:
        if result_type(entry) == named_result(entry):
            lines += [*_named_tuple(entry), ""]
    lines += [
        "class TensorOps:",
        '    """Base of Tensor in the stubs: the methods that the table gives to it."""',
        "",
    ]
    for name, found in _by_name(_methods(entries)).items():
        lines += [*_defs(name, found, "    "), ""]
    for name, found in _by_name(_functions(entries)).items():
        lines += [*_defs(name, found, ""), ""]
    text = "\n".join(lines[:-1]) + "\n"
    return f"{_HEADER}{_imports(text)}\nNumber = bool | int | float | complex\n\n{text}"


def _imports(text: str) -> str:
    """The import lines that `text` needs."""
    blocks: list[str] = []
    for modules in _IMPORTS:
        lines = ""
        for module, names in modules.items():
            used = [name for name in names if re.search(rf"(?<!\.)\b{name}\b(?!:)", text)]
            lines += f"from {module} import {', '.join(used)}\n" if used else ""
        blocks += [lines] if lines else []
    return "\n".join(blocks)


def _functions(entries: Sequence[OpEntry]) -> Iterator[Stub]:
    for entry in entries:
        if entry.function:
            yield from ((signature, entry.doc) for signature in function_signatures(entry))


def _methods(entries: Sequence[OpEntry]) -> Iterator[Stub]:
    for entry in entries:
        doc = entry.summary if entry.function else entry.doc  # the function has the whole text
        if entry.method:
            yield from ((signature, doc) for signature in method_signatures(entry))
        if entry.inplace:
            summary = f"In-place form of `{entry.name}`."
            yield from ((signature, summary) for signature in inplace_signatures(entry))
        for slot in (slot for slot in entry.slots if slot in SLOTS):
            yield from _operators(entry, slot)


def _operators(entry: OpEntry, slot: str) -> Iterator[Stub]:
    two = slot in BINARY or slot in COMPARISON
    operand = f"self, other: {'Tensor | Number' if entry.pointwise else 'Tensor'}" if two else "self"
    for name in methods(slot):
        yield Signature(name, operand, "Tensor"), entry.summary
    if slot in BINARY and entry.inplace:
        yield Signature(f"__i{SLOTS[slot]}__", operand, "Tensor"), f"In-place form of `{entry.name}`."


def _by_name(found: Iterator[Stub]) -> dict[str, list[Stub]]:
    names: dict[str, list[Stub]] = {}
    for signature, doc in found:
        names.setdefault(signature.name, []).append((signature, doc))
    return dict(sorted(names.items()))


def _defs(name: str, found: list[Stub], indent: str) -> Iterator[str]:
    unique = dict.fromkeys(found)
    ignore = (
        "  # type: ignore[override, unused-ignore]" if name in ("__eq__", "__ne__") else ""
    )  # object's return bool
    said: set[str] = set()
    for signature, doc in unique:
        if len(unique) > 1:
            yield f"{indent}@overload"
        lines = quotable(doc).split("\n")
        body = " ..." if doc in said else ""
        yield f"{indent}def {name}({signature.parameters}) -> {signature.result}:{body}{ignore}"
        if doc in said:
            continue
        said.add(doc)
        if len(lines) == 1:
            yield f'{indent}    """{lines[0]}"""'
            continue
        yield f'{indent}    """{lines[0]}'
        yield from (f"{indent}    {line}".rstrip() for line in lines[1:])
        yield f'{indent}    """'


def quotable(doc: str) -> str:
    """As it stands between three quotes."""
    return doc.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')


def _named_tuple(entry: OpEntry) -> Iterator[str]:
    yield f"class {named_result(entry)}(NamedTuple):"
    yield from (f"    {result.name}: Tensor" for result in entry.schema.returns)
