"""op_table.gen.cpp: the parsed table as constexpr data of the types in tt/core/dispatch/spec.h."""

from collections.abc import Iterator, Sequence
from typing import Final

from tt_opspec.dtypes import mask
from tt_opspec.entry import OpEntry
from tt_opspec.glue.cpp import PROMOTIONS, boolean, floating, header, identifier, integer, string
from tt_opspec.schema import REQUIRED, Alias, Arg, Return

ARG_TYPES: Final = {
    "Tensor": "Tensor", "int": "Int", "float": "Float", "bool": "Bool", "Scalar": "Scalar", "str": "Str",
    "ScalarType": "DType", "Device": "Device", "Layout": "Layout", "MemoryFormat": "MemoryFormat",
    "Generator": "Generator",
}  # fmt: skip
LIST_TYPES: Final = {"Tensor": "TensorList", "int": "IntList", "bool": "BoolList"}
ENUMS: Final = {
    "Layout": ("strided", "sparse_coo"),
    "MemoryFormat": ("contiguous_format", "preserve_format", "channels_last", "channels_last_3d"),
}  # a default of these types is an Int: its place in core's enum

_PREAMBLE: Final = """#include <cstdint>
#include <iterator>
#include <limits>

#include "tt/core/dispatch/spec.h"

namespace @NAMESPACE@ {

extern const OpTable op_table;

namespace {

// Defaults by kind; a table need not use them all.
[[maybe_unused]] constexpr DefaultSpec required{DefaultKind::Required, 0, 0, "", nullptr};
[[maybe_unused]] constexpr DefaultSpec none{DefaultKind::None, 0, 0, "", nullptr};
[[maybe_unused]] constexpr DefaultSpec integer(int64_t value) {
  return {DefaultKind::Int, value, 0, "", nullptr};
}
[[maybe_unused]] constexpr DefaultSpec floating(double value) {
  return {DefaultKind::Float, 0, value, "", nullptr};
}
[[maybe_unused]] constexpr DefaultSpec boolean(bool value) {
  return {DefaultKind::Bool, value, 0, "", nullptr};
}
[[maybe_unused]] constexpr DefaultSpec text(const char* value) {
  return {DefaultKind::Str, 0, 0, value, nullptr};
}
[[maybe_unused]] constexpr DefaultSpec dtype(const char* name) {
  return {DefaultKind::DType, 0, 0, name, nullptr};
}
[[maybe_unused]] constexpr DefaultSpec list(const int64_t* values, int64_t count) {
  return {DefaultKind::IntList, count, 0, "", values};
}
"""


def op_table(entries: Sequence[OpEntry], namespace: str = "tt::kernels") -> str:
    """The file's text; the constant that it defines is `namespace::op_table`."""
    names = "" if namespace.startswith("tt::") else "\n\nusing namespace tt;"
    lines = [
        header("the op table", ("Every op as data: what the binder, dispatch and help() read.",)),
        _PREAMBLE.replace("@NAMESPACE@ {", f"{namespace} {{{names}"),
    ]
    for entry in entries:
        lines += [*_arrays(entry), ""]
    lines.append("constexpr OpSpec ops[] = {")
    for entry in entries:
        lines += _op(entry)
    lines += ["};", "", "}  // namespace", ""]
    lines += [
        "const OpTable op_table{ops, static_cast<int>(std::size(ops))};",
        "",
        f"}}  // namespace {namespace}",
        "",
    ]
    return "\n".join(lines)


def _arrays(entry: OpEntry) -> Iterator[str]:
    name = identifier(entry.qualified)
    for arg in entry.schema.args:
        values = _default_ints(arg)
        if values:
            items = ", ".join(map(integer, values))
            yield f"constexpr int64_t {name}_{arg.name}[] = {{{items}}};"
    if entry.schema.args:
        yield f"constexpr ArgSpec {name}_args[] = {{"
        yield from (f"    {_arg(name, arg)}," for arg in entry.schema.args)
        yield "};"
    if entry.schema.returns:
        results = ", ".join(_result(result) for result in entry.schema.returns)
        yield f"constexpr ReturnSpec {name}_returns[] = {{{results}}};"


