"""The samples of a reduction: cases over dims, and its reference in NumPy."""

from tt_devtools.new_op.kinds.reduction.parts import REDUCED, parts_of
from tt_devtools.new_op.python_text import numpy_text
from tt_devtools.new_op.request import Request

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


def samples(request: Request) -> str:
    """tests/ops/samples/<name>.py."""
    name, parts = request.name, parts_of(request)
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
