"""Joins the ops that PyTorch's profiler saw with the key sets and the touches that a dispatch mode saw.

Runs where torch is imported.
"""

from typing import Any

from tt_devtools.trace.foreign.dispatch_route import BACKENDS, route_of, table_of
from tt_devtools.trace.foreign.profile_tree import Ran
from tt_devtools.trace.foreign.torch_native import Seen
from tt_devtools.trace.foreign.torch_route import Followed

NamedKeys = list[tuple[str, Any]]


def joined(
    ran: list[Ran], seen: list[Seen], named: NamedKeys, device: str
) -> tuple[list[Followed], list[str]]:
    """The profiler's tree with what the dispatch mode saw, both in the order of the calls; then the names of those
    that the mode saw and that have no place in the tree.

    `named` are the key sets of the call's own tensors, `device` is the result's.
    """
    waiting = list(seen)

    def followed(each: Ran, outermost: bool, excluded: tuple[str, ...]) -> Followed:
        op = Followed(each)
        match = waiting.pop(0) if waiting and waiting[0].qualified == each.qualified else None
        if match is not None:
            op.stacks, op.why_no_stacks = match.stacks, match.why_not
            op.touched_nothing = bool(match.touches) and not match.stacks
        keys = named if outermost and len(ran) == 1 else match.named_keys if match else None
        if keys is not None:
            op.route = _route_or_none(each, keys, device, excluded)
        inner = excluded + _excluded_inside(op, device)
        op.inside = [followed(inside, False, inner) for inside in each.inside]
        return op

    tree = [followed(each, True, ()) for each in ran]
    return tree, [each.qualified for each in waiting]


def flattened(tree: list[Followed]) -> list[Followed]:
    """Every op in the order in which they began."""
    return [each for op in tree for each in (op, *flattened(op.inside))]


def keys_of(tensors: list[tuple[str, Any]]) -> NamedKeys:
    """The key set of each named tensor."""
    import torch

    return [(name, torch._C._dispatch_keys(tensor)) for name, tensor in tensors]


def _route_or_none(ran: Ran, keys: NamedKeys, device: str, excluded: tuple[str, ...]) -> Any:
    try:
        return route_of(ran.qualified, keys, device, excluded)
    except RuntimeError:  # no such operator: the profiler's name is of something else
        return None


def _excluded_inside(op: Followed, device: str) -> tuple[str, ...]:
    """The keys that calls out of the op's kernel do not meet again, by the beginnings of their names."""
    if op.route is not None and op.route.steps and op.route.steps[-1].key.startswith("Autocast"):
        return ("Autocast",)
    return () if _is_composite(op, device) else ("Autograd", "ADInplaceOrView")


def _is_composite(op: Followed, device: str) -> bool:
    """Whether the op's body calls others with the keys of Autograd: where its own keys were not seen, only if
    the table has a composite kernel under every key that they could have led to."""
    if op.route is not None:
        return op.route.ends.startswith("composite")
    backend = BACKENDS.get(device, "")
    try:
        table = table_of(op.ran.qualified)
    except RuntimeError:
        return False
    return all(key in table and table[key].kind == "math kernel" for key in (backend, f"Autograd{backend}"))
