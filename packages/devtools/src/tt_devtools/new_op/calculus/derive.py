"""Derivatives of expressions as formulas: SymPy differentiates, and of all forms of a slope the safest is taken.

Where none is right at every special value, `doubts` says at which place.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Final

from tt_devtools.failure import Failure
from tt_devtools.new_op.calculus.doubt import Doubt
from tt_devtools.new_op.calculus.evaluate import UnknownFunctionError
from tt_devtools.new_op.calculus.forms import Forms
from tt_devtools.new_op.calculus.guard import guarded
from tt_devtools.new_op.calculus.probe import DTYPES, Probe
from tt_devtools.new_op.calculus.safest import Judge, Slope
from tt_devtools.new_op.calculus.symbolic import Symbolic
from tt_devtools.new_op.calculus.sympy_tree import to_node
from tt_devtools.new_op.calculus.time_limit import within
from tt_devtools.new_op.calculus.times_grad import times_grad
from tt_devtools.new_op.calculus.value_doubt import value_doubt
from tt_devtools.new_op.language.expression import RESULT, ExpressionError, Name, Node, Number, names_in, walk
from tt_devtools.new_op.language.resolve import Scope

_SECONDS: Final = 20.0
_LARGEST_SECOND: Final = 300
"""Parts of a second derivative that is still looked at."""


class Derivatives:
    """Differentiates in one scope; `result` is what the value itself is called in formulas, "" for nothing."""

    def __init__(self, scope: Scope, result: str = RESULT) -> None:
        self._result = result
        self._scope = scope
        self._symbolic = Symbolic(scope)
        self._probes = cache(self._make_probes)
        self.doubts: list[Doubt] = []

    def formula(self, node: Node, name: str) -> Node | None:
        """The gradient by the argument `name`, in terms of `grad`, the arguments and `result`; None for zero."""
        with self._symbolic.undistributed():
            whole = self._symbolic.tree(node)
        slope, probes = self._differentiated(whole, name), self._probes(node)
        if slope == 0:
            return None
        plain = self._plain(slope, name)
        names_result = bool(self._result) and not isinstance(node, Name | Number)
        formulas = list(self._formulas(whole, slope, names_result))
        if not probes:
            return formulas[0]
        judge = Judge(probes, Slope(name, plain, self._second(slope, name), self._firsts(whole, node)))
        best = judge.best(formulas)
        if doubt := judge.doubt(best):
            self.doubts.append(doubt)
        return best

    def _plain(self, slope: Any, name: str) -> Node:
        """As it comes from differentiation, which is what all other forms are compared with."""
        try:
            return to_node(self._symbolic.sympy.powsimp(slope), self._scope.vocabulary)
        except Failure as failure:
            raise Failure(str(failure), hint=f"give the formula: --grad {name}=EXPR") from None

    def _make_probes(self, node: Node) -> Sequence[Probe]:
        """None where nobody but this table knows a function of the expression, or NumPy is missing."""
        try:
            probes = [Probe(node, self._scope, dtype) for dtype in DTYPES]
            if doubt := value_doubt(node, self._scope, probes):
                self.doubts.append(doubt)
            return probes
        except UnknownFunctionError as error:
            why = f"'{error}' is known neither to NumPy nor to mpmath"
        except ImportError as error:
            why = f"this Python has no {error.name}"
        hint = "try the op and its gradient at 0, at large numbers and infinity"
        self.doubts.append(Doubt(f"special values were not tried: {why}", hint))
        return []

    def _differentiated(self, tree: Any, name: str) -> Any:
        try:
            with within(_SECONDS), self._symbolic.undistributed():
                return tree.diff(self._symbolic.sympy.Symbol(name))
        except (TimeoutError, RecursionError, MemoryError):
            what = f"SymPy does not differentiate it by '{name}' within {_SECONDS:.0f} s"
            raise ExpressionError(
                what, self._scope.text, 1, f"give the formula: --grad {name}=EXPR"
            ) from None

    def _second(self, slope: Any, name: str) -> Node | None:
        """The slope's own slope, None where it is too large to be looked at or has no name in the table."""
        try:
            node = to_node(self._differentiated(slope, name), self._scope.vocabulary)
        except (ExpressionError, Failure):
            return None
        return node if sum(1 for _ in walk(node)) <= _LARGEST_SECOND else None

    def _firsts(self, whole: Any, node: Node) -> dict[str, Node | None]:
        """The plain formulas by all tensors, without those that are given since nobody can derive them."""
        found: dict[str, Node | None] = {}
        for name in sorted(names_in(node)):
            if self._scope.names[name]:
                try:
                    slope = self._differentiated(whole, name)
                    found[name] = None if slope == 0 else times_grad(self._plain(slope, name))
                except (ExpressionError, Failure):
                    continue
        return found

    def _formulas(self, whole: Any, slope: Any, names_result: bool) -> Iterator[Node]:
        """Every form that ops of the table can say."""
        for form in Forms(self._symbolic, whole, names_result=names_result).of(slope):
            try:
                node = times_grad(to_node(form, self._scope.vocabulary))
            except Failure:
                continue
            yield node
            if (safe := guarded(node)) != node:
                yield safe
