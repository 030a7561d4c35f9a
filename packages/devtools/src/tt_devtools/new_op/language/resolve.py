"""Checks an expression against what there is: its names, its functions, what is a tensor and what a truth value.

The result says calls that have an operator by the operator. Every refusal points at its place.
"""

from collections.abc import Mapping, Set
from dataclasses import dataclass, field, replace
from typing import Final, NoReturn

from tt_devtools.new_op.language.constants import NoNumberError, constant
from tt_devtools.new_op.language.expression import (
    CONSTANTS,
    Binary,
    Call,
    Constant,
    ExpressionError,
    Name,
    Negated,
    Node,
    Number,
    walk,
)
from tt_devtools.new_op.language.vocabulary import REDUCTIONS, Function, Vocabulary
from tt_devtools.suggest import did_you_mean

LONGEST_PRODUCT: Final = 4
"""x ** 4 is x * x * x * x; what is higher is left to pow."""
CALLED: Final = ("**", "//", "%")
"""Operators that are calls of a function in C++."""


@dataclass(frozen=True, slots=True)
class Scope:
    """The names that mean something: True for tensors, False for what is no tensor. `truths` are bools among these.

    `numbers` are typical values of the others.
    """

    vocabulary: Vocabulary
    text: str
    names: Mapping[str, bool]
    truths: Set[str] = frozenset()
    numbers: Mapping[str, float] = field(default_factory=dict)

    def fail(self, message: str, node: Node, hint: str = "") -> NoReturn:
        raise ExpressionError(message, self.text, node.column, hint)

    def has_tensor(self, node: Node) -> bool:
        """Whether a tensor is in it."""
        return any(self.names.get(each.name, False) for each in walk(node) if isinstance(each, Name))

    def is_truth(self, node: Node) -> bool:
        """Whether it is true or false, and no number."""
        if isinstance(node, Name):
            return node.name in self.truths
        return self.vocabulary.gives_truth(node)


def power(node: Node) -> int:
    """The exponent of a power that is written as a product, 0 for any other node."""
    if isinstance(node, Binary) and node.operator == "**" and isinstance(node.right, Number):
        exponent = node.right.value
        if exponent.denominator == 1 and 2 <= exponent <= LONGEST_PRODUCT:
            return int(exponent)
    return 0


def resolve(node: Node, scope: Scope) -> Node:
    """The expression in the terms of the op table; raises ExpressionError."""
    match node:
        case Name():
            if node.name not in scope.names:
                if node.name in CONSTANTS:
                    return Constant(node.name, column=node.column)
                known = [*scope.names, *CONSTANTS]
                hint = did_you_mean(node.name, known) or f"names: {', '.join(known)}"
                scope.fail(f"unknown name '{node.name}'", node, hint)
            return node
        case Negated():
            return replace(node, operand=_number(node.operand, scope))
        case Binary():
            return _binary(node, scope)
        case Call():
            return _call(node, scope)
        case _:
            return node


def _number(node: Node, scope: Scope) -> Node:
    if scope.is_truth(node):
        scope.fail("a truth value is no number", node, "where(condition, a, b) chooses between numbers")
    return resolve(node, scope)


def _binary(node: Binary, scope: Scope) -> Node:
    resolved = replace(node, left=_number(node.left, scope), right=_number(node.right, scope))
    if node.is_comparison and not scope.has_tensor(resolved):
        scope.fail("a comparison of numbers is the same for every element", node)
    _check_numbers(resolved, scope)
    if node.operator in CALLED and not power(node):
        name = scope.vocabulary.operators.get(node.operator, "")
        found = scope.vocabulary.function(name, 2)
        if found is None or not found.is_usable:
            what = f"'{node.operator}' has no op in the table that an expression can use"
            hint = f"whole powers from 2 to {LONGEST_PRODUCT} need none" if node.operator == "**" else ""
            scope.fail(what, node.right, hint)
    return resolved


def _check_numbers(node: Binary, scope: Scope) -> None:
    try:
        constant(node)
        divisor = constant(node.right) if node.operator in ("/", "//", "%") else None
    except NoNumberError as error:
        scope.fail(str(error), node)
    if divisor == 0:
        scope.fail("the division is by zero", node.right)


def _call(node: Call, scope: Scope) -> Node:
    vocabulary, count = scope.vocabulary, len(node.arguments)
    if node.function == vocabulary.negation and count == 1:
        return resolve(Negated(node.arguments[0], column=node.column), scope)
    if node.function in vocabulary.operator_of and count == 2:
        operator = vocabulary.operator_of[node.function]
        return resolve(Binary(operator, *node.arguments, column=node.column), scope)
    overloads = vocabulary.functions.get(node.function, ())
    if not overloads:
        _refuse_name(node, scope)
    found = vocabulary.function(node.function, count)
    if found is None:
        takes = " or ".join(str(each.arity) for each in overloads)
        scope.fail(f"{node.function} takes {takes} argument(s), got {count}", node)
    if not found.is_usable:
        where = f"{found.source.file}:{found.source.line}" if found.source else found.entry.where
        what = f"{node.function} cannot be used here: its functor is not one expression ({where})"
        scope.fail(what, node, f"usable: {', '.join(vocabulary.usable())}")
    return replace(node, arguments=_arguments(node, found, scope))


def _arguments(node: Call, function: Function, scope: Scope) -> tuple[Node, ...]:
    arguments = []
    for place, argument in enumerate(node.arguments):
        if function.takes_condition and place == 0:
            if not scope.is_truth(argument):
                scope.fail(f"{node.function}: the condition is no truth value", argument, "write self > 0")
            arguments.append(resolve(argument, scope))
        elif function.gives_truth:
            arguments.append(resolve(argument, scope))
        else:
            arguments.append(_number(argument, scope))
    if not any(scope.has_tensor(each) for each in arguments):
        scope.fail(f"{node.function}: at least one argument has to be a tensor", node)
    return tuple(arguments)


def _refuse_name(node: Call, scope: Scope) -> NoReturn:
    if node.function in REDUCTIONS:
        hint = "an op that reduces is made with --kind reduction or composite"
        if node.function in ("max", "min"):
            hint = f"of two numbers it is {node.function}imum(a, b); {hint}"
        scope.fail(f"{node.function} is a reduction", node, hint)
    known = scope.vocabulary.usable()
    hint = did_you_mean(node.function, known) or f"functions: {', '.join(known)}"
    entry = next((each for each in scope.vocabulary.entries if each.name == node.function), None)
    if entry is not None:
        hint = "an op that is made of any others is made with --kind composite"
        scope.fail(f"{node.function} is no op on elements ({entry.where})", node, hint)
    scope.fail(f"unknown function '{node.function}'", node, hint)
