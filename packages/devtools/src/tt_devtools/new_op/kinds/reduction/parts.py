"""`finish(REDUCE(map(self)))`: an expression of a reduction taken apart, and what the loops carry of it."""

from dataclasses import dataclass
from typing import Final

from tt_devtools.new_op.kinds.pointwise.accepted import stays_integral
from tt_devtools.new_op.language.expression import Call, Name, Node, names_in, walk, with_parts
from tt_devtools.new_op.language.resolve import Scope, resolve
from tt_devtools.new_op.language.vocabulary import REDUCTIONS
from tt_devtools.new_op.tree.places import REDUCE_LOOPS
from tt_devtools.new_op.tree.workspace import Workspace

REDUCED: Final = "reduced"
"""In `finish`, what REDUCE gave."""


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

    @property
    def chooses(self) -> bool:
        """Whether the result is that of one element, and of no elements there is none."""
        return self.reduce in ("max", "min")

    @property
    def stays_integral(self) -> bool:
        """Whether integers give an integer: sums and products of int64, a choice of the integers as they are."""
        if self.chooses:
            return not (self.maps or self.finishes)
        return self.reduce != "mean" and stays_integral(self.element) and stays_integral(self.finish)


def hooks(workspace: Workspace) -> frozenset[str]:
    """What the loops of this tree's reductions call beside combine(): map(), finish()."""
    text = workspace.read(REDUCE_LOOPS) or ""
    return frozenset(hook for hook in ("map", "finish") if f"F{{}}.{hook}(" in text)


def parts_of(value: Node) -> ReductionParts:
    """The parts of an expression that was checked."""
    call = next(each for each in walk(value) if isinstance(each, Call) and each.function in REDUCTIONS)
    return ReductionParts(call.function, call.arguments[0], _replaced(value, call, Name(REDUCED)))


def checked(tree: Node, scope: Scope) -> Node:
    """A reduction's expression in the terms of the op table; raises ExpressionError."""
    calls = [each for each in walk(tree) if isinstance(each, Call) and each.function in REDUCTIONS]
    listed = ", ".join(REDUCTIONS)
    if not calls:
        scope.fail(f"a reduction has one of {listed} in it", tree, "sqrt(sum(self * self))")
    call, *others = calls
    if others:
        scope.fail(f"a reduction has exactly one of {listed}, this is a second one", others[0])
    if len(call.arguments) != 1:
        hint = "dim and keepdim come from the schema"
        if call.function in ("max", "min"):
            hint = f"the larger or smaller of two is {call.function}imum(a, b); {hint}"
        scope.fail(f"{call.function} takes 1 argument(s), got {len(call.arguments)}", call, hint)
    element = resolve(call.arguments[0], scope)
    if not scope.has_tensor(element):
        scope.fail("what is reduced does not depend on 'self'", call.arguments[0])
    rest = _replaced(tree, call, Name(REDUCED, column=call.column))
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
    return _replaced(finish, Name(REDUCED), Call(call.function, (element,)))


def _replaced(node: Node, part: Node, by: Node) -> Node:
    """The tree with another one in the place of a part."""
    return by if node == part else with_parts(node, (_replaced(each, part, by) for each in node.parts))
