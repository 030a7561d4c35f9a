"""The functor header of a reduction."""

from tt_devtools.new_op.cpp_text import CppBody
from tt_devtools.new_op.expression import Node
from tt_devtools.new_op.kinds.reduction.parts import REDUCED, parts_of
from tt_devtools.new_op.request import Request


def functor(request: Request) -> str:
    """The header functors/<name>.h."""
    name, parts = request.name, parts_of(request)
    says = f"`{name}`: how elements are combined." if parts else f"`{name}`: still to be written."
    headers, marks, members = {"functor.h"}, "", ""
    if parts is None:
        marks = "  static constexpr bool kUnwritten = true;\n"
    else:
        if parts.maps:
            body = CppBody(request.vocabulary, {"self": "x"}, "A")
            members += _member("map(A x)", body, parts.element)
            headers |= body.headers
        if parts.finishes or parts.reduce == "mean":
            mean = parts.reduce == "mean"
            count = "int64_t count" if mean else "int64_t"
            body = CppBody(request.vocabulary, {REDUCED: "a"}, "A")
            divide = "    a = a / static_cast<A>(count);\n" if mean else ""
            members += _member(f"finish(A a, {count})", body, parts.finish, divide)
            headers |= body.headers
    includes = "\n".join(f'#include "tt/kernels/functors/{header}"' for header in sorted(headers))
    return f"""\
// {says} See sums.h for what a reduction's functor has.
#pragma once

#include <type_traits>

{includes}

namespace tt::kernels {{

struct {request.camel} {{
  TT_FUNCTOR;
{marks}  static constexpr ReductionDType kDType = ReductionDType::Inexact;
  // Short floats are combined as float.
  template <class T>
  using Accumulator = std::conditional_t<sizeof(T) == 8, double, float>;
{members}  template <class A>
  TT_HD static A identity() {{
    return A{{}};
  }}
  template <class A>
  TT_HD A combine(A a, A b) const {{
    return a + b;
  }}
}};

}}  // namespace tt::kernels
"""


def _member(signature: str, body: CppBody, node: Node, before: str = "") -> str:
    value = body.value(node)
    statements = "".join(f"    {statement}\n" for statement in body.statements)
    return f"  template <class A>\n  TT_HD A {signature} const {{\n{before}{statements}    return {value};\n  }}\n"
