"""Why an entry is nonsense, told when it is written: checks yield reasons, `Table.add` raises the first.

Must not know any op by name.
"""

import keyword
from collections.abc import Iterator

from tt_opspec.dtypes import ALL
from tt_opspec.entry import DEVICES, FAMILIES, PROMOTIONS, OpEntry
from tt_opspec.glue.cpp import RAW_END
from tt_opspec.schema import REQUIRED, Schema
from tt_opspec.schema.model import TYPES
from tt_opspec.signatures import ANNOTATIONS
from tt_opspec.slots import BINARY, COMPARISON, CORE_CALLS, SLOTS

_LIST_TYPES = ("Tensor", "int", "bool")  # the lists that the binder has a slot for
_ATTRIBUTE_TYPES = ("Scalar", "float", "int", "bool")  # what a functor can take besides its elements


def refusals(entry: OpEntry) -> Iterator[str]:
    """Every reason to refuse the entry, the most basic first."""
    yield from _names(entry)
    yield from _documentation(entry)
    yield from _types(entry)
    yield from _dtypes(entry)
    yield from _functor(entry)
    yield from _devices(entry)
    yield from _forms(entry)
    yield from _exposure(entry)
    yield from _slots(entry)


def _names(entry: OpEntry) -> Iterator[str]:
    if keyword.iskeyword(entry.name):
        yield f"'{entry.name}' is a Python keyword, so nobody could call it"
    if entry.family not in FAMILIES:
        yield f"unknown family '{entry.family}', expected one of {', '.join(FAMILIES)}"
    if entry.schema.arg("self") and entry.schema.arg("input"):
        yield "'input' is what Python calls 'self', so nobody could give both"
    if entry.name in ANNOTATIONS:
        yield f"'{entry.name}' is a type in the stubs, which the method would hide"


def _documentation(entry: OpEntry) -> Iterator[str]:
    unfit = next((char for char in entry.doc if not char.isprintable() and char != "\n"), "")
    if not entry.doc:
        yield "doc is missing: it is what help(), the stub and the docs page show"
    elif not entry.summary.endswith("."):
        yield f"doc must open with one line that ends in a full stop, got '{entry.summary[:60]}'"
    elif unfit or RAW_END in entry.doc:
        yield f"doc has {unfit or RAW_END!r}, which the generated C++ cannot hold"


def unbindable(schema: Schema) -> Iterator[str]:
    """What the schema asks for that the binder cannot do; of ops that are registered at run time too."""
    for arg in schema.args:
        known = arg.type in TYPES if arg.list_size is None else arg.type in _LIST_TYPES
        if not known:
            yield f"'{arg.name}' is a {arg.type_text}, which the binder has no slot for"
        if arg.type == "bool" and arg.list_size is not None and arg.default not in (REQUIRED, None):
            yield f"'{arg.name}': a {arg.type_text} can only default to None"
    for result in schema.returns:
        if result.type not in ("Tensor", "int", "float", "bool", "Scalar"):
            yield f"it returns a {result.type_text}, which cannot be handed to Python"


def _types(entry: OpEntry) -> Iterator[str]:
    yield from unbindable(entry.schema)
    if entry.schema.arg("out"):
        yield "'out' follows from out=True and is not written in the schema"


def _dtypes(entry: OpEntry) -> Iterator[str]:
    if not entry.accepts:
        yield "accepts= is empty: no dtype could ever be passed"
    if unknown := sorted(entry.accepts - ALL):
        yield f"accepts= names unknown dtypes: {', '.join(unknown)}"
    if entry.promotes not in PROMOTIONS:
        yield f"unknown promotes='{entry.promotes}', expected one of {', '.join(PROMOTIONS)}"
    if entry.result and entry.result not in ALL:
        yield f"unknown result dtype '{entry.result}'"
    if entry.promotes == "to_bool" and entry.result != "bool":
        yield f"promotes='to_bool' needs result='bool', got '{entry.result}'"


