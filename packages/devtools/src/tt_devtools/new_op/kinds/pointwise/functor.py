"""The functor header of a pointwise op."""

from collections.abc import Iterable

from tt_devtools.new_op.asked.request import Request
from tt_devtools.new_op.kinds.pointwise.accepted import keeps_integers
from tt_devtools.new_op.language.cpp_text import CppBody
from tt_devtools.new_op.language.expression import Node
from tt_devtools.new_op.layout import cpp_statement, marked


def functor(request: Request) -> str:
    """The header functors/<name>.h."""
    arguments = [arg.name for arg in request.schema.args]
    typed = ", ".join(f"T {name}" for name in arguments)
    if request.value is None:
        body, marks = ["return self;"], ["kUnwritten"]
        headers: Iterable[str] = ()
        says = f"`{request.name}` of one element: still to be written."
    else:
        body, made = _body(request, request.value)
        headers = made.headers
        marks = sorted(made.marks | ({"kWraps"} if keeps_integers(request.dtypes) else set()))
        says = f"`{request.name}` of one element."
    includes = [f'#include "tt/kernels/functors/{header}"' for header in sorted({"functor.h", *headers})]
    lines = [f"// {says}", "#pragma once", "", *includes, "", "namespace tt::kernels {", ""]
    lines += [f"struct {request.camel} {{", "  TT_FUNCTOR;"]
    lines += marked(marks)
    lines += ["  template <class T>", *cpp_statement(f"  TT_HD T operator()({typed}) const {{", "  ")]
    for statement in body:
        lines += cpp_statement(f"    {statement}", "    ")
    return "\n".join([*lines, "  }", "};", "", "}  // namespace tt::kernels", ""])


def _body(request: Request, value: Node) -> tuple[list[str], CppBody]:
    """The statements; numbers arrive as T, whatever their type in the schema."""
    flags = {arg.name: f"is_{arg.name}" for arg in request.numbers if arg.type == "bool"}
    before = [f"const bool {is_set} = {name} != T(0);" for name, is_set in flags.items()]
    arguments = [arg.name for arg in request.schema.args if arg.name not in flags]
    if not keeps_integers(request.dtypes):
        made = CppBody(request.vocabulary, {name: name for name in arguments} | flags)
        text = made.value(value)
        return [*before, *made.statements, f"return {text};"], made
    made = CppBody(request.vocabulary, {name: f"wide_{name}" for name in arguments} | flags, "W")
    text = made.value(value)
    before += ["using W = wide_t<T>;  // the product of two uint16 would overflow int"]
    before += [f"const W wide_{name} = {name};" for name in arguments]
    return [*before, *made.statements, f"return static_cast<T>({text});"], made
