"""The samples of a reduction: its reference in NumPy, what it is called with, and the dtype of its results."""

from typing import Final

from tt_devtools.new_op import layout
from tt_devtools.new_op.asked.request import Request
from tt_devtools.new_op.example import DOMAINS, Domain, Numbers
from tt_devtools.new_op.kinds.reduction.functor import result_dtype
from tt_devtools.new_op.kinds.reduction.parts import REDUCED, parts_of
from tt_devtools.new_op.kinds.reduction.schema import has_dims
from tt_devtools.new_op.language.python_text import numpy_text
from tt_opspec.dtypes import COMPLEX, FLOATING, INEXACT

_OF_PRODUCTS: Final = ((0.95, 1.05), (-0.1, 0.1))
"""Products of many numbers near 1, or of many that become so, neither overflow nor vanish."""


def samples(request: Request) -> str:
    """tests/ops/samples/<name>.py."""
    name, helpers = request.name, {"cases"}
    body = _body(request)
    facts = [f'"{name}"', f"cases({_cases(request)})", f"reference=_{name}"]
    if result := _result(request):
        facts.append(f"result={result}")
        helpers.add(result)
    if request.value is None:
        facts.append("unwritten=" + layout.strings(_blanks(request)))
        says = "What is in `unwritten` is expected to fail until it is written."
    else:
        facts.append("stepwise=True")
        if domain := _domain(request):
            facts.append(f"domain=({domain[0]!r}, {domain[1]!r})")
        says = "The reference takes the steps that the functor takes."
    helpers |= {each for each in ("axes", "converted") if f"{each}(" in body}
    more = "reference_of, samples" if "reference_of" in body else "samples"
    return f'''\
"""Samples of `{name}`. {says}"""

{"from typing import Any" + chr(10) + chr(10) if has_dims(request.schema) else ""}import numpy as np

from samples import {more}
from samples.reduced import {", ".join(sorted(helpers))}


{layout.def_line(f"_{name}", _parameters(request))}
{body}


{layout.call("samples", facts)}
'''


def reference(request: Request) -> Numbers:
    """The expression over all elements, as a function."""
    assert request.value is not None
    names = {REDUCED: _reduced(request, "self", "axis=None")}
    return Numbers(numpy_text(parts_of(request.value).finish, request.vocabulary, names), "self", 1, {}, {})


def _parameters(request: Request) -> str:
    dims = "dim: Any = None, keepdim: bool = False" if has_dims(request.schema) else ""
    dtype = "*, dtype: str | None = None" if request.schema.arg("dtype") else ""
    return ", ".join(each for each in ("self: np.ndarray", dims, dtype) if each)


def _body(request: Request) -> str:
    """The lines of the reference."""
    if request.value is None and not request.numpy:
        return f'    raise NotImplementedError("{request.name}: the reference is not written yet")'
    axis = "axis=axes(self, dim), keepdims=keepdim" if has_dims(request.schema) else "axis=None"
    values, lines = _values(request), []
    if values != "self":
        lines, values = [f"    values = {values}"], "values"
    if request.value is None:
        return "\n".join([*lines, f"    return np.{request.numpy}({values}, {axis})"])
    reduced = _reduced(request, values, axis)
    if not parts_of(request.value).finishes:
        return "\n".join([*lines, layout.returned(reduced)])
    finish = numpy_text(parts_of(request.value).finish, request.vocabulary)
    return "\n".join([*lines, f"    {REDUCED} = {reduced}", layout.returned(finish)])


def _values(request: Request) -> str:
    """What is reduced, in the dtype in which it is."""
    facts = ["dtype"] if request.schema.arg("dtype") else []
    facts += ["widens=True"] if result_dtype(request) == "Wide" else []
    return f"converted(self, {', '.join(facts)})" if facts else "self"


def _reduced(request: Request, values: str, axis: str) -> str:
    assert request.value is not None
    parts = parts_of(request.value)
    element = numpy_text(parts.element, request.vocabulary, {"self": values})
    return f"np.{parts.reduce}({element}, {axis})"


def _cases(request: Request) -> str:
    facts = ["dims=True" if has_dims(request.schema) else "dims=False"]
    if request.schema.arg("dtype"):
        accepted = request.dtypes.accepts
        other = next((each for each in ("float64", "int64", *sorted(accepted)) if each in accepted), "")
        facts.append(f'dtype="{other}"')
    parts = parts_of(request.value) if request.value is not None else None
    # What nothing is finished to may be infinite or NaN, of which differences say nothing.
    if parts is None or not (parts.chooses or parts.finishes or parts.reduce == "mean"):
        facts.append("nothing=True")
    return ", ".join(facts)


def _result(request: Request) -> str:
    """The function in samples.reduced that gives the result's dtype; "" where that is the input's."""
    if result_dtype(request) == "Wide":
        return "widened"
    return "kept" if request.schema.arg("dtype") else ""


def _blanks(request: Request) -> list[str]:
    blanks = ["functor"] if request.numpy else ["functor", "reference"]
    return [*blanks, *(["self"] if request.dtypes.accepts & INEXACT else [])]


def _domain(request: Request) -> Domain:
    """Where the values are finite; for products, where they say anything."""
    if request.value is None or not request.dtypes.accepts & (FLOATING | COMPLEX):
        return None
    product = parts_of(request.value).reduce == "prod"
    return reference(request).domain((*_OF_PRODUCTS, *DOMAINS) if product else DOMAINS)
