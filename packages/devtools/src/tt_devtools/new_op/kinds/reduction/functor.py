"""The functor header of a reduction."""

from dataclasses import dataclass
from typing import Final

from tt_devtools.new_op.asked.request import Request
from tt_devtools.new_op.kinds.reduction.parts import REDUCED, parts_of
from tt_devtools.new_op.language.cpp_text import CppBody
from tt_devtools.new_op.language.expression import Node
from tt_devtools.new_op.layout import marked
from tt_opspec.dtypes import COMPLEX, FLOATING


@dataclass(frozen=True, slots=True)
class _Combination:
    """How two partial results become one. `accumulator` is of T, the rest of A."""

    identity: str
    combined: str
    accumulator: str = "typename SumOf<T>::type"
    header: str = "sums.h"


_SUM: Final = _Combination("A{}", "a + b")
_COMBINATIONS: Final = {
    "sum": _SUM,
    "mean": _SUM,
    "prod": _Combination("A(1)", "a * b"),
    "max": _Combination(
        "math::least<A>()", "math::greater_of(a, b)", "typename ComparedAs<T>::type", "math_order.h"
    ),
    "min": _Combination(
        "math::greatest<A>()", "math::less_of(a, b)", "typename ComparedAs<T>::type", "math_order.h"
    ),
}


def result_dtype(request: Request) -> str:
    """The enumerator of ReductionDType: what the result's dtype is, functor.h."""
    if request.value is not None and parts_of(request.value).chooses:
        return "Same"
    return "Wide" if request.dtypes.accepts - FLOATING - COMPLEX else "Inexact"


def functor(request: Request) -> str:
    """The header functors/<name>.h."""
    name = request.name
    parts = parts_of(request.value) if request.value is not None else None
    how = _COMBINATIONS[parts.reduce] if parts else _SUM
    says = f"`{name}`: how elements are combined." if parts else f"`{name}`: still to be written."
    headers, members = {"functor.h", how.header}, ""
    if parts and parts.maps:
        body = CppBody(request.vocabulary, {"self": "x"}, "A")
        members += _member("map(A x)", body, parts.element)
        headers |= body.headers
    if parts and (parts.finishes or parts.reduce == "mean"):
        mean = parts.reduce == "mean"
        body = CppBody(request.vocabulary, {REDUCED: "a"}, "A")
        divide = "    a = a / static_cast<A>(count);\n" if mean else ""
        members += _member(
            f"finish(A a, {'int64_t count' if mean else 'int64_t'})", body, parts.finish, divide
        )
        headers |= body.headers
    kind = result_dtype(request)
    marks = [] if parts else ["kUnwritten"]
    marks += ["kWraps"] if kind == "Wide" else []
    marks += ["kComponentwise"] if request.dtypes.accepts & COMPLEX else []
    declared = "".join(f"{line}\n" for line in marked(marks))
    includes = "\n".join(f'#include "tt/kernels/functors/{header}"' for header in sorted(headers))
    return f"""\
// {says} See sums.h for what a reduction's functor has.
#pragma once

{includes}

namespace tt::kernels {{

struct {request.camel} {{
  TT_FUNCTOR;
{declared}  static constexpr ReductionDType kDType = ReductionDType::{kind};
  template <class T>
  using Accumulator = {how.accumulator};
{members}  template <class A>
  TT_HD static A identity() {{
    return {how.identity};
  }}
  template <class A>
  TT_HD A combine(A a, A b) const {{
    return {how.combined};
  }}
}};

}}  // namespace tt::kernels
"""


def _member(signature: str, body: CppBody, node: Node, before: str = "") -> str:
    value = body.value(node)
    statements = "".join(f"    {statement}\n" for statement in body.statements)
    return f"  template <class A>\n  TT_HD A {signature} const {{\n{before}{statements}    return {value};\n  }}\n"
