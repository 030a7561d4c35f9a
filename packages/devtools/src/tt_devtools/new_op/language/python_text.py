"""An expression as Python: with NumPy's functions for a reference, with Tensor's methods for a formula.

The reference takes the same steps as the C++ (cpp_text), so that both round alike.
"""

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from tt_devtools.new_op.language.expression import (
    CONSTANTS,
    Binary,
    Call,
    Constant,
    Name,
    Negated,
    Node,
    Number,
    walk,
)
from tt_devtools.new_op.language.resolve import Scope, power
from tt_devtools.new_op.language.vocabulary import Vocabulary

_COMPARISON: Final = 1
_PRECEDENCE: Final = {"+": 2, "-": 2, "*": 3, "/": 3, "//": 3, "%": 3}
_UNARY: Final = 4
_POWER: Final = 5
_ATOM: Final = 6

TENSOR_OF: Final = "tensor_of"
TRUTH_OF: Final = "truth_of"
ALWAYS_TENSORS: Final = ("grad", "result")

Text = tuple[str, int]  # and its precedence
Printed = Callable[[Call, "Callable[[Node], Text]"], str]


def python_text(
    node: Node,
    names: Mapping[str, str],
    printed_call: Printed,
    compared: Callable[[Binary, Text], Text] = lambda node, left: left,
    constants: Mapping[str, str] = MappingProxyType({}),
) -> Text:
    """The expression; `names` and `constants` spell those, `printed_call` calls, `compared` a comparison's left."""

    def text(node: Node) -> Text:
        match node:
            case Name():
                return names.get(node.name, node.name), _ATOM
            case Constant():
                return constants.get(node.name, node.name), _ATOM
            case Number():
                return node.text, _ATOM if node.value >= 0 else _UNARY
            case Negated():
                return f"-{wrapped(text(node.operand), _UNARY)}", _UNARY
            case Binary() if factors := power(node):
                factor = wrapped(text(node.left), _PRECEDENCE["*"] + 1)
                return " * ".join([factor] * factors), _PRECEDENCE["*"]
            case Binary(operator="**"):
                left, right = text(node.left), text(node.right)
                return f"{wrapped(left, _POWER + 1)} ** {wrapped(right, _UNARY)}", _POWER
            case Binary():
                level = _PRECEDENCE.get(node.operator, _COMPARISON)
                left, right = text(node.left), text(node.right)
                left = compared(node, left) if node.is_comparison else left
                return f"{wrapped(left, level)} {node.operator} {wrapped(right, level + 1)}", level
            case Call():
                return printed_call(node, text), _ATOM
            case _:
                raise AssertionError(node)

    return text(node)


def wrapped(text: Text, level: int) -> str:
    """In parentheses where it binds less than `level`."""
    return text[0] if text[1] >= level else f"({text[0]})"


def numpy_text(node: Node, vocabulary: Vocabulary, names: Mapping[str, str] | None = None) -> str:
    """For a reference: `np.sqrt(self * self)`; samples say what an op is that NumPy does not have."""

    def call(node: Call, text: Callable[[Node], Text]) -> str:
        found = vocabulary.function(node.function, len(node.arguments))
        assert found is not None
        own = f"np.{found.entry.numpy}" if found.entry.numpy else f'reference_of("{found.entry.qualified}")'
        return f"{own}({', '.join(text(each)[0] for each in node.arguments)})"

    return python_text(node, names or {}, call, constants={each: f"np.{each}" for each in CONSTANTS})[0]


def expression_text(node: Node) -> str:
    """In the language of `--expr` itself."""

    def call(node: Call, text: Callable[[Node], Text]) -> str:
        return f"{node.function}({', '.join(text(each)[0] for each in node.arguments)})"

    return python_text(node, {}, call)[0]


def formula_text(node: Node, scope: Scope, ops: str) -> Text:
    """For a formula: `(self * self).sqrt()`, and `ops.where(...)` for what is no method.

    Of several tensors all but one may have been given as numbers, on which no op can be called: `tensor_of` makes a
    tensor, `truth_of` one of a bool.
    """
    tensors = {name for name, is_tensor in scope.names.items() if is_tensor} - set(ALWAYS_TENSORS)

    def may_be_number(parts: tuple[Node, ...]) -> bool:
        inside = [each for part in parts for each in walk(part)]
        used = {each.name for each in inside if isinstance(each, Name)}
        made = any(isinstance(each, Call) or scope.is_truth(each) for each in inside)
        return not made and not used & set(ALWAYS_TENSORS) and len(used & tensors) < len(tensors)

    def call(node: Call, text: Callable[[Node], Text]) -> str:
        found = scope.vocabulary.function(node.function, len(node.arguments))
        first, *rest = (text(each) for each in node.arguments)
        others = [each[0] for each in rest]
        receives = found is not None and found.entry.method and scope.has_tensor(node.arguments[0])
        if may_be_number(node.arguments[:1] if receives else node.arguments):
            first, receives = (
                (f"{TENSOR_OF}({first[0]}, grad)", _ATOM),
                found is not None and found.entry.method,
            )
        if receives:
            return f"{wrapped(first, _ATOM)}.{node.function}({', '.join(others)})"
        return f"{ops}.{node.function}({', '.join([first[0], *others])})"

    def comparison(node: Binary, left: Text) -> Text:
        return (f"{TENSOR_OF}({left[0]}, grad)", _ATOM) if may_be_number(node.parts) else left

    truths = {name: f"{TRUTH_OF}({name}, grad)" for name in scope.truths}
    numbers = {"pi": repr(math.pi), "e": repr(math.e), "inf": 'float("inf")'}
    return python_text(node, truths, call, comparison, numbers)


def uses_ops(node: Node, scope: Scope) -> bool:
    """Whether a formula has to name an op that is no method."""
    marker = "\0"
    return f"{marker}." in formula_text(node, scope, marker)[0]
