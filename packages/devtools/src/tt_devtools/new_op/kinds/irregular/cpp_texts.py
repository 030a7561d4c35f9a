"""The C++ of an irregular op, from the templates beside this file: plan, runs, and the one function to be written.

Pure functions. What is the same for every op stands in the templates, where it can be read as the C++ that it is; here
is what follows from the schema.
"""

import textwrap
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import Final

from tt_devtools.new_op import layout
from tt_devtools.new_op.kinds.any_schema.signature import names_dims
from tt_devtools.new_op.kinds.irregular.fields import Field, first_tensor, is_dtype, result_names
from tt_opspec import dtypes
from tt_opspec.dtypes import DTYPES
from tt_opspec.schema import Schema

TEMPLATES: Final = Path(__file__).parent / "templates"
_KERNELS: Final = "packages/kernels/cpp/tt/kernels"
CPU_FILES: Final = {
    "functor.h.in": f"{_KERNELS}/functors/$name.h",
    "plan.h.in": f"{_KERNELS}/plan/$name.h",
    "plan.cpp.in": f"{_KERNELS}/plan/$name.cpp",
    "cpu.cpp.in": f"{_KERNELS}/cpu/$name.cpp",
}
CUDA_FILES: Final = {
    "cuda.cpp.in": f"{_KERNELS}/cuda/$name.cpp",
    "device.cu.in": f"{_KERNELS}/cuda/device/$name.cu",
    "emulated.cpp.in": f"{_KERNELS}/cuda/emulator/${{name}}_kernels.cpp",
}
"""Template to file."""
_SETS: Final = {
    "kEveryType": dtypes.ALL,
    "kNumberTypes": dtypes.NUMBERS,
    "kRealTypes": dtypes.INTEGRAL | dtypes.FLOATING,
    "kFloatingTypes": dtypes.FLOATING,
    "kIntegralTypes": dtypes.INTEGRAL,
    "kSignedTypes": dtypes.SIGNED,
    "kUnsignedTypes": dtypes.UNSIGNED,
    "kComplexTypes": dtypes.COMPLEX,
    "kFloatDouble": frozenset({"float32", "float64"}),
    "kHalfTypes": frozenset({"float16", "bfloat16"}),
    "kBoolType": dtypes.BOOL,
}
"""The constants of dtype_dispatch.h, the larger ones first."""
_CHECK: Final = '#include "tt/core/base/error.h"\n'


@dataclass(frozen=True, slots=True)
class Irregular:
    """What the texts are made of."""

    schema: Schema
    camel: str
    accepts: AbstractSet[str]
    fields: tuple[Field, ...]
    cuda: bool


def texts(op: Irregular) -> dict[str, str]:
    """Every new file, path to text."""
    meaning = _meaning(op)
    files = CPU_FILES | (CUDA_FILES if op.cuda else {})
    return {
        Template(file).substitute(meaning): layout.filled(TEMPLATES / template, meaning)
        for template, file in files.items()
    }


def _meaning(op: Irregular) -> dict[str, str]:
    schema, name, names = op.schema, op.schema.name, result_names(op.schema)
    first = first_tensor(schema)
    devices = ("cpu", "cuda") if op.cuda else ("cpu",)
    gives_dtype = any(is_dtype(arg) for arg in schema.args)
    return {
        "name": name,
        "Camel": op.camel,
        "schema": _comment(str(schema)),
        "members": "".join(map(_member, op.fields)),
        "results": " and ".join(f"`{each}`" for each in names),
        "first": f"args.{schema.args[first].name}",
        "stores": "".join(f"    args.{each}.store<T>(index, value);\n" for each in names),
        "registrations": "".join(f"void register_{device}_{name}();\n" for device in devices),
        "runs": " and ".join(f"{device}/{name}.cpp" for device in devices),
        "arguments": ", ".join(arg.name for arg in schema.args),
        "includes": _CHECK if gives_dtype else "",
        "self": str(first),
        "checks": _dtype(schema) + "".join(_dim_check(index, op) for index in range(len(schema.args))),
        "allocations": "".join(
            f"  plan.add_result(empty(self.sizes(), dtype, self.device()));  // {each}\n" for each in names
        ),
        "fills": "".join(f"  args.{each.name} = {each.value};\n" for each in op.fields if each.type),
        "calls": "".join(f"  register_{device}_{name}();\n" for device in devices),
        "types": type_set(op.accepts),
    }


def type_set(accepts: AbstractSet[str]) -> str:
    """The dtypes as C++ writes them."""
    parts, left = [], set(accepts)
    for constant, members in _SETS.items():
        if members <= left:
            parts.append(constant)
            left -= members
    return " | ".join([*parts, *(f"bit(DType::{_enumerator(each)})" for each in DTYPES if each in left)])


def _enumerator(dtype: str) -> str:
    special = {"bfloat16": "BFloat16"}
    return special.get(dtype) or (f"UInt{dtype[4:]}" if dtype.startswith("uint") else dtype.capitalize())


def _comment(text: str) -> str:
    return textwrap.fill(text, layout.WIDTH, initial_indent="// ", subsequent_indent="//     ")


def _member(field: Field) -> str:
    if field.type or not field.says:
        return field.member if field.type else ""
    return f"  // {field.name}, a {field.says}, stays on the host; the plan makes a number of what elements need.\n"


def _dtype(schema: Schema) -> str:
    place = next((index for index, arg in enumerate(schema.args) if is_dtype(arg)), None)
    if place is None:
        return (
            "  // Tensors of several dtypes meet in one, as in arithmetic; runs convert them.\n"
            "  const DType dtype = accepted_dtype(op, call);\n"
        )
    return (
        "  // The dtype that is asked for, else the one in which the tensors meet; runs convert them.\n"
        f"  const Slot& asked = call.args[{place}];\n"
        "  const DType dtype = asked.is_none() ? accepted_dtype(op, call) : asked.dtype();\n"
        '  TT_CHECK(op.spec->accepts & bit(dtype), NotImplemented, "not implemented for dtype ", name(dtype),\n'
        '           "; implemented for ", dtype_set_names(op.spec->accepts));\n'
    )


def _dim_check(index: int, op: Irregular) -> str:
    arg = op.schema.args[index]
    if not names_dims(arg) or arg.optional:
        return ""
    if arg.list_size is not None:
        return f"  for (int64_t each : call.args[{index}].list()) wrap_dim(each, self.ndim());\n"
    says = "An IndexError for a dimension that `self` does not have."
    return f"  // {says}\n  wrap_dim(call.args[{index}].i, self.ndim());\n"
