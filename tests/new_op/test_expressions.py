"""The language of --expr: what it reads, where it points when it refuses, and that both languages say the same."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tt_devtools.new_op.language.cpp_text import CppBody
from tt_devtools.new_op.language.expression import Binary, Call, ExpressionError, Name, Negated, Number
from tt_devtools.new_op.language.parse import parse
from tt_devtools.new_op.language.python_text import formula_text, numpy_text
from tt_devtools.new_op.language.resolve import Scope, resolve
from tt_devtools.new_op.language.vocabulary import Vocabulary

NAMES = {"self": True, "other": True, "eps": False}


def scope_of(text: str, vocabulary: Vocabulary) -> Scope:
    return Scope(vocabulary, text, NAMES)


def test_numbers_are_exact() -> None:
    assert parse("0.1") == Number(Fraction(1, 10), is_float=True)
    assert parse("1e3") == Number(Fraction(1000), is_float=True)
    assert parse("2") == Number(Fraction(2))


def test_precedence_is_pythons() -> None:
    x = Name("x")
    assert parse("-x**2") == Negated(Binary("**", x, Number(Fraction(2))))
    assert parse("x < x + 1") == Binary("<", x, Binary("+", x, Number(Fraction(1))))
    assert parse("exp(x, +x)") == Call("exp", (x, x))


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("", 1, "empty"),
        ("self +* 2", 7, "does not parse"),
        ("self +", 7, "does not parse"),
        ("(self", 1, "does not parse"),
        ("self.exp()", 1, "called by their names"),
        ("exp(x=self)", 1, "by position"),
        ("exp(*self)", 1, "by position"),
        ("self if self else 1", 1, "no part of an expression"),
        ("1 + [self]", 5, "'[self]' is no part"),
        ("self @ self", 1, "no part of an expression"),
        ("'text'", 1, "expected a real number, got 'text'"),
        ("1 + True", 5, "expected a real number, got True"),
        ("1 + 2j", 5, "expected a real number"),
        ("1e999 * self", 1, "too large"),
        ("0 < self < 1", 1, "two sides"),
        ("self is self", 1, "two sides"),
        ("lambda: self", 1, "'lambda: self' is no part"),
        ("1 * self.data", 5, "'self.data' is no part"),
        ("(x := self)", 2, "is no part"),
        (f"self * 1{'0' * 400}", 8, "too large"),
        ("-" * 120 + "self", 101, "nested more than 100 deep"),
        ("-" * 9000 + "self", 1, "nested too deep"),
        (" + ".join(["self"] * 150), 1, "nested more than 100 deep"),
        (f"exp({', '.join(['self'] * 450)})", 2393, "too long"),
    ],
    ids=lambda each: each[:40] if isinstance(each, str) else None,
)
def test_what_is_no_expression(text: str, column: int, message: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        parse(text)
    assert message in caught.value.message
    assert caught.value.column == column
    assert caught.value.caret() == f"{text}\n{' ' * (column - 1)}^"


@pytest.mark.parametrize(
    ("text", "column", "message", "hint"),
    [
        ("1 + slef", 5, "unknown name 'slef'", "did you mean 'self'?"),
        ("exq(self)", 1, "unknown function 'exq'", "'exp'?"),
        ("2 * zzz(self)", 5, "unknown function 'zzz'", "functions: add, div, "),
        ("sum(self)", 1, "sum is a reduction", "--kind reduction"),
        ("exp(self, other)", 1, "exp takes 1 argument(s), got 2", ""),
        ("exp(eps)", 1, "at least one argument has to be a tensor", ""),
        ("eps < 1", 1, "the same for every element", ""),
        ("1 + (self < 0)", 6, "a truth value is no number", "where(condition, a, b)"),
        ("where(self, 1, 2)", 7, "the condition is no truth value", "write self > 0"),
        ("self + 9**9**9", 8, "the number is too large for a float64", ""),
        ("self + 2**4000", 8, "the number is too large for a float64", ""),
        ("self * (-8)**0.5", 8, "a power of a negative number is no real number", ""),
        ("self / (1 - 1)", 9, "the division is by zero", ""),
        ("self + 1 / 0", 8, "the division is by zero", ""),
        ("self % other", 8, "'%' has no op in the table", ""),
        ("self + infinity", 8, "unknown name 'infinity'", "names: self, other, eps, pi, e, inf"),
    ],
)
def test_what_means_nothing(vocabulary: Vocabulary, text: str, column: int, message: str, hint: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        resolve(parse(text), scope_of(text, vocabulary))
    assert message in caught.value.message
    assert caught.value.column == column
    assert hint in caught.value.hint


def test_functions_follow_from_the_tree(vocabulary: Vocabulary) -> None:
    """`add` is an operator, `sqrt` a function of math:: beside its functor, and `mul`'s functor has to be called."""
    assert {"add", "exp", "sqrt", "maximum", "where", "relu"} <= set(vocabulary.usable())
    assert vocabulary.operators["**"] == "pow"
    source = vocabulary.functions["sqrt"][0].source
    assert source is not None and source.body == "math::sqrt(a)"
    multiply = vocabulary.functions["mul"][0].source
    assert multiply is not None and multiply.body == "Mul{}(a, b)"


