"""An expression as Python: with NumPy's functions for a reference, with Tensor's methods for a formula.

The reference takes the same steps as the C++ (cpp_text), so that both round alike.
"""

from collections.abc import Callable, Mapping
from typing import Final

from tt_devtools.new_op.expression import Binary, Call, Name, Negated, Node, Number
from tt_devtools.new_op.resolve import Scope, power
from tt_devtools.new_op.vocabulary import Vocabulary

_COMPARISON: Final = 1
_PRECEDENCE: Final = {"+": 2, "-": 2, "*": 3, "/": 3}
_UNARY: Final = 4
_POWER: Final = 5
_ATOM: Final = 6

Text = tuple[str, int]  # and its precedence
Printed = Callable[[Call, "Callable[[Node], Text]"], str]


def python_text(node: Node, names: Mapping[str, str], printed_call: Printed) -> Text:
    """The expression; `names` spells the arguments and `printed_call` the calls."""

    def text(node: Node) -> Text:
        match node:
            case Name():
                return names.get(node.name, node.name), _ATOM
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

    return python_text(node, names or {}, call)[0]


def formula_text(node: Node, scope: Scope, ops: str) -> Text:
    """For a formula: `(self * self).sqrt()`, and `ops.where(...)` for what is no method."""

    def call(node: Call, text: Callable[[Node], Text]) -> str:
        found = scope.vocabulary.function(node.function, len(node.arguments))
        first, *rest = (text(each) for each in node.arguments)
        others = [each[0] for each in rest]
        if found is not None and found.entry.method and scope.has_tensor(node.arguments[0]):
            return f"{wrapped(first, _ATOM)}.{node.function}({', '.join(others)})"
        return f"{ops}.{node.function}({', '.join([first[0], *others])})"

    return python_text(node, {}, call)


def uses_ops(node: Node, scope: Scope) -> bool:
    """Whether a formula has to name an op that is no method."""
    marker = "\0"
    return f"{marker}." in formula_text(node, scope, marker)[0]
