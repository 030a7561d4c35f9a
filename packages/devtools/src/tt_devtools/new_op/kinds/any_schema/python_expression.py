"""Expressions of ops that are made of other ops: Python, with the table's ops, Tensor's methods and the op's arguments.

`expression` reads what is computed for each element, in numbers; here names may be lists, strings and None, ops are
called with keywords and as methods, and one of two values is chosen with `a if condition else b`. Nothing is executed.
"""

import ast
from dataclasses import dataclass, field
from typing import Final

from tt_devtools.new_op.asked.taken import attributes
from tt_devtools.new_op.kinds.any_schema.op_calls import BUILTINS, OVER_ITEMS, entries_in, entry_of, is_op
from tt_devtools.new_op.language.constants import NoNumberError, constant
from tt_devtools.new_op.language.expression import ExpressionError, Node
from tt_devtools.new_op.language.parse import column_of, parse, syntax
from tt_devtools.new_op.language.resolve import Scope
from tt_devtools.suggest import did_you_mean
from tt_opspec.entry import OpEntry

_ALLOWED: Final = (
    ast.Name, ast.Constant, ast.UnaryOp, ast.BinOp, ast.BoolOp, ast.Compare, ast.IfExp, ast.Call, ast.keyword,
    ast.Attribute, ast.Subscript, ast.Slice, ast.Tuple, ast.List, ast.GeneratorExp, ast.ListComp, ast.comprehension,
    ast.Starred, ast.expr_context, ast.operator, ast.unaryop, ast.boolop, ast.cmpop,
)  # fmt: skip
_MODULES: Final = ("tt", "torch", "F", "np", "numpy", "math", "ops")


@dataclass(frozen=True, slots=True)
class Python(Node):
    """An expression that was read; `tree` is not to be changed."""

    text: str
    tree: ast.expr = field(compare=False)
    entries: tuple[OpEntry, ...] = field(compare=False)
    """What its calls and operators may mean."""

    @property
    def results(self) -> int | None:
        """How many values it gives where it says so, with commas."""
        return len(self.tree.elts) if isinstance(self.tree, ast.Tuple) else None


def read(scope: Scope, what: str) -> Python:
    """The scope's text; raises ExpressionError. `what` is what is made: "a composite"."""
    text = scope.text
    tree = syntax(text)
    _Checker(scope, what).check(tree)
    return Python(text, tree, tuple(entries_in(tree, scope.vocabulary)))


def names_in(node: Python) -> set[str]:
    """The names that it uses, functions included."""
    return {each.id for each in ast.walk(node.tree) if isinstance(each, ast.Name)}


def _is_zero(node: ast.expr) -> bool:
    try:
        return constant(parse(ast.unparse(node))) == 0
    except (ExpressionError, NoNumberError):  # of which its own parts tell, where anything is wrong with it
        return False


class _Checker:
    """Refuses what is no expression, and names that mean nothing, at their places."""

    def __init__(self, scope: Scope, what: str) -> None:
        self._scope = scope
        self._vocabulary = scope.vocabulary
        self._what = what
        self._bound: set[str] = set()
        self._ops = {entry.name for entry in self._vocabulary.entries if not entry.internal}
        methods = {entry.name for entry in self._vocabulary.entries if entry.method}
        own = {name for name, _ in attributes(self._vocabulary.workspace) if not name.startswith("_")}
        self._attributes = methods | own

    def check(self, node: ast.AST, *, called: bool = False) -> None:
        if not isinstance(node, _ALLOWED):
            self._fail(f"'{ast.unparse(node)}' is no part of an expression", node)
        match node:
            case ast.Name():
                self._check_name(node, called)
            case ast.Constant(value=bytes() | complex()):
                self._fail(f"expected a number, a string, True, False or None, got {node.value!r}", node)
            case ast.Constant(value=int(number)) if number >= 2**63:
                self._fail("the number does not fit 64 bits", node)
            case ast.BinOp(left=ast.Constant(), op=ast.Pow() | ast.LShift(), right=ast.Constant()):
                self._fail(f"'{ast.unparse(node)}' is a number", node, "write it as one")
            case ast.BinOp(op=ast.Div() | ast.FloorDiv() | ast.Mod()) if _is_zero(node.right):
                self._fail("the division is by zero", node.right)
            case ast.Attribute() if node.attr not in self._attributes:
                hint = did_you_mean(node.attr, self._attributes)
                self._fail(f"a Tensor has no '{node.attr}'", node, hint)
            case ast.IfExp() if self._is_of_elements(node.test):
                what = f"the condition '{ast.unparse(node.test)}' is a Tensor, and has no one answer"
                self._fail(what, node.test, "where(self > 0, a, b) chooses for each element")
            case ast.GeneratorExp() | ast.ListComp():
                self._check_comprehension(node)
                return
            case ast.Call():
                self.check(node.func, called=True)
                for each in (*node.args, *node.keywords):
                    self.check(each)
                self._check_call(node)
                return
        for child in ast.iter_child_nodes(node):
            self.check(child)

    def _is_of_elements(self, test: ast.expr) -> bool:
        """Whether a condition compares tensors as they are given, or is one itself."""
        match test:
            case ast.Name(id=name):
                return self._scope.names.get(name, False)
            case ast.Compare(ops=[ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE() | ast.Eq() | ast.NotEq()]):
                return any(map(self._is_of_elements, (test.left, *test.comparators)))
            case ast.BoolOp():
                return any(map(self._is_of_elements, test.values))
            case ast.UnaryOp(op=ast.Not() | ast.USub()):
                return self._is_of_elements(test.operand)
            case _:
                return False

    def _check_call(self, node: ast.Call) -> None:
        unpacks = any(isinstance(each, ast.Starred) for each in node.args)
        unpacks = unpacks or any(each.arg is None for each in node.keywords)
        if unpacks or not is_op(node, self._vocabulary) or entry_of(node, self._vocabulary) is not None:
            return
        name = node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
        known = [str(entry.schema) for entry in self._vocabulary.entries if entry.name == name]
        self._fail(f"{name} takes no such arguments", node, f"it is {'; '.join(known)}")

    def _check_comprehension(self, node: ast.GeneratorExp | ast.ListComp) -> None:
        before = set(self._bound)
        for each in node.generators:
            self.check(each.iter)
            self._bound |= {one.id for one in ast.walk(each.target) if isinstance(one, ast.Name)}
            for condition in each.ifs:
                self.check(condition)
        self.check(node.elt)
        self._bound = before

    def _check_name(self, node: ast.Name, called: bool) -> None:
        if node.id in self._scope.names or node.id in self._bound:
            return
        if called and node.id in (*self._ops, *BUILTINS, *OVER_ITEMS):
            return
        if called:
            kind, known = "function", sorted({*self._ops, *BUILTINS})
            hint = did_you_mean(node.id, known)
        else:
            kind, known = "name", list(self._scope.names)
            hint = did_you_mean(node.id, known) or f"names: {', '.join(known)}"
            if node.id in _MODULES:
                hint = "ops have their names alone: exp(self)"
        self._fail(f"unknown {kind} '{node.id}'", node, hint)

    def _fail(self, message: str, node: ast.AST, hint: str = "") -> None:
        otherwise = f"{self._what} is made of its arguments, ops, Tensor's methods and Python's operators"
        raise ExpressionError(message, self._scope.text, column_of(node, self._scope.text), hint or otherwise)
