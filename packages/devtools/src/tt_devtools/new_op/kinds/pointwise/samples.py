"""The samples of a pointwise op: its reference in NumPy, where its numbers lie, and calls with other numbers."""

from tt_devtools.new_op import layout
from tt_devtools.new_op.asked.arguments import as_keywords, parameters, required, tried
from tt_devtools.new_op.asked.request import Request
from tt_devtools.new_op.example import Numbers, Values
from tt_devtools.new_op.language.python_text import numpy_text
from tt_opspec.dtypes import INEXACT

_CASES = {1: "unary_cases", 2: "binary_cases", 3: "ternary_cases"}
"""What samples.families calls an op of that many tensors with."""


def numbers_of(request: Request) -> Numbers:
    """The reference as a function, for the samples' domain and the doc's example."""
    assert request.value is not None
    text = numpy_text(request.value, request.vocabulary)
    given = parameters(request.schema.args, annotated=False)
    needed = tried(required(request.numbers))
    return Numbers(text, given, len(request.tensors), needed, tried(request.numbers))


def samples(request: Request) -> str:
    """tests/ops/samples/<name>.py."""
    return _unwritten(request) if request.value is None else _complete(request)


def _complete(request: Request) -> str:
    assert request.value is not None
    text = numpy_text(request.value, request.vocabulary)
    facts = [f'"{request.name}"', *_cases(request), f"reference=_{request.name}", "stepwise=True"]
    if domain := numbers_of(request).domain():
        facts.append(f"domain=({domain[0]!r}, {domain[1]!r})")
    names = "reference_of, samples" if "reference_of" in text else "samples"
    return (
        f'"""Samples of `{request.name}`. The reference takes the steps that the functor takes."""\n\n'
        f"import numpy as np\n\nfrom samples import {names}\n{_imports(request)}\n\n"
        f"{_def(request)}\n{layout.returned(text)}\n\n\n{layout.call('samples', facts)}\n"
    )


def _cases(request: Request) -> list[str]:
    """The calls beside those of the family: with other numbers than the defaults, or with any at all."""
    if not request.numbers:
        return []
    values = tried(request.numbers)
    if not required(request.numbers):
        return [f"more={_given(request, values)}"]
    swapped = {name: not value if isinstance(value, bool) else value for name, value in values.items()}
    return [_given(request, values), *([f"more={_given(request, swapped)}"] if swapped != values else [])]


def _given(request: Request, values: Values) -> str:
    return f"given({_CASES[len(request.tensors)]}(), {as_keywords(values)})"


def _imports(request: Request) -> str:
    if not request.numbers:
        return ""
    names = sorted(("given", _CASES[len(request.tensors)]))
    return f"from samples.families import {', '.join(names)}\n"


def _def(request: Request) -> str:
    return layout.def_line(f"_{request.name}", parameters(request.schema.args))


def _unwritten(request: Request) -> str:
    differentiated = request.tensors if request.dtypes.accepts & INEXACT else ()
    blanks = ["functor", *(name for name in differentiated if name not in request.grads)]
    facts = [f'"{request.name}"', *_cases(request)]
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
    facts.append("unwritten=" + layout.strings(blanks))
    gap = "\n\n" if stub else "\n"
    imports = f"from samples import samples\n{_imports(request)}"
    return f"{head}{imports}{gap}{stub}{layout.call('samples', facts)}\n"
