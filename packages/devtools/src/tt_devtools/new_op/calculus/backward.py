"""What autograd makes of a formula when it differentiates once more: op by op, by the formulas of the table.

That is another computation than the second derivative in one piece: a factor of 0 meets an infinite slope here, and
gives NaN.
"""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from tt_devtools.new_op.calculus.evaluate import UnknownFunctionError, evaluate
from tt_devtools.new_op.calculus.float_arithmetic import FloatArithmetic
from tt_devtools.new_op.language.expression import (
    GRAD,
    RESULT,
    Binary,
    Call,
    Constant,
    Name,
    Negated,
    Node,
    Number,
)
from tt_devtools.new_op.language.resolve import Scope, power


class Backward:
    """Through one tree, whose names have the values `names`, in one float dtype."""

    def __init__(self, scope: Scope, arithmetic: FloatArithmetic, names: Mapping[str, Any]) -> None:
        self._scope = scope
        self._arithmetic = arithmetic
        self._names = names
        self._slopes: dict[str, Any] = defaultdict(lambda: arithmetic.number(0.0))

    def slopes(self, formula: Node, firsts: Mapping[str, Node | None]) -> Mapping[str, Any]:
        """By each name; raises UnknownFunctionError for an op without a formula that can be read.

        `firsts` are the formulas of `result`, which the formula may use.
        """
        self._send(formula, self._arithmetic.number(1.0))
        through = self._slopes.pop(RESULT, None)
        if through is not None:
            for name, first in firsts.items():
                if first is not None:
                    names = {**self._names, GRAD: through}
                    self._slopes[name] = self._slopes[name] + evaluate(first, names, self._arithmetic)
        return self._slopes

    def _value(self, node: Node) -> Any:
        return evaluate(node, self._names, self._arithmetic)

    def _send(self, node: Node, grad: Any) -> None:
        match node:
            case Name():
                self._slopes[node.name] = self._slopes[node.name] + grad
            case Negated():
                self._send(node.operand, -grad)
            case Binary() if factors := power(node):
                product = node.left
                for _ in range(factors - 1):
                    product = Binary("*", product, node.left)
                self._send(product, grad)
            case Binary("+" | "-"):
                self._send(node.left, grad)
                self._send(node.right, grad if node.operator == "+" else -grad)
            case Binary() if not node.is_comparison:
                self._by_formulas(self._scope.vocabulary.operators[node.operator], node, grad)
            case Call("where", (condition, chosen, other)):
                zero = self._arithmetic.number(0.0)
                truth = self._value(condition)
                self._send(chosen, self._arithmetic.choose(truth, lambda: grad, lambda: zero))
                self._send(other, self._arithmetic.choose(truth, lambda: zero, lambda: grad))
            case Call():
                self._by_formulas(node.function, node, grad)
            case Number() | Constant() | Binary():
                pass
            case _:
                raise AssertionError(node)

    def _by_formulas(self, function: str, node: Node, grad: Any) -> None:
        found = self._scope.vocabulary.function(function, len(node.parts))
        if found is None or found.formulas is None:
            raise UnknownFunctionError(function)
        if not found.formulas:
            return
        parameters = [arg.name for arg in found.entry.schema.tensors]
        values = dict(zip(parameters, map(self._value, node.parts), strict=True))
        values |= {GRAD: grad, RESULT: self._value(node)}
        for parameter, part in zip(parameters, node.parts, strict=True):
            if self._scope.has_tensor(part):
                formula = found.formulas.get(parameter)
                if formula is None:
                    raise UnknownFunctionError(function)
                self._send(part, evaluate(formula, values, self._arithmetic))
