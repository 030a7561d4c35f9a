"""Reads the derivatives in formulas/*.py as expressions, without importing them: the chain rule needs them.

A formula that is a lambda or a straight-line function over op calls and operators gives an expression; any other
gives None. Expressions are about tensors of real numbers: `conj` is left out, nothing `is_complex()`, and every
operand is a Tensor: `tensor_of` is left out as well.
"""

import ast
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from tt_devtools.new_op.language.expression import (
    COMPARISONS,
    OPERATORS,
    Binary,
    Call,
    Constant,
    Name,
    Negated,
    Node,
    Number,
)
from tt_devtools.new_op.tree.places import FORMULAS
from tt_devtools.new_op.tree.workspace import Workspace

_FACTS: Final = ("_shape", "_stride", "_offset", "_dtype", "_device")
_NOT_READ: Final = ("grads", "results", "needs")


class _NotAnExpressionError(Exception):
    """The formula has a form that is not read."""


def formulas(workspace: Workspace) -> dict[str, dict[str, Node | None]]:
    """By qualified name, then by argument. What is declared non-differentiable has no arguments."""
    found: dict[str, dict[str, Node | None]] = {}
    for file in workspace.names(f"{FORMULAS}/*.py"):
        module = ast.parse(workspace.read(file) or "")
        reader = _Reader({each.name: each for each in module.body if isinstance(each, ast.FunctionDef)})
        for function, name, call in _registrations(module):
            if function == "derivative":
                given = {each.arg: reader.formula(each.value) for each in call.keywords if each.arg}
                found[name] = given
            elif function == "non_differentiable":
                found[name] = {}
    return found


def _registrations(module: ast.Module) -> Iterator[tuple[str, str, ast.Call]]:
    for statement in module.body:
        match statement:
            case ast.Expr(value=ast.Call(func=ast.Name(id=function), args=[ast.Constant(value=str(name))])):
                assert isinstance(statement.value, ast.Call)
                yield function, name, statement.value


def _of_real_tensors(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements that run for tensors of real numbers, where that is what a condition asks."""
    for statement in body:
        known = _known(statement.test) if isinstance(statement, ast.If) else None
        if isinstance(statement, ast.If) and known is not None:
            yield from _of_real_tensors(statement.body if known else statement.orelse)
        else:
            yield statement


def _known(condition: ast.expr) -> bool | None:
    """The answer to a question about an operand's kind, None for any other question."""
    match condition:
        case ast.UnaryOp(op=ast.Not(), operand=asked):
            inner = _known(asked)
            return None if inner is None else not inner
        case ast.Call(func=ast.Attribute(attr="is_complex")):
            return False
        case ast.Call(func=ast.Name(id="isinstance"), args=[_, ast.Name(id="Tensor")]):
            return True
        case _:
            return None


class _Reader:
    """`functions` are those of the module, whose bodies take the places of their calls."""

    def __init__(self, functions: Mapping[str, ast.FunctionDef]) -> None:
        self._functions = functions

    def formula(self, value: ast.expr) -> Node | None:
        """The expression of one formula."""
        function: ast.Lambda | ast.FunctionDef | None = None
        if isinstance(value, ast.Lambda):
            function = value
        elif isinstance(value, ast.Name):
            function = self._functions.get(value.id)
        if function is None:
            return None
        names = [arg.arg for arg in function.args.args]
        if any(name.endswith(_FACTS) or name in _NOT_READ for name in names):
            return None
        try:
            meaning: dict[str, Node] = {name: Name(name) for name in names}
            if isinstance(function, ast.Lambda):
                return self.node(function.body, meaning)
            return self.called(function, tuple(meaning.values()))
        except _NotAnExpressionError:
            return None

    def called(self, function: ast.FunctionDef, arguments: tuple[Node, ...]) -> Node:
        """What a straight-line function returns."""
        meaning = dict(zip((arg.arg for arg in function.args.args), arguments, strict=False))
        for statement in _of_real_tensors(function.body):
            match statement:
                case ast.Expr(value=ast.Constant()):
                    pass
                case ast.Assign(targets=[ast.Name(id=name)]):
                    meaning[name] = self.node(statement.value, meaning)
                case ast.Return(value=ast.expr() as value):
                    return self.node(value, meaning)
                case _:
                    break
        raise _NotAnExpressionError

    def node(self, node: ast.expr, meaning: Mapping[str, Node]) -> Node:
        """One expression; `meaning` says what its names stand for."""
        match node:
            case ast.Name(id=name) if name in meaning:
                return meaning[name]
            case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
                return Number(Fraction(repr(value)), is_float=isinstance(value, float))
            case ast.UnaryOp(op=ast.USub()):
                return Negated(self.node(node.operand, meaning))
            case ast.BinOp() if type(node.op).__name__ in OPERATORS:
                operator = OPERATORS[type(node.op).__name__]
                return Binary(operator, self.node(node.left, meaning), self.node(node.right, meaning))
            case ast.Compare(comparators=[right]) if type(node.ops[0]).__name__ in COMPARISONS:
                operator = COMPARISONS[type(node.ops[0]).__name__]
                return Binary(operator, self.node(node.left, meaning), self.node(right, meaning))
            case ast.Call(keywords=[]):
                return self.call(node, meaning)
            case _:
                raise _NotAnExpressionError

    def call(self, node: ast.Call, meaning: Mapping[str, Node]) -> Node:
        if ast.unparse(node) == "float('inf')":
            return Constant("inf")
        arguments = tuple(self.node(each, meaning) for each in node.args)
        match node.func:
            case ast.Name(id="conj" | "tensor_of"):
                return arguments[0]
            case ast.Name(id=name) if name in self._functions:
                return self.called(self._functions[name], arguments)
            case ast.Attribute(value=ast.Name(id="ops"), attr="conj_physical"):
                return arguments[0]
            case ast.Attribute(value=ast.Name(id="ops"), attr="zeros_like"):
                return Number(Fraction(0))
            case ast.Attribute(value=ast.Name(id="ops"), attr=name):
                return Call(name, arguments)
            case ast.Attribute(value=receiver, attr=name):
                return Call(name, (self.node(receiver, meaning), *arguments))
            case _:
                raise _NotAnExpressionError
