"""SymPy's trees back to expressions, as a person would write them: differences, quotients, few parentheses.

Division and powers are used only where the table has an op for them.
"""

import sys
from fractions import Fraction
from functools import reduce
from typing import Any, Final

from tt_devtools.failure import Failure
from tt_devtools.new_op.language.expression import (
    COMPARISONS,
    Binary,
    Call,
    Constant,
    Name,
    Negated,
    Node,
    Number,
)
from tt_devtools.new_op.language.resolve import LONGEST_PRODUCT
from tt_devtools.new_op.language.vocabulary import Vocabulary

CONSTANT: Final = "constant "
"""Begins the names of symbols that stand for constants: nothing is reckoned with them."""
_ONE: Final = Number(Fraction(1))


def to_node(tree: Any, vocabulary: Vocabulary) -> Node:
    """The expression that a SymPy tree says; a Failure where no op of the table says it."""
    if tree.is_Symbol:
        name = str(tree.name)
        return Constant(name.removeprefix(CONSTANT)) if name.startswith(CONSTANT) else Name(name)
    if tree.is_Rational:
        return _rational(Fraction(int(tree.p), int(tree.q)))
    if tree.is_Number or tree.is_NumberSymbol:
        return Number(Fraction(repr(float(tree))), is_float=True)
    if tree.is_Add:
        return _sum(tree, vocabulary)
    if tree.is_Mul:
        return _product(tree, vocabulary)
    if tree.is_Pow:
        return _power(tree.base, tree.exp, vocabulary)
    name = type(tree).__name__
    arguments = tuple(to_node(each, vocabulary) for each in tree.args)
    if name in COMPARISONS.values():
        if name not in vocabulary.operators:
            raise Failure(f"the derivative compares, and no op of the table fills '{name}'")
        return Binary(name, *arguments)
    if vocabulary.function(name, len(arguments)) is None:
        raise Failure(f"the derivative needs '{name}', which is no op of the table")
    return Call(name, arguments)


def _rational(value: Fraction) -> Node:
    if abs(value) > sys.float_info.max:
        raise Failure("the derivative has a number that is too large for a float64")
    number = Number(abs(value), is_float=value.denominator != 1)
    return Negated(number) if value < 0 else number


def _is_negative(tree: Any) -> bool:
    return bool(tree.as_coeff_Mul()[0].is_negative)


def _sum(tree: Any, vocabulary: Vocabulary) -> Node:
    terms = sorted(tree.as_ordered_terms(), key=_is_negative)
    total = to_node(terms[0], vocabulary)
    for term in terms[1:]:
        minus = _is_negative(term)
        total = Binary("-" if minus else "+", total, to_node(-term if minus else term, vocabulary))
    return total


def _product(tree: Any, vocabulary: Vocabulary) -> Node:
    coefficient, rest = tree.as_coeff_Mul()
    value = Fraction(int(coefficient.p), int(coefficient.q))
    over, under = [], []
    for factor in rest.as_ordered_factors():
        base, exponent = factor.as_base_exp()
        if value < 0 and exponent == 1 and _is_better_negated(base):
            value, base = -value, base.func(*(-term for term in base.args))
        if exponent.could_extract_minus_sign():
            under.append(_power(base, -exponent, vocabulary))
        else:
            over.append(_power(base, exponent, vocabulary))
    if under and "/" not in vocabulary.operators:
        raise Failure("the derivative divides, and no op of the table fills '/'")
    divides = "/" in vocabulary.operators and not _is_decimal(value)
    top = Fraction(abs(value.numerator)) if divides else abs(value)
    if top != 1:
        over.insert(0, _rational(top))
    if divides:
        under.insert(0, _rational(Fraction(value.denominator)))
    made = _multiplied(over) if over else _ONE
    if under:
        made = Binary("/", made, _multiplied(under))
    return Negated(made) if value < 0 else made


def _is_better_negated(tree: Any) -> bool:
    """`-(x - 1)` reads better as `1 - x`."""
    return bool(tree.is_Add) and 2 * sum(map(_is_negative, tree.args)) >= len(tree.args)


def _is_decimal(value: Fraction) -> bool:
    """Whether a float64 literal says it, up to the last rounding."""
    return abs(value) > sys.float_info.max or Fraction(repr(float(value))) == value


def _multiplied(factors: list[Node]) -> Node:
    return reduce(lambda left, right: Binary("*", left, right), factors)


def _power(base: Any, exponent: Any, vocabulary: Vocabulary) -> Node:
    node = to_node(base, vocabulary)
    if exponent == 1:
        return node
    if exponent.could_extract_minus_sign():
        if "/" not in vocabulary.operators:
            raise Failure("the derivative divides, and no op of the table fills '/'")
        return Binary("/", _ONE, _power(base, -exponent, vocabulary))
    if exponent.is_Integer and int(exponent) <= LONGEST_PRODUCT:
        return _multiplied([node] * int(exponent))
    if exponent * 2 == 1 and vocabulary.function("sqrt", 1) is not None:
        return Call("sqrt", (node,))
    if "**" not in vocabulary.operators:
        raise Failure("the derivative has a power, and no op of the table fills '**'")
    return Binary("**", node, to_node(exponent, vocabulary))
