"""An expression as the body of a functor's `operator()`, step by step as it was written.

An argument that the C++ of a function mentions more than once gets a name of its own.
"""

import re
from collections.abc import Mapping
from math import inf
from typing import Final

from tt_devtools.new_op.language.expression import Binary, Call, Constant, Name, Negated, Node, Number
from tt_devtools.new_op.language.functor_source import FunctorSource
from tt_devtools.new_op.language.resolve import CALLED, power
from tt_devtools.new_op.language.vocabulary import Vocabulary

_PRECEDENCE: Final = {"==": 1, "!=": 1, "<": 2, "<=": 2, ">": 2, ">=": 2, "+": 3, "-": 3, "*": 4, "/": 4}
_UNARY: Final = 5
_ATOM: Final = 6

Text = tuple[str, int]  # and its precedence


class CppBody:
    """Collects the statements of one body, and what they need.

    `names` spells the arguments; `literal` is the type that numbers are converted to.
    """

    def __init__(self, vocabulary: Vocabulary, names: Mapping[str, str], literal: str = "T") -> None:
        self._vocabulary = vocabulary
        self._names = names
        self._literal = literal
        self.statements: list[str] = []
        self.headers: set[str] = set()
        self.marks: set[str] = set()

    def value(self, node: Node) -> str:
        """The expression's C++; what it needs before is in `statements`."""
        return self._text(node)[0]

    def _text(self, node: Node) -> Text:
        match node:
            case Name():
                return self._names[node.name], _ATOM
            case Number():
                return f"{self._literal}({node.text})", _ATOM
            case Constant():
                value = "__builtin_inf()" if node.value == inf else repr(node.value)
                return f"{self._literal}({value})", _ATOM
            case Negated():
                return f"-{_wrapped(self._text(node.operand), _UNARY + 1)}", _UNARY
            case Binary() if factors := power(node):
                return " * ".join([self._name_for(node.left)] * factors), _PRECEDENCE["*"]
            case Binary() if node.operator in CALLED:
                return self._call(self._vocabulary.operators[node.operator], (node.left, node.right))
            case Binary():
                level = _PRECEDENCE[node.operator]
                left, right = self._text(node.left), self._text(node.right)
                return f"{_wrapped(left, level)} {node.operator} {_wrapped(right, level + 1)}", level
            case Call():
                return self._call(node.function, node.arguments)
            case _:
                raise AssertionError(node)

    def _call(self, function: str, arguments: tuple[Node, ...]) -> Text:
        found = self._vocabulary.function(function, len(arguments))
        assert found is not None and found.source is not None and found.source.body is not None
        source = found.source
        self.marks.update(mark for mark in source.marks if mark == "kVectorMath")
        headers = self._vocabulary.math_headers
        self.headers.update(headers[name] for name in source.math_functions if name in headers)
        if source.is_called:
            self.headers.add(source.file.rpartition("/")[2])
        # A call of one function, perhaps with literals after the arguments: T(0.5), T(__builtin_inf()).
        literals = r"((?:, T\([^()]*(?:\(\))?\))*)"
        called = rf"(math::\w+|\w+\{{\}})\({', '.join(source.parameters)}{literals}\)"
        if plain := re.fullmatch(called, found.source.body):
            more = re.sub(r"\bT\b", self._literal, plain[2])
            return f"{plain[1]}({', '.join(self.value(each) for each in arguments)}{more})", _ATOM
        return self._written_out(source, arguments)

    def _written_out(self, source: FunctorSource, arguments: tuple[Node, ...]) -> Text:
        """The functor's own expression with the arguments in the places of its parameters."""
        body = source.body or ""
        spelled = dict(zip(source.parameters, map(self._name_for, arguments), strict=False))
        text = re.sub(r"\bT\b", self._literal, re.sub(r"\w+", lambda m: spelled.get(m[0], m[0]), body))
        return text, 0 if re.search(r"\W", text) else _ATOM

    def _name_for(self, node: Node) -> str:
        if isinstance(node, Name | Number | Constant):
            return self.value(node)
        text = self.value(node)
        statement = f"const {'bool' if self._vocabulary.gives_truth(node) else self._literal} "
        known = next((each for each in self.statements if each.endswith(f" = {text};")), None)
        if known is None:
            known = f"{statement}x{len(self.statements) + 1} = {text};"
            self.statements.append(known)
        return known.split()[2]


def _wrapped(text: Text, level: int) -> str:
    return text[0] if text[1] >= level else f"({text[0]})"
