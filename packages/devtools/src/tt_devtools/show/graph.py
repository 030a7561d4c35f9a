"""The graph behind a tensor: nodes and edges as plain data, and as a text tree. Must not import tt."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Vertex:
    """One node of the graph; `inputs` are the numbers of the nodes that its gradients go to, None for none.

    `leaf` describes the tensor that an accumulator adds to, "" for other nodes.
    """

    number: int
    name: str
    leaf: str
    inputs: tuple[int | None, ...]

    @property
    def label(self) -> str:
        return f"{self.name} {self.leaf}".rstrip()


def as_json(vertices: list[Vertex]) -> dict[str, Any]:
    """Nodes by number, and edges as [from, to, input]."""
    return {
        "nodes": [{"number": each.number, "name": each.name, "leaf": each.leaf} for each in vertices],
        "edges": [
            [each.number, to, nth]
            for each in vertices
            for nth, to in enumerate(each.inputs)
            if to is not None
        ],
    }


def tree(vertices: list[Vertex]) -> Iterator[str]:
    """The lines of the tree; a node that was shown is referred to by its number. No recursion: graphs are deep."""
    uses: dict[int, int] = {}
    for vertex in vertices:
        for to in vertex.inputs:
            if to is not None:
                uses[to] = uses.get(to, 0) + 1
    shown: set[int] = set()
    stack: list[tuple[int, str, str]] = [(0, "", "")]  # number, what precedes the label, and its children
    while stack:
        number, lead, below = stack.pop()
        vertex = vertices[number]
        if number in shown:
            yield f"{lead}{vertex.label}  (#{number}, above)"
            continue
        shown.add(number)
        mark = f"  #{number}" if uses.get(number, 0) > 1 else ""
        yield f"{lead}{vertex.label}{mark}"
        children = [to for to in vertex.inputs if to is not None]
        for at in range(len(children) - 1, -1, -1):
            last = at == len(children) - 1
            stack.append(
                (children[at], below + ("└── " if last else "├── "), below + ("    " if last else "│   "))
            )


def layers(vertices: list[Vertex]) -> list[list[int]]:
    """Node numbers by the longest way from the root, so that every edge goes downwards."""
    depth = {0: 0}
    for number in _in_order(vertices):
        for to in vertices[number].inputs:
            if to is not None:
                depth[to] = max(depth.get(to, 0), depth[number] + 1)
    found: list[list[int]] = [[] for _ in range(max(depth.values()) + 1)]
    for number in sorted(depth):
        found[depth[number]].append(number)
    return found


def _in_order(vertices: list[Vertex]) -> list[int]:
    """Every node after all that lead to it."""
    waiting = [0] * len(vertices)
    for vertex in vertices:
        for to in vertex.inputs:
            if to is not None:
                waiting[to] += 1
    ready, order = [0], []
    while ready:
        number = ready.pop()
        order.append(number)
        for to in vertices[number].inputs:
            if to is not None:
                waiting[to] -= 1
                if waiting[to] == 0:
                    ready.append(to)
    return order
