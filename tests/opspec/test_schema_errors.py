"""A schema that does not parse says what is wrong and points at it."""

import pytest

from tt_opspec.schema import SchemaError, parse

# Each case: the message, the schema, and a ^ under the place.
CASES = [
    ("expected an op name, got '('", "(Tensor self) -> Tensor", "^"),
    ("expected an op name, got '2', which starts with a digit", "2(Tensor self) -> Tensor", "^"),
    ("expected '(' after the op's name, got 'T'", "exp Tensor self) -> Tensor", "    ^"),
    ("unknown type 'Tensr'; did you mean 'Tensor'?", "exp(Tensr self) -> Tensor", "    ^"),
    ("unknown type 'quaternion'", "exp(quaternion q) -> Tensor", "    ^"),
    ("expected a name after 'Tensor', got ')'", "exp(Tensor) -> Tensor", "          ^"),
    ("expected ',' or ')' after 'self', got 'T'", "exp(Tensor self Tensor b) -> Tensor", "                ^"),
    ("a second argument named 'a'", "f(int a, int a) -> Tensor", "         ^"),
    ("a second '*'", "f(*, int a, *, int b) -> Tensor", "            ^"),
    ("expected ',' and keyword-only arguments after '*', got ')'", "f(int a, *) -> Tensor", "          ^"),
    (
        "'b' has no default but follows an argument that has one",
        "f(int a=1, int b) -> Tensor",
        "           ^",
    ),
    (
        "'a' cannot default to None: its type is not optional, hint: write 'int?'",
        "f(int a=None) -> Tensor",
        "        ^",
    ),
    ("'x' can only default to None", "f(Tensor? x=1) -> Tensor", "            ^"),
    ("expected an int, got 1.5", "f(int a=1.5) -> Tensor", "        ^"),
    ("expected an int, got True", "f(int a=True) -> Tensor", "        ^"),
    ("expected an int, got 'one'", "f(int a=one) -> Tensor", "        ^"),
    (
        "an integer has 64 bits, got 9223372036854775808",
        "f(int a=9223372036854775808) -> Tensor",
        "        ^",
    ),
    (
        "an integer has 64 bits, got -9223372036854775809",
        "f(Scalar a=-9223372036854775809) -> Tensor",
        "           ^",
    ),
    ("expected True or False, got 1", "f(bool a=1) -> Tensor", "         ^"),
    ("expected a string in quotes, got 'n'", "f(str a=none) -> Tensor", "        ^"),
    ("a string that does not end", "f(str a='none) -> Tensor", "        ^"),
    ("expected a dtype name, got 'float31'", "f(ScalarType d=float31) -> Tensor", "               ^"),
    ("expected 2 items, got 3", "f(int[2] a=[1,2,3]) -> Tensor", "            ^"),
    ("expected a list in [] as the default of 'a'", "f(int[] a=1) -> Tensor", "          ^"),
    ("a list's size is a positive number, not '0'", "f(int[0] a) -> Tensor", "      ^"),
    ("only tensors carry alias marks, not int", "f(int(a) n) -> Tensor", "     ^"),
    ("expected ')' at the end of an alias mark, got '?'", "f(Tensor(a?) x) -> Tensor", "          ^"),
    ("expected '->' before the results, got the end", "exp(Tensor self)", "                ^"),
    ("expected a type, got the end", "exp(Tensor self) -> ", "                    ^"),
    ("unexpected ', Tensor' after the results", "f(int a) -> Tensor, Tensor", "                  ^"),
    ("a second result named 'a'", "f() -> (Tensor a, Tensor a)", "                  ^"),
    (
        "a result's elements are always there: no '?' before '[]'",
        "f() -> Tensor?[]",
        "       ^",
    ),
]


@pytest.mark.parametrize(("message", "text", "mark"), CASES, ids=[case[1] for case in CASES])
def test_message_and_caret(message: str, text: str, mark: str) -> None:
    with pytest.raises(SchemaError) as error:
        parse(text)
    assert error.value.message == message
    assert error.value.caret() == f"{text}\n{mark}"
    assert error.value.column == len(mark)
    assert str(error.value) == f"schema: {message} (column {len(mark)} of {text!r})"
