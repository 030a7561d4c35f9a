"""Backward of a PyTorch result: its nodes in the order of the engine, their formulas, what they saved, and the ops
that they ran."""

from collections.abc import Callable
from typing import Any

from tt_devtools.trace.foreign.profile_tree import Ran, flat, profiled
from tt_devtools.trace.foreign.stages import Stages
from tt_devtools.trace.foreign.yaml_entries import Tables, formulas

_SAVED = "_saved_"


def node_of(result: Any) -> dict[str, Any] | None:
    """The node that the forward pass hung on the result, and what it keeps; None without one."""
    node = getattr(result, "grad_fn", None)
    if node is None:
        return None
    inputs = [_plain_name(after) for after, _ in node.next_functions if after is not None]
    return {"name": _plain_name(node), "saved": _kept(node), "next": inputs}


def add_backward(forward: Callable[[], Any], tables: Tables) -> dict[str, Any]:
    """The stages of `forward().backward(ones)`, in the shape of a route."""
    import torch

    nodes: dict[str, dict[str, Any]] = {}
    failure: list[RuntimeError] = []

    def both_ways() -> None:
        result = forward()
        first = result[0] if isinstance(result, (tuple, list)) else result
        nodes.update(_graph(first))
        try:
            first.backward(torch.ones_like(first))
        except RuntimeError as error:
            failure.append(error)

    # One profile for both ways: a node has the sequence number of the op that made it.
    tree = profiled(both_ways)
    by_sequence = {
        ran.sequence: ran for ran in reversed(list(flat(tree))) if ran.sequence >= 0 and not ran.is_node
    }
    begun = next((at for at, ran in enumerate(tree) if ran.is_node), len(tree))
    stages = Stages()
    for ran in tree[begun:]:
        _add(stages, ran, -1, 0, by_sequence, nodes, tables)
    route: dict[str, Any] = {"stages": stages.events}
    if failure:
        route["error"] = {"type": "RuntimeError", "message": str(failure[0])}
    return route


def _graph(result: Any) -> dict[str, dict[str, Any]]:
    """Each node below the result once, with what it saved; a name that comes twice keeps the first."""
    found: dict[str, dict[str, Any]] = {}
    waiting, met = [result.grad_fn], set()
    while waiting:
        node = waiting.pop(0)
        if node is None or node in met:
            continue
        met.add(node)
        found.setdefault(_plain_name(node), {"saved": _kept(node)})
        waiting += [after for after, _ in node.next_functions]
    return found


def _add(
    stages: Stages,
    ran: Ran,
    parent: int,
    depth: int,
    by_sequence: dict[int, Ran],
    nodes: dict[str, dict[str, Any]],
    tables: Tables,
) -> None:
    name = ran.qualified.removeprefix("aten::")
    if ran.is_node:
        source = by_sequence.get(ran.sequence)
        entry = tables.derivative(source.qualified.removeprefix("aten::")) if source else None
        detail = dict(nodes.get(ran.name, {}))
        if entry is not None:
            detail["formulas"] = formulas(entry)
        place = (entry.file, entry.line) if entry else ("", 0)
        op = source.qualified.removeprefix("aten::") if source else ran.name
        at = stages.add(
            "autograd",
            ran.name,
            op=op,
            parent=parent,
            depth=depth,
            ns=ran.ns,
            start_ns=ran.start_ns,
            place=place,
            detail=detail,
        )
    else:
        entry = tables.native(name)
        place = (entry.file, entry.line) if entry else ("", 0)
        at = stages.add(
            "call",
            ran.qualified,
            op=name,
            parent=parent,
            depth=depth,
            ns=ran.ns,
            start_ns=ran.start_ns,
            place=place,
            detail={"schema": entry.schema if entry else ""},
        )
    for inner in ran.inside:
        _add(stages, inner, at, depth + 1, by_sequence, nodes, tables)


def _plain_name(node: Any) -> str:
    return str(node.name()).removeprefix("torch::autograd::")


def _kept(node: Any) -> list[str]:
    names = [name for name in dir(node) if name.startswith(_SAVED)]
    return [f"{name.removeprefix(_SAVED)} = {_described(node, name)}" for name in names]


def _described(node: Any, name: str) -> str:
    try:
        value = getattr(node, name)
    except RuntimeError:
        return "freed"
    if hasattr(value, "dtype") and hasattr(value, "shape"):
        return f"{str(value.dtype).rpartition('.')[2]}{list(value.shape)}"
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
