"""What an expression of other ops says of an op: that it may be computed so, its dtypes, its samples, its example."""

import ast
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tt_devtools.new_op.asked.request import Request
from tt_devtools.new_op.calculus.doubt import Doubt
from tt_devtools.new_op.example import Domain
from tt_devtools.new_op.kinds.any_schema.cases import Case, Trial, cases
from tt_devtools.new_op.kinds.any_schema.example import example as shown
from tt_devtools.new_op.kinds.any_schema.python_expression import Python, names_in, read
from tt_devtools.new_op.kinds.any_schema.python_reference import reference_text
from tt_devtools.new_op.kinds.any_schema.results import other_than_tensors
from tt_devtools.new_op.kinds.any_schema.samples import samples_text
from tt_devtools.new_op.kinds.any_schema.signature import parameters
from tt_devtools.new_op.language.expression import ExpressionError, Node
from tt_devtools.new_op.language.parse import column_of
from tt_devtools.new_op.language.resolve import Scope
from tt_devtools.new_op.language.vocabulary import Vocabulary
from tt_opspec.dtypes import ALL, INEXACT
from tt_opspec.schema import Schema


def value(schema: Schema, scope: Scope, what: str) -> Python:
    """The scope's text as such an expression; raises ExpressionError."""
    found = read(scope, what)
    for arg in schema.args:
        if arg.name not in names_in(found):
            raise ExpressionError(
                f"'{arg.name}' is not used", scope.text, 1, f"take it out of the schema: {schema}"
            )
    count = len(schema.returns)
    if found.results not in (None, count) or (count > 1 and found.results is None):
        given = found.results or 1
        raise ExpressionError(
            f"the schema has {count} result(s), the expression gives {given}", scope.text, 1
        )
    for result in found.tree.elts if isinstance(found.tree, ast.Tuple) else [found.tree]:
        for part in other_than_tensors(result, scope):
            what = f"'{ast.unparse(part)}' is no tensor"
            raise ExpressionError(what, scope.text, column_of(part, scope.text), f"the schema is {schema}")
    return found


def accepted(value: Node | None) -> frozenset[str]:
    """The dtypes that every op in it accepts, and of which no step makes another that a later one cannot join."""
    accepts = frozenset(ALL)
    entries = value.entries if isinstance(value, Python) else ()
    for entry in entries:
        accepts &= entry.accepts
    changes = any(entry.promotes == "int_to_float" or entry.family == "reduction" for entry in entries)
    joins = any(not entry.pointwise and len(entry.schema.tensors) > 1 for entry in entries)
    if changes and joins:  # matmul takes tensors of one dtype
        accepts &= INEXACT
    return accepts or frozenset(ALL)


def samples(request: Request, *, rounds: bool = True) -> str:
    """The module in tests/ops/samples; `rounds` is False where elements are only moved."""
    if request.value is None:
        facts = [f"reference=np.{request.numpy}"] if request.numpy else []
        facts.append("of_ops=True")
        return samples_text(
            request.schema, list(cases(request.schema)), "", facts, ["kernel"],
            "What is in `unwritten` is expected to fail until it is written.",
        )  # fmt: skip
    found, domain, refusal = trial(request)
    if refusal:
        what = f"the value: none of {len(found)} calls that were tried works, {refusal}"
        request.doubts.append(Doubt(what, f"the calls are in tests/ops/samples/{request.name}.py"))
    facts = ["of_ops=True"] if rounds else []
    facts += [f"domain=({domain[0]!r}, {domain[1]!r})"] if domain else []
    says = "The reference takes the steps of the ops in it."
    return samples_text(request.schema, found, _reference(request), facts, [], says)


def example(request: Request) -> str:
    """The doc's example."""
    found = trial(request)[0] if request.value is not None else []
    return shown(request.name, found, request.dtypes.accepts)


def trial(request: Request) -> tuple[list[Case], Domain, str]:
    """The calls that mean something, found by making them with arrays; why none does, where that is so."""
    stand_ins = _StandIns(request.vocabulary)
    made = Trial(_reference(request), parameters(request.schema.args), stand_ins)
    found, domain = made.fitting(request.schema)
    if not stand_ins.guessed:
        return found, domain, made.refusal
    plain = [each for each in found if not re.search(r"\bt\(\)|\b0,", each.text)]
    return [replace(each, shapes=()) for each in plain or found], domain, made.refusal


def _reference(request: Request) -> str:
    assert isinstance(request.value, Python)
    return reference_text(request.value, request.vocabulary)


class _StandIns:
    """Ops as a trial has them: NumPy's functions; what NumPy does not have is taken to keep the shape.

    That is a guess, after which tensors without dims or elements are better not called with.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self.guessed = False

    def __call__(self, qualified: str) -> Callable[..., Any]:
        import numpy as np

        entry = next(each for each in self._vocabulary.entries if each.qualified == qualified)
        function = getattr(np, entry.numpy) if entry.numpy else self._unchanged
        spelled = {"dim": "axis", "keepdim": "keepdims"}
        places = [arg.name for arg in entry.schema.args]

        def called(*args: Any, **kwargs: Any) -> Any:
            # NumPy has other arguments in these places.
            named = {name: each for name, each in zip(places, args, strict=False) if name in spelled}
            plain = [each for name, each in zip(places, args, strict=False) if name not in spelled]
            return function(*plain, **{spelled.get(key, key): each for key, each in (kwargs | named).items()})

        return called

    def _unchanged(self, first: Any, *_: Any, **__: Any) -> Any:
        self.guessed = True
        return first
