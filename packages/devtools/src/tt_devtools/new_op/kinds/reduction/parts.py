"""`finish(REDUCE(map(self)))`: an expression of a reduction taken apart, and what the table's reductions carry.

Sums and means are carried: they are associative, and their derivative is an expression of each element.
"""

from dataclasses import dataclass, replace
from typing import Final

from tt_devtools.new_op.expression import Binary, Call, Name, Negated, Node, names_in, walk
from tt_devtools.new_op.places import REDUCE_LOOPS
from tt_devtools.new_op.request import Request
from tt_devtools.new_op.resolve import Scope, resolve
from tt_devtools.new_op.vocabulary import REDUCTIONS
from tt_devtools.new_op.workspace import Workspace

REDUCED: Final = "reduced"
"""In `finish`, what REDUCE gave."""
CARRIED: Final = ("sum", "mean")


@dataclass(frozen=True, slots=True)
class ReductionParts:
    """`element` is in terms of `self`, `finish` in terms of `reduced`."""

    reduce: str
    element: Node
    finish: Node

    @property
    def maps(self) -> bool:
        """Whether anything happens to an element before."""
        return self.element != Name("self")

    @property
    def finishes(self) -> bool:
        """Whether anything happens to the result of REDUCE."""
        return self.finish != Name(REDUCED)


def hooks(workspace: Workspace) -> frozenset[str]:
    """What the loops of this tree's reductions call beside combine(): map(), finish()."""
    text = workspace.read(REDUCE_LOOPS) or ""
    return frozenset(hook for hook in ("map", "finish") if f"F{{}}.{hook}(" in text)


def parts_of(request: Request) -> ReductionParts | None:
    """The parts of a request's expression; None for a stub."""
    return split(request.value, request.scope(request.expr)) if request.value is not None else None


def split(tree: Node, scope: Scope) -> ReductionParts:
    """The parts of a reduction's expression; raises ExpressionError."""
    calls = [each for each in walk(tree) if isinstance(each, Call) and each.function in REDUCTIONS]
    listed = ", ".join(REDUCTIONS)
    if not calls:
        scope.fail(f"a reduction has one of {listed} in it", tree, "sqrt(sum(self * self))")
    call, *others = calls
    if others:
        scope.fail(f"a reduction has exactly one of {listed}, this is a second one", others[0])
    if len(call.arguments) != 1:
        hint = "dim and keepdim come from the schema"
        scope.fail(f"{call.function} takes 1 argument(s), got {len(call.arguments)}", call, hint)
    if call.function not in CARRIED:
        what = f"an expression can add up, by {' or '.join(CARRIED)}, and not by {call.function}"
        scope.fail(what, call, "leave --expr out, and write combine() and the derivative")
    if scope.vocabulary.functions.get(call.function):
        scope.fail(f"{call.function} is an op on elements in this table", call)
    element = resolve(call.arguments[0], scope)
    if not scope.has_tensor(element):
        scope.fail("what is reduced does not depend on 'self'", call.arguments[0])
    rest = _replaced(tree, call)
    outside = next((each for each in walk(rest) if each == Name("self")), None)
    if outside is not None:
        scope.fail(f"'self' stands outside of {call.function}", outside, "finish(REDUCE(map(self)))")
    finish = resolve(rest, Scope(scope.vocabulary, scope.text, {REDUCED: True}))
    for part, where in ((element, call.arguments[0]), (finish, tree)):
        if scope.is_truth(part):
            scope.fail("a truth value is no number", where)
    assert names_in(finish) == {REDUCED}
    parts = ReductionParts(call.function, element, finish)
    carried = hooks(scope.vocabulary.workspace)
    if parts.maps and "map" not in carried:
        scope.fail(f"the reductions of this tree do not map elements ({REDUCE_LOOPS})", call.arguments[0])
    if (parts.finishes or parts.reduce == "mean") and "finish" not in carried:
        scope.fail(f"the reductions of this tree do not finish results ({REDUCE_LOOPS})", tree)
    return parts


def _replaced(node: Node, call: Call) -> Node:
    """The tree with `reduced` in the place of the call."""
    if node is call:
        return Name(REDUCED, column=call.column)
    if isinstance(node, Negated):
        return replace(node, operand=_replaced(node.operand, call))
    if isinstance(node, Call):
        return replace(node, arguments=tuple(_replaced(each, call) for each in node.arguments))
    if isinstance(node, Binary):
        return replace(node, left=_replaced(node.left, call), right=_replaced(node.right, call))
    return node
