"""Expressions as SymPy's trees, in which each op is an opaque function that knows its own formula.

Nothing is evaluated, only differentiated: by the op's formula (formula_source), so that derivatives are made of ops
of the table. Where a formula cannot be read, SymPy's function of that name is asked. The derivative of `where` is
a `where` of derivatives: what is not chosen must not make NaN of it.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import cache
from typing import Any

from tt_devtools.failure import Failure
from tt_devtools.new_op.calculus.sympy_tree import CONSTANT, to_node
from tt_devtools.new_op.language.expression import (
    GRAD,
    RESULT,
    Binary,
    Call,
    Constant,
    ExpressionError,
    Name,
    Negated,
    Node,
    Number,
)
from tt_devtools.new_op.language.resolve import Scope
from tt_devtools.new_op.language.vocabulary import Function


def load_sympy() -> Any:
    """The module, or a Failure that says how to get it."""
    try:
        import sympy
    except ImportError:
        hint = "pip install 'tt-devtools[expr]', or give every derivative: --grad NAME=EXPR"
        raise Failure("--expr needs SymPy to differentiate, and this Python has none", hint=hint) from None
    return sympy


class Symbolic:
    """SymPy's side of one scope."""

    def __init__(self, scope: Scope) -> None:
        self.sympy = load_sympy()
        self._scope = scope
        self._class_of = cache(self._make_class)
        self._columns: dict[str, int] = {}

    def undistributed(self) -> AbstractContextManager[Any]:
        """Inside of it 2 * (x + y) stays as it was written."""
        from sympy.core.parameters import distribute

        found: AbstractContextManager[Any] = distribute(False)
        return found

    def tree(self, node: Node, names: Mapping[str, Any] | None = None) -> Any:
        """The expression for SymPy; `names` stand for themselves where they are not given."""
        match node:
            case Name() if names is not None:
                return names[node.name]
            case Name():
                return self.sympy.Symbol(node.name)
            case Constant():
                return self.sympy.Symbol(f"{CONSTANT}{node.name}")
            case Number():
                return self.sympy.Rational(node.value.numerator, node.value.denominator)
            case Negated():
                return -self.tree(node.operand, names)
            case Binary():
                return self._operated(node, [self.tree(part, names) for part in node.parts])
            case Call():
                return self._called(node, [self.tree(part, names) for part in node.parts])
            case _:
                raise AssertionError(node)

    def function(self, name: str) -> Any:
        """SymPy's side of an op of one argument, None where the table has none of that name."""
        return None if self._scope.vocabulary.function(name, 1) is None else self._class_of(name, 1)

    def _operated(self, node: Binary, operands: Sequence[Any]) -> Any:
        if node.operator == "**" and self._is_opaque_power(node):
            return self._class_of(self._scope.vocabulary.operators["**"], 2)(*operands)
        if node.operator in _ARITHMETIC:
            return _ARITHMETIC[node.operator](*operands)
        name = node.operator if node.is_comparison else self._scope.vocabulary.operators[node.operator]
        return self._class_of(name, 2)(*operands)

    def _is_opaque_power(self, node: Binary) -> bool:
        """Powers of tensors have slopes at 0 that only the op's own formula knows."""
        found = self._scope.vocabulary.function(self._scope.vocabulary.operators.get("**", ""), 2)
        readable = found is not None and found.formulas is not None and all(found.formulas.values())
        return readable and all(self._scope.has_tensor(part) for part in node.parts)

    def _called(self, node: Call, arguments: Sequence[Any]) -> Any:
        vocabulary = self._scope.vocabulary
        operator = vocabulary.operator_of.get(node.function, "")
        if len(arguments) == 2 and operator:
            return self._operated(Binary(operator, *node.arguments, column=node.column), arguments)
        if len(arguments) == 1 and node.function == vocabulary.negation:
            return -arguments[0]
        if vocabulary.function(node.function, len(arguments)) is None:
            raise KeyError(node.function)
        self._columns.setdefault(node.function, node.column)
        return self._class_of(node.function, len(arguments))(*arguments)

    def _make_class(self, name: str, arity: int) -> Any:
        """A subclass of sympy.Function for the op."""
        function = self._scope.vocabulary.function(name, arity)
        symbolic = self

        def fdiff(self: Any, argindex: int = 1) -> Any:
            assert function is not None
            return symbolic._slope(self, argindex, function)

        def of_where(self: Any, symbol: Any) -> Any:
            condition, chosen, other = self.args
            chosen, other = chosen.diff(symbol), other.diff(symbol)
            return chosen if chosen == other else self.func(condition, chosen, other)

        def zero(self: Any, symbol: Any) -> Any:
            return symbolic.sympy.S.Zero

        members: dict[str, Any] = {"fdiff": fdiff, "nargs": arity}
        if function is None or function.gives_truth:  # a comparison
            members["_eval_derivative"] = zero
        elif function.takes_condition:
            members["_eval_derivative"] = of_where
        return type(name, (self.sympy.Function,), members)

    def _slope(self, call: Any, place: int, function: Function) -> Any:
        """By the argument at `place`, which SymPy counts from 1."""
        tensors = [arg.name for arg in function.entry.schema.tensors]
        formulas = function.formulas
        if formulas == {}:  # constant wherever it has a derivative
            return self.sympy.S.Zero
        formula = formulas.get(tensors[place - 1]) if formulas else None
        if formula is not None:
            names = {**dict(zip(tensors, call.args, strict=True)), GRAD: self.sympy.S.One, RESULT: call}
            try:
                return self.tree(formula, names)
            except KeyError:
                pass  # it says more than this language can: SymPy's own function is asked
        return self._slope_by_sympy(call, place, function)

    def _slope_by_sympy(self, call: Any, place: int, function: Function) -> Any:
        """SymPy's derivative of its own function of that name, said with the table's ops."""
        own = getattr(self.sympy, function.name, None)
        known = (isinstance(own, type) and issubclass(own, self.sympy.Function)) or own is self.sympy.sqrt
        if known and len(call.args) == 1 and place == 1 and own is not None:
            x = self.sympy.Dummy("x")
            try:
                found = to_node(own(x).diff(x), self._scope.vocabulary)
                return self.tree(found, {x.name: call.args[0]})
            except (KeyError, Failure):
                pass
        what = f"no derivative of '{function.name}' can be read"
        where = "its formula is not one lambda over ops" if function.formulas else "it has no formula"
        column = self._columns.get(function.name, 1)
        raise ExpressionError(f"{what}: {where}", self._scope.text, column, "give it: --grad NAME=EXPR")


_ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "**": lambda a, b: a**b,
}
