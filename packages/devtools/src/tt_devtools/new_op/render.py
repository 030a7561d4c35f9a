"""The texts of an op: table entry, functor header, derivative, samples, changelog fragment.

Pure functions from a Request; `plan` says which files they go to.
"""

import textwrap
from collections.abc import Iterable, Sequence
from typing import Final

from tt_devtools.new_op import docs
from tt_devtools.new_op.cpp_text import CppBody
from tt_devtools.new_op.derive import GRAD, RESULT, Derivatives
from tt_devtools.new_op.dtype_words import written
from tt_devtools.new_op.example import Domain, Numbers
from tt_devtools.new_op.expression import Node, names_in
from tt_devtools.new_op.python_text import formula_text, numpy_text
from tt_devtools.new_op.request import Request
from tt_opspec.schema import Arg

WIDTH: Final = 110


def entry(request: Request, imported: Iterable[str]) -> str:
    """`hypot2 = binary(...)` for ops/*.py, whose imports are `imported`."""
    facts = [f"accepts={written(request.accepts, imported)}"]
    if request.promotes == "int_to_float":
        facts.append('promotes="int_to_float"')
    facts.append(f'functor="{request.name}.h:{request.camel}"')
    if request.numpy:
        facts.append(f'numpy="{request.numpy}"')
    lines = [f"{request.name} = {request.kind}(", *_string(str(request.schema))]
    lines += [f"    {fact}," for fact in facts]
    doc = textwrap.indent(docs.text(request), "    ")
    return "\n".join([*lines, f'    doc="""\n{doc}\n    """,', ")", ""])


def _string(text: str) -> list[str]:
    """A string as an argument, over several lines where it is long."""
    if len(text) + 7 <= WIDTH:
        return [f'    "{text}",']
    parts = textwrap.wrap(text, WIDTH - 12, break_long_words=False, drop_whitespace=False)
    lines = [f'    "{part}"' for part in parts]
    return [*lines[:-1], f"{lines[-1]},"]


def functor(request: Request) -> str:
    """The header functors/<name>.h."""
    assert request.kind != "reduction"
    arguments = [*request.tensors, *request.numbers]
    typed = ", ".join(f"T {name}" for name in arguments)
    if request.value is None:
        body, marks = ["return self;"], ["kUnwritten"]
        headers: Iterable[str] = ()
        says = f"`{request.name}` of one element: still to be written."
    else:
        body, made = _body(request, request.value, arguments)
        headers = made.headers
        marks = sorted(made.marks | ({"kWraps"} if request.keeps_integers else set()))
        says = f"`{request.name}` of one element."
    includes = [f'#include "tt/kernels/functors/{header}"' for header in sorted({"functor.h", *headers})]
    lines = [f"// {says}", "#pragma once", "", *includes, "", "namespace tt::kernels {", ""]
    lines += [f"struct {request.camel} {{", "  TT_FUNCTOR;"]
    lines += [f"  static constexpr bool {mark} = true;" for mark in marks]
    lines += ["  template <class T>", *wrap_cpp(f"  TT_HD T operator()({typed}) const {{", "  ")]
    for statement in body:
        lines += wrap_cpp(f"    {statement}", "    ")
    return "\n".join([*lines, "  }", "};", "", "}  // namespace tt::kernels", ""])


def _body(request: Request, value: Node, arguments: Sequence[str]) -> tuple[list[str], CppBody]:
    if not request.keeps_integers:
        made = CppBody(request.vocabulary, {name: name for name in arguments})
        text = made.value(value)
        return [*made.statements, f"return {text};"], made
    made = CppBody(request.vocabulary, {name: f"wide_{name}" for name in arguments}, "W")
    text = made.value(value)
    widened = [f"const W wide_{name} = {name};" for name in arguments]
    before = ["using W = wide_t<T>;  // the product of two uint16 would overflow int"]
    return [*before, *widened, *made.statements, f"return static_cast<T>({text});"], made


def wrap_cpp(line: str, indent: str) -> list[str]:
    """A statement over as many lines as it needs."""
    if len(line) <= WIDTH:
        return [line]
    return textwrap.wrap(
        line.strip(), WIDTH, initial_indent=indent, subsequent_indent=f"{indent}    ", break_long_words=False
    )


def formula_of(request: Request, derivatives: Derivatives | None, name: str) -> Node | None:
    """The gradient by one tensor: given, or by differentiation."""
    if name in request.grads:
        return request.grads[name]
    assert derivatives is not None and request.value is not None
    return derivatives.formula(request.value, name)


def derivative(request: Request, formulas: dict[str, Node | None], ops: str) -> str:
    """`derivative(...)` for formulas/*.py, in which `ops` names the ops that are no methods."""
    if not any(formulas.values()):
        return f'non_differentiable("{request.name}")\n'
    lines = []
    for name, node in formulas.items():
        if node is None:
            lines.append(f"{name}=None")
        else:
            lines.append(_formula(request, name, node, ops))
    return _derivative(request, lines)