def _functor(entry: OpEntry) -> Iterator[str]:
    if entry.pointwise and entry.functor is None:
        yield "functor is missing: a pointwise op is its functor, written functor='file.h:Name'"
    if entry.functor and not (entry.pointwise or entry.family == "reduction"):
        yield f"functor '{entry.functor}' has no use: loops are made for pointwise ops and reductions only"
    if entry.kernel and not entry.kernel.isidentifier():
        yield f"kernel is the name behind 'register_', got '{entry.kernel}'"
    if entry.kernel and (entry.functor or entry.composite):
        made = "its functor" if entry.functor else "other ops"
        yield f"kernel '{entry.kernel}' has no use: the op is made of {made}"
    if entry.pointwise:
        for arg in entry.schema.args:
            if arg.list_size is not None or arg.optional or arg.type not in ("Tensor", *_ATTRIBUTE_TYPES):
                kind = arg.type_text
                yield f"'{arg.name}' is a {kind}, a functor takes tensors and numbers, hint: irregular()"
        if len(entry.schema.returns) != 1 or entry.schema.returns[0].type != "Tensor":
            yield f"a pointwise op returns one Tensor, got {entry.schema.returns_text}"


def _devices(entry: OpEntry) -> Iterator[str]:
    if unknown := sorted(entry.devices - set(DEVICES)):
        yield f"devices= names unknown devices: {', '.join(unknown)}, expected some of {', '.join(DEVICES)}"
    if "cpu" not in entry.devices:
        yield "devices= leaves out cpu, which every op runs on"
    if len(entry.devices) < len(DEVICES) and (entry.composite or entry.view):
        yield f"devices= has no use: a {entry.family} op runs where its tensors are"


def _forms(entry: OpEntry) -> Iterator[str]:
    if (entry.inplace or entry.out) and entry.mutates:
        yield "the schema writes its argument, so it has no further forms: drop inplace= and out="
    if (entry.inplace or entry.out) and entry.view:
        yield "a view has nowhere to write to: drop inplace= and out="
    if entry.out and any(result.type != "Tensor" for result in entry.schema.returns):
        yield f"out= needs tensor results, got {entry.schema.returns_text}"
    if entry.inplace and (not entry.schema.args or entry.schema.args[0].name != "self"):
        yield "an in-place form writes 'self', which must be the first argument"
    if entry.mutates and not entry.name.endswith("_"):
        yield f"the schema writes an argument, so the name must say so: '{entry.name}_'"
    if entry.name.endswith("_") and not entry.name.endswith("__") and not entry.mutates:
        yield "a name ending in '_' writes its argument, which the schema must say: Tensor(a!) self"


def _exposure(entry: OpEntry) -> Iterator[str]:
    args = entry.schema.args
    if entry.method and (
        not args or args[0].name != "self" or args[0].type_text.partition("(")[0] != "Tensor"
    ):
        yield "a method's first argument is 'Tensor self', hint: method=False"
    if (
        entry.varargs
        and sum(arg.type == "int" and arg.list_size == 0 and not arg.keyword_only for arg in args) != 1
    ):
        yield "varargs=True needs exactly one positional int[] that *size can stand for"
    if entry.family == "factory" and any(arg.type == "Tensor" and arg.alias for arg in args):
        yield "a factory shares no memory with its arguments: drop the alias marks"
    if entry.family == "view" and not entry.view:
        yield "a view's schema says what is shared: Tensor(a) self ... -> Tensor(a)"


def _slots(entry: OpEntry) -> Iterator[str]:
    for slot in entry.slots:
        if slot in CORE_CALLS:
            continue
        if slot not in SLOTS:
            hint = " (in-place and reflected ones follow from the plain slot)" if "inplace" in slot else ""
            yield f"unknown slot '{slot}'{hint}, expected one of {', '.join(SLOTS)}"
            continue
        operands = 2 if slot in BINARY or slot in COMPARISON else 1
        needed = sum(arg.default is REQUIRED for arg in entry.schema.args)
        tensors = [arg for arg in entry.schema.args[:operands] if arg.type == "Tensor"]
        if needed != operands or len(tensors) != operands:
            yield f"slot '{slot}' passes {operands} tensor(s) only, which does not call {entry.schema}"
