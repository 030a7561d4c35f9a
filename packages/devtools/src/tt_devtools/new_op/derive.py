"""Derivatives of expressions, by SymPy over functions that it knows nothing of but their own formulas.

Each op becomes an opaque function whose derivative is its formula's expression (formula_source), so that the
result is made of ops of the table. Where a formula cannot be read, SymPy's function of that name is asked. The
derivative of `where` is a `where` of derivatives: what is not chosen must not make NaN of it.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

from tt_devtools.failure import Failure
from tt_devtools.new_op.expression import Binary, Call, ExpressionError, Name, Negated, Node, Number
from tt_devtools.new_op.resolve import Scope
from tt_devtools.new_op.sympy_tree import to_node
from tt_devtools.new_op.vocabulary import Function

GRAD = "grad"
RESULT = "result"


def load_sympy() -> Any:
    """The module, or a Failure that says how to get it."""
    try:
        import sympy
    except ImportError:
        hint = "pip install 'tt-devtools[expr]', or give every derivative: --grad NAME=EXPR"
        raise Failure("--expr needs SymPy to differentiate, and this Python has none", hint=hint) from None
    return sympy


class Derivatives:
    """Differentiates in one scope; `result` is what the value itself is called in formulas, "" for nothing."""

    def __init__(self, scope: Scope, result: str = RESULT) -> None:
        self._result = result
        self._sympy = load_sympy()
        self._scope = scope
        self._class_of = cache(self._make_class)

    def formula(self, node: Node, name: str) -> Node | None:
        """The gradient by the argument `name`, in terms of `grad`, the arguments and `result`; None for zero."""
        whole = self.symbolic(node)
        derivative = self._sympy.powsimp(whole.diff(self._sympy.Symbol(name)))
        if derivative == 0:
            return None
        if self._result and not isinstance(node, Name | Number):
            derivative = derivative.xreplace({whole: self._sympy.Symbol(self._result)})
        return self._times_grad(to_node(derivative, self._scope.vocabulary))

    def _times_grad(self, node: Node) -> Node:
        """grad * node, with grad inside of `where`: a bare number there would have a dtype of its own."""
        if self._is_where(node):
            assert isinstance(node, Call)
            condition, chosen, other = node.arguments
            return Call("where", (condition, self._times_grad(chosen), self._times_grad(other)))
        match node:
            case Number() if node.value == 1:
                return Name(GRAD)
            case Number() if node.value == 0:
                return node
            case Negated():
                return Negated(self._times_grad(node.operand))
            case Binary(operator="+" | "-") if self._has_where(node):
                return Binary(node.operator, self._times_grad(node.left), self._times_grad(node.right))
            case Binary(operator="*") if self._is_where(node.left) or self._has_where(node.left):
                return self._into(node.left, node.right)
            case Binary(operator="*") if self._is_where(node.right):
                return self._into(node.right, node.left)
            case Binary(operator="/") if node.left == Number(Fraction(1)):
                return Binary("/", Name(GRAD), node.right)
            case Binary(operator="*" | "/"):
                return Binary(node.operator, self._times_grad(node.left), node.right)
            case _:
                return Binary("*", Name(GRAD), node)

    def _into(self, where: Node, factor: Node) -> Node:
        if not self._is_where(where):
            return Binary("*", self._times_grad(where), factor)
        assert isinstance(where, Call)
        condition, chosen, other = where.arguments
        inside = [
            each if each == Number(Fraction(0)) else self._times_grad(_product(each, factor))
            for each in (chosen, other)
        ]
        return Call("where", (condition, inside[0], inside[1]))

    def _is_where(self, node: Node) -> bool:
        if not isinstance(node, Call):
            return False
        found = self._scope.vocabulary.function(node.function, len(node.arguments))
        return found is not None and found.takes_condition

    def _has_where(self, node: Node) -> bool:
        return self._is_where(node) or any(self._has_where(part) for part in node.parts)

    def symbolic(self, node: Node) -> Any:
        """The expression for SymPy."""
        sympy = self._sympy
        match node:
            case Name():
                return sympy.Symbol(node.name)
            case Number():
                return sympy.Rational(node.value.numerator, node.value.denominator)
            case Negated():
                return -self.symbolic(node.operand)
            case Binary() if node.is_comparison:
                return self._opaque(node.operator, (node.left, node.right), node)
            case Binary():
                return _ARITHMETIC[node.operator](self.symbolic(node.left), self.symbolic(node.right))
            case Call():
                return self._opaque(node.function, node.arguments, node)
            case _:
                raise AssertionError(node)

    def _opaque(self, name: str, arguments: tuple[Node, ...], node: Node) -> Any:
        made = self._class_of(name, len(arguments), node.column)
        return made(*map(self.symbolic, arguments))

    def _make_class(self, name: str, arity: int, column: int) -> Any:
        """A subclass of sympy.Function for the op: nothing is evaluated, only differentiated."""
        function = self._scope.vocabulary.function(name, arity)
        derivatives = self

        def fdiff(self: Any, argindex: int = 1) -> Any:
            return derivatives._by_formula(self, argindex, function, column)

        def of_where(self: Any, symbol: Any) -> Any:
            condition, chosen, other = self.args
            chosen, other = chosen.diff(symbol), other.diff(symbol)
            return chosen if chosen == other else self.func(condition, chosen, other)

        def zero(self: Any, symbol: Any) -> Any:
            return derivatives._sympy.S.Zero

        members: dict[str, Any] = {"fdiff": fdiff, "nargs": arity}
        if function is None or function.gives_truth:  # a comparison
            members["_eval_derivative"] = zero
        elif function.takes_condition:
            members["_eval_derivative"] = of_where
        return type(name, (self._sympy.Function,), members)

    def _by_formula(self, call: Any, argindex: int, function: Function | None, column: int) -> Any:
        assert function is not None
        tensors = [arg.name for arg in function.entry.schema.tensors]
        formulas = function.formulas
        if formulas == {}:  # constant wherever it has a derivative
            return self._sympy.S.Zero
        if formulas and tensors[argindex - 1] in formulas:
            formula = formulas[tensors[argindex - 1]]
            if formula is not None:
                values = dict(zip(tensors, call.args, strict=True))
                try:
                    return self._substituted(formula, {**values, GRAD: self._sympy.S.One, RESULT: call})
                except KeyError:
                    pass  # it says more than this language can: fall through to SymPy's own function
        return self._by_sympy(call, argindex, function, column)

    def _substituted(self, node: Node, values: dict[str, Any]) -> Any:
        match node:
            case Name():
                return values[node.name]
            case Number() | Negated() | Binary() | Call():
                inner = [self._substituted(part, values) for part in node.parts]
            case _:
                raise KeyError(node)
        match node:
            case Number():
                return self.symbolic(node)
            case Negated():
                return -inner[0]
            case Binary() if not node.is_comparison:
                return _ARITHMETIC[node.operator](*inner)
            case Binary():
                return self._class_of(node.operator, 2, node.column)(*inner)
            case Call():
                return self._called(node, inner)
            case _:
                raise KeyError(node)

    def _called(self, node: Call, arguments: list[Any]) -> Any:
        vocabulary = self._scope.vocabulary
        operator = vocabulary.operator_of.get(node.function, "")
        if len(arguments) == 2 and operator in _ARITHMETIC:
            return _ARITHMETIC[operator](*arguments)
        if len(arguments) == 2 and operator:
            return self._class_of(operator, 2, node.column)(*arguments)
        if len(arguments) == 1 and node.function == vocabulary.negation:
            return -arguments[0]
        if vocabulary.function(node.function, len(arguments)) is None:
            raise KeyError(node.function)
        return self._class_of(node.function, len(arguments), node.column)(*arguments)

    def _by_sympy(self, call: Any, argindex: int, function: Function, column: int) -> Any:
        """SymPy's derivative of its own function of that name, said with the table's ops."""
        own = getattr(self._sympy, function.name, None)
        known = (isinstance(own, type) and issubclass(own, self._sympy.Function)) or own is self._sympy.sqrt
        if known and len(call.args) == 1 and argindex == 1 and own is not None:
            x = self._sympy.Dummy("x")
            try:
                found = to_node(own(x).diff(x), self._scope.vocabulary)
                return self._substituted(found, {x.name: call.args[0]})
            except (KeyError, Failure):
                pass
        what = f"no derivative of '{function.name}' can be read"
        where = "its formula is not one lambda over ops" if function.formulas else "it has no formula"
        raise ExpressionError(f"{what}: {where}", self._scope.text, column, "give it: --grad NAME=EXPR")


def _product(node: Node, factor: Node) -> Node:
    return factor if node == Number(Fraction(1)) else Binary("*", factor, node)


_ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "**": lambda a, b: a**b,
}
