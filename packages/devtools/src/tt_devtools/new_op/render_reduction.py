"""The texts of a reduction: functor, derivative, samples. Pure functions from a Request, as in `render`."""

from tt_devtools.new_op.cpp_text import CppBody
from tt_devtools.new_op.derive import GRAD, RESULT, Derivatives
from tt_devtools.new_op.expression import Node, names_in
from tt_devtools.new_op.python_text import formula_text, numpy_text, wrapped
from tt_devtools.new_op.reduction import REDUCED
from tt_devtools.new_op.request import Request
from tt_devtools.new_op.resolve import Scope

_CASES = """\
    call(t()),
    call(t(17)),
    call(t(3, 5, 7)),
    call(t(2, 0, 3)),
    call(t(1030)),"""
_DIM_CASES = """\
    call(t(3, 5, 7), 0),
    call(t(3, 5, 7), -1, True),
    call(t(3, 5, 7), (0, 2)),
    call(t(3, 5, 7), None, keepdim=True),
    call(t(2, 0, 3), 0),
    call(t(3, 1030), 1),
    call(t(1030, 3), 0),"""


def functor(request: Request) -> str:
    """The header functors/<name>.h."""
    name, parts = request.name, request.reduction
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


def derivative(request: Request, ops: str) -> str:
    """The formula as a function: the slope of what was reduced, back in its dims, times that of an element."""
    name, parts = request.name, request.reduction
    assert parts is not None
    finish_scope = Scope(request.vocabulary, request.expr, {GRAD: True, RESULT: True, REDUCED: True})
    slope_node = Derivatives(finish_scope).formula(parts.finish, REDUCED)
    element_scope = Scope(request.vocabulary, request.expr, {"self": True, GRAD: True})
    element_node = Derivatives(element_scope, result="").formula(parts.element, "self")
    if slope_node is None or element_node is None:
        return f'non_differentiable("{name}")\n'
    has_dim = request.schema.arg("dim") is not None
    where = "dim, keepdim" if has_dim else ""
    slope = wrapped(formula_text(slope_node, finish_scope, ops), 3)
    lines = []
    if REDUCED in names_in(slope_node):
        element = wrapped(formula_text(parts.element, element_scope, ops), 6)
        lines.append(f"    {REDUCED} = {element}.{parts.reduce}({where})")
    if parts.reduce == "mean":
        # An empty result has no elements to divide between.
        slope = f"{slope} / (self.numel() / max(result.numel(), 1))"
    if has_dim:
        slope = f"restored({slope}, self.shape, dim, keepdim)"
    lines.append(f"    {GRAD} = {slope}")
    gradient = formula_text(element_node, element_scope, ops)
    if "self" not in names_in(element_node):
        gradient = f"{wrapped(gradient, 6)}.expand(self.shape)", 6
    lines.append(f"    return {gradient[0]}")
    used = "\n".join(lines)
    parameters = [f"{GRAD}: Tensor", "self: Tensor"]
    parameters += [f"{RESULT}: Tensor"] if "result" in used else []
    parameters += ["dim: tuple[int, ...] | None", "keepdim: bool"] if has_dim else []
    return (
        f"def {name}_self({', '.join(parameters)}) -> Tensor:\n"
        f'    """The derivative of `{request.expr}`."""\n{used}\n\n\n'
        f'derivative("{name}", self={name}_self)\n'
    )


def samples(request: Request) -> str:
    """tests/ops/samples/<name>.py."""
    name, parts = request.name, request.reduction
    has_dim = request.schema.arg("dim") is not None
    dims = "dim: Any = None, keepdim: bool = False, " if has_dim else ""
    cases = f"{_CASES}\n{_DIM_CASES}" if has_dim else _CASES
    if parts is not None and (parts.finishes or parts.reduce == "mean"):
        # What nothing is finished to may be infinite or NaN, of which differences say nothing.
        cases = cases.replace("    call(t(2, 0, 3)),\n", "")
    facts = [f'"{name}"', "CASES", f"reference=_{name}"]
    if parts is None:
        body = f'    raise NotImplementedError("{name}: the reference is not written yet")\n'
        blanks = ["functor", "reference", "self"]
        if request.numpy:
            blanks.remove("reference")
            body = _reference(has_dim, f"np.{request.numpy}(values, axis=axis, keepdims=keepdim)")
        facts.append("unwritten=(" + ", ".join(f'"{blank}"' for blank in blanks) + ")")
        says = "What is in `unwritten` is expected to fail until it is written."
    else:
        element = numpy_text(parts.element, request.vocabulary, {"self": "values"})
        reduced = f"np.{parts.reduce}({element}, axis=axis, keepdims=keepdim)"
        body = _reference(has_dim, numpy_text(parts.finish, request.vocabulary, {REDUCED: reduced}))
        facts.append("stepwise=True")
        says = "The reference takes the steps that the functor takes."
    uses_dtype = "exact(" in body
    imports = "from samples.dtypes import exact\n" if uses_dtype else ""
    more = "reference_of, samples" if "reference_of" in body else "samples"
    return f'''\
"""Samples of `{name}`. {says}"""

{"from typing import Any" + chr(10) + chr(10) if has_dim else ""}import numpy as np

from samples import {more}
{imports}from samples.recipe import call, t

CASES = [
{cases}
]


def _{name}(self: np.ndarray, {dims}*, dtype: str | None = None) -> np.ndarray:
{body}

samples({", ".join(facts)})
'''


def _reference(has_dim: bool, value: str) -> str:
    text = value if has_dim else value.replace("axis=axis, keepdims=keepdim", "axis=None")
    axis = "    axis = None if dim is None or dim == () else dim\n" if has_dim else ""
    cast = "    values = self if dtype is None else self.astype(exact(dtype))\n"
    return f"{cast}{axis}    return {text}\n"