@pytest.mark.parametrize(
    ("text", "cpp", "python"),
    [
        ("self + 2 * other", "self + T(2) * other", "self + 2 * other"),
        ("(self + 1) * -other", "(self + T(1)) * -other", "(self + 1) * -other"),
        ("self - (other - eps)", "self - (other - eps)", "self - (other - eps)"),
        ("add(self, other)", "self + other", "self + other"),
        ("neg(self)", "-self", "-self"),
        ("self**3", "self * self * self", "self * self * self"),
        ("self**0.5", "math::pow(self, T(0.5))", "self ** 0.5"),
        (
            "mul(self, 2) * pi - e",
            "self * T(2) * T(3.141592653589793) - T(2.718281828459045)",
            "self * 2 * np.pi - np.e",
        ),
        (
            "maximum(self, -inf)",
            "const T x1 = -T(__builtin_inf()); self >= x1 ? self : x1",
            "np.maximum(self, -np.inf)",
        ),
        (f"self + {10**20}", "self + T(1e+20)", "self + 1e+20"),
        ("(self + 1)**2", "const T x1 = self + T(1); x1 * x1", "(self + 1) * (self + 1)"),
        ("exp(tanh(self))", "math::exp(math::tanh(self))", "np.exp(np.tanh(self))"),
        ("relu(-self)", "const T x1 = -self; x1 < 0 ? T(0) : x1", 'reference_of("relu")(-self)'),
        ("relu(self) + 1", "(self < 0 ? T(0) : self) + T(1)", 'reference_of("relu")(self) + 1'),
        (
            "where(self > 0, other, 0)",
            "const bool x1 = self > T(0); x1 ? other : T(0)",
            "np.where(self > 0, other, 0)",
        ),
    ],
)
def test_texts(vocabulary: Vocabulary, text: str, cpp: str, python: str) -> None:
    node = resolve(parse(text), scope_of(text, vocabulary))
    body = CppBody(vocabulary, {name: name for name in NAMES})
    value = body.value(node)
    assert " ".join([*body.statements, value]) == cpp
    assert numpy_text(node, vocabulary) == python


def test_a_vector_function_marks_the_functor(vocabulary: Vocabulary) -> None:
    body = CppBody(vocabulary, {"self": "self"})
    body.value(resolve(parse("sin(self)"), scope_of("sin(self)", vocabulary)))
    assert (body.marks, body.headers) == ({"kVectorMath"}, {"math_small.h"})


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("self and other", "write logical_and(a, b)"),
        ("not self", "write logical_not(a)"),
        ("1 if self > 0 else 2", "write where(condition, a, b)"),
        ("self ^ 2", "a power is written **"),
        ("1e999 * self", "infinity is written inf"),
        ("0 < self < 1", "where(0 < self, where(self < 1, a, b), b)"),
    ],
)
def test_what_to_write_instead(text: str, hint: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        parse(text)
    assert caught.value.hint == hint


def test_a_functor_that_is_no_expression_is_called(vocabulary: Vocabulary) -> None:
    body = CppBody(vocabulary, {"self": "self"})
    product = vocabulary.function("mul", 2)
    assert product is not None and product.source is not None
    assert body._call("mul", (Name("self"), Name("self")))[0] == "Mul{}(self, self)"
    assert body.headers == {"small.h"}


def test_an_argument_may_have_the_name_of_a_constant(vocabulary: Vocabulary) -> None:
    scope = Scope(vocabulary, "e * self", {"self": True, "e": False})
    assert resolve(parse("e * self"), scope) == Binary("*", Name("e"), Name("self"))


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("grad * exp(self + other)", "grad * (self + other).exp()"),
        ("grad * exp(self)", "grad * tensor_of(self, grad).exp()"),
        ("grad * exp(grad * self)", "grad * (grad * self).exp()"),
        ("where(self > 0, grad, 0)", "ops.where(tensor_of(self, grad) > 0, grad, 0)"),
        ("where(self > other, grad, 0)", "ops.where(self > other, grad, 0)"),
        ("grad * maximum(self, other)", "grad * tensor_of(self, grad).maximum(other)"),
        ("grad * log(exp(self))", "grad * tensor_of(self, grad).exp().log()"),
        ("grad * inf", 'grad * float("inf")'),
    ],
)
def test_an_operand_that_may_be_a_number_becomes_a_tensor(
    vocabulary: Vocabulary, text: str, formula: str
) -> None:
    scope = Scope(vocabulary, text, {"grad": True, "result": True, **NAMES})
    assert formula_text(resolve(parse(text), scope), scope, "ops")[0] == formula