def _formula(request: Request, name: str, node: Node, ops: str) -> str:
    scope = request.scope(request.expr, GRAD, RESULT)
    used = names_in(node)
    given = [each for each in (GRAD, *request.tensors, *request.numbers, RESULT) if each in used]
    return f"{name}=lambda {', '.join(given)}: {formula_text(node, scope, ops)[0]}"


def _derivative(request: Request, formulas: Sequence[str]) -> str:
    inner = "".join(f",\n    {each}" for each in formulas)
    return f'derivative(\n    "{request.name}"{inner}\n)\n'


def unwritten_derivative(request: Request) -> str:
    """The stub of a derivative, for the tensors whose formulas are not given."""
    lines = []
    for name in request.tensors:
        if name in request.grads:
            lines.append(_formula(request, name, request.grads[name], "ops"))
        else:
            lines.append(f'{name}=lambda grad: unwritten("{request.name}", "{name}")')
    return _derivative(request, lines)


def parameters(args: Sequence[Arg], annotated: bool = True) -> str:
    """A Python parameter list for the schema's arguments."""
    parts, star = [], False
    for arg in args:
        if arg.keyword_only and not star:
            parts.append("*")
            star = True
        kind = "np.ndarray" if arg.type == "Tensor" else "float"
        default = "" if arg.type == "Tensor" else f"={arg.default!r}"
        spaced = default.replace("=", " = ", 1) if annotated else default
        parts.append(f"{arg.name}: {kind}{spaced}" if annotated else f"{arg.name}{default}")
    return ", ".join(parts)


def numbers_of(request: Request) -> Numbers:
    """The reference as a function, for the samples' domain and the doc's example."""
    assert request.value is not None
    text = numpy_text(request.value, request.vocabulary)
    return Numbers(text, parameters(request.schema.args, annotated=False), len(request.tensors))


def samples(request: Request) -> str:
    """tests/ops/samples/<name>.py."""
    if request.value is None:
        return _unwritten_samples(request)
    text = numpy_text(request.value, request.vocabulary)
    facts = [f'"{request.name}"', f"reference=_{request.name}"]
    facts.append("stepwise=True")
    if domain := numbers_of(request).domain():
        facts.append(f"domain={_interval(domain)}")
    names = "reference_of, samples" if "reference_of" in text else "samples"
    returned = f"    return {text}"
    if len(returned) > WIDTH:
        inner = textwrap.wrap(text, WIDTH - 8, break_long_words=False, break_on_hyphens=False)
        returned = "\n".join(["    return (", *(f"        {part}" for part in inner), "    )"])
    return (
        f'"""Samples of `{request.name}`. The reference takes the steps that the functor takes."""\n\n'
        f"import numpy as np\n\nfrom samples import {names}\n\n\n"
        f"{_def(request)}\n{returned}\n\n\n{_call('samples', facts)}\n"
    )


def _interval(domain: Domain) -> str:
    assert domain is not None
    return f"({domain[0]!r}, {domain[1]!r})"


def _def(request: Request) -> str:
    given = parameters(request.schema.args)
    line = f"def _{request.name}({given}) -> np.ndarray:"
    if len(line) <= WIDTH:
        return line
    return (
        f"def _{request.name}(\n    {given},\n) -> np.ndarray:"
        if len(given) + 5 <= WIDTH
        else "\n".join(
            [f"def _{request.name}(", *(f"    {part}," for part in given.split(", ")), ") -> np.ndarray:"]
        )
    )


def _call(function: str, arguments: Sequence[str]) -> str:
    line = f"{function}({', '.join(arguments)})"
    if len(line) <= WIDTH:
        return line
    return "\n".join([f"{function}(", *(f"    {each}," for each in arguments), ")"])


def _unwritten_samples(request: Request) -> str:
    blanks = ["functor", *(name for name in request.tensors if name not in request.grads)]
    facts = [f'"{request.name}"']
    head = f'"""Samples of `{request.name}`. What is in `unwritten` is expected to fail until it is written."""\n\n'
    stub = ""
    if not request.numpy:
        blanks.insert(1, "reference")
        facts.append(f"reference=_{request.name}")
        head += "import numpy as np\n\n"
        stub = (
            f"{_def(request)}\n"
            f'    raise NotImplementedError("{request.name}: the reference is not written yet")\n\n\n'
        )
    listed = ", ".join(f'"{blank}"' for blank in blanks)
    facts.append(f"unwritten=({listed})")
    gap = "\n\n" if stub else ""
    return f"{head}from samples import samples\n{gap or chr(10)}{stub}{_call('samples', facts)}\n"


def changelog(request: Request) -> str:
    """changelog.d/<name>.md."""
    if request.expr:
        return f"`tt.{request.name}`: {docs.summary(request)}\n"
    return f"`tt.{request.name}`.\n"
