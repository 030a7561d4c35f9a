"""The module in tests/ops/samples of an op of any schema: its cases, and its reference or the blank for it."""

from collections.abc import Sequence

from tt_devtools.new_op import layout
from tt_devtools.new_op.kinds.any_schema.cases import Case
from tt_devtools.new_op.kinds.any_schema.signature import parameters
from tt_opspec.schema import Schema

SHOWN = 24
"""Cases that are written; the rest are calls of the same kind."""


def samples_text(
    schema: Schema,
    cases: Sequence[Case],
    reference: str,
    facts: Sequence[str],
    blanks: Sequence[str],
    says: str,
) -> str:
    """`reference` is the expression of the reference, "" for a blank; `facts` are further ones of samples()."""
    name = schema.name
    has_reference = reference or any(fact.startswith("reference=") for fact in facts)
    unwritten = [*blanks] if has_reference else [*blanks, "reference"]
    given = [f'"{name}"', "CASES"]
    body = ""
    if reference or "reference" in unwritten:
        given.append(f"reference=_{name}")
        value = layout.returned(reference) if reference else _blank(name)
        body = f"def _{name}({parameters(schema.args, 'np.ndarray')}) -> object:\n{value}\n\n\n"
    given += facts
    if unwritten:
        blank_names = ", ".join(f'"{each}"' for each in unwritten)
        given.append(f"unwritten=({blank_names}{',' if len(unwritten) == 1 else ''})")
    listed = "".join(f"    {case.text},\n" for case in cases[:SHOWN])
    numpy = "import numpy as np\n\n" if "np." in body or "np." in "".join(facts) else ""
    recipes = ["call", "t"]
    recipes += ["DTypeNamed"] if "DTypeNamed" in listed else []
    more = ["reference_of"] if "reference_of(" in body else []
    return (
        f'"""Samples of `{name}`. {says}"""\n\n{numpy}'
        f"from samples import {', '.join([*more, 'samples'])}\n"
        f"from samples.recipe import {', '.join(sorted(recipes, key=str.lower))}\n\n"
        f"CASES = [\n{listed}]\n\n\n{body}{layout.call('samples', given)}\n"
    )


def _blank(name: str) -> str:
    return f'    raise NotImplementedError("{name}: the reference is not written yet")'