def _arg(op: str, arg: Arg) -> str:
    type_ = ARG_TYPES[arg.type] if arg.list_size is None else LIST_TYPES[arg.type]
    fields = (
        string(arg.name),
        f"ArgType::{type_}",
        f"/*optional*/{boolean(arg.optional)}",
        f"/*keyword_only*/{boolean(arg.keyword_only)}",
        str(-1 if arg.list_size is None else arg.list_size),
        str(_alias_set(arg.alias)),
        boolean(bool(arg.alias and arg.alias.writes)),
        _default(op, arg),
    )
    return "{" + ", ".join(fields) + "}"


def _result(result: Return) -> str:
    type_ = ARG_TYPES[result.type] if result.list_size is None else LIST_TYPES[result.type]
    writes = boolean(bool(result.alias and result.alias.writes))
    return f"{{{string(result.name)}, ArgType::{type_}, {_alias_set(result.alias)}, {writes}}}"


def _alias_set(alias: Alias | None) -> int:
    return ord(alias.name[0]) - ord("a") + 1 if alias else 0


def _default_ints(arg: Arg) -> tuple[int, ...]:
    """The items of a list's default, a bare int repeated for each."""
    if arg.list_size is None or arg.type != "int":
        return ()
    if isinstance(arg.default, tuple):
        return tuple(int(item) for item in arg.default)
    return (arg.default,) * arg.list_size if isinstance(arg.default, int) else ()


def _default(op: str, arg: Arg) -> str:
    value = arg.default
    if value is REQUIRED:
        return "required"
    if value is None:
        return "none"
    if arg.list_size is not None:
        items = _default_ints(arg)
        return f"list({f'{op}_{arg.name}' if items else 'nullptr'}, {len(items)})"
    if isinstance(value, bool):
        return f"boolean({boolean(value)})"
    if isinstance(value, int):
        return f"integer({integer(value)})"
    if isinstance(value, float):
        return f"floating({floating(value)})"
    assert isinstance(value, str)
    if arg.type in ENUMS:
        return f"integer({ENUMS[arg.type].index(value)} /*{value}*/)"
    return f"dtype({string(value)})" if arg.type == "ScalarType" else f"text({string(value)})"


def _op(entry: OpEntry) -> Iterator[str]:
    schema, name = entry.schema, identifier(entry.qualified)
    yield f"    {{{string(schema.name)}, {string(schema.overload)}, {string(str(schema))},"
    yield f"     {string(entry.doc)},"
    yield f"     {string(entry.numpy)}, {string(','.join(entry.all_slots))}, {_functor(entry)},"
    yield f"     {{{string(entry.file)}, {entry.line}}},"
    yield (
        f"     {f'{name}_args' if schema.args else 'nullptr'}, {len(schema.args)}, "
        f"{f'{name}_returns' if schema.returns else 'nullptr'}, {len(schema.returns)},"
    )
    yield f"     {' | '.join(flags(entry)) or '0'},"
    promotes = f"Promotion::{PROMOTIONS[entry.promotes]}"
    yield f"     {mask(entry.accepts):#06x}, {promotes}, {string(entry.result)}}},"


def _functor(entry: OpEntry) -> str:
    return string(entry.functor.name if entry.functor else "")


def flags(entry: OpEntry) -> list[str]:
    """The OpFlag names that hold for the entry."""
    held = {
        "kFunction": entry.function,
        "kMethod": entry.method,
        "kInplaceForm": entry.inplace,
        "kOutForm": entry.out,
        "kView": entry.view,
        "kMutates": entry.mutates,
        "kFactory": entry.from_device,
        "kVarargs": entry.varargs,
        "kInternal": entry.internal,
        "kPointwise": entry.pointwise,
        "kReduction": entry.family == "reduction",
        "kComposite": entry.composite,
        "kTakesNumbers": entry.numbers,
        "kExactNumbers": entry.exact_numbers,
    }
    return [flag for flag, holds in held.items() if holds]
