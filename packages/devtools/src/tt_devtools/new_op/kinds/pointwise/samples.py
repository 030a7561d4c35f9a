"""The samples of a pointwise op: its reference in NumPy, and where its numbers lie."""

from collections.abc import Sequence

from tt_devtools.new_op import layout
from tt_devtools.new_op.example import Numbers
from tt_devtools.new_op.python_text import numpy_text
from tt_devtools.new_op.request import Request
from tt_opspec.schema import Arg


def numbers_of(request: Request) -> Numbers:
    """The reference as a function, for the samples' domain and the doc's example."""
    assert request.value is not None
    text = numpy_text(request.value, request.vocabulary)
    return Numbers(text, parameters(request.schema.args, annotated=False), len(request.tensors))


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


def samples(request: Request) -> str:
    """tests/ops/samples/<name>.py."""
    if request.value is None:
        return _unwritten(request)
    text = numpy_text(request.value, request.vocabulary)
    facts = [f'"{request.name}"', f"reference=_{request.name}", "stepwise=True"]
    if domain := numbers_of(request).domain():
        facts.append(f"domain=({domain[0]!r}, {domain[1]!r})")
    names = "reference_of, samples" if "reference_of" in text else "samples"
    return (
        f'"""Samples of `{request.name}`. The reference takes the steps that the functor takes."""\n\n'
        f"import numpy as np\n\nfrom samples import {names}\n\n\n"
        f"{_def(request)}\n{layout.returned(text)}\n\n\n{layout.call('samples', facts)}\n"
    )


def _def(request: Request) -> str:
    return layout.def_line(f"_{request.name}", parameters(request.schema.args))


def _unwritten(request: Request) -> str:
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
    return f"{head}from samples import samples\n{gap or chr(10)}{stub}{layout.call('samples', facts)}\n"
