"""Immediate dominators of a small graph: the node through which every way from the root to another leads.

Source: Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm".
"""

from collections.abc import Callable, Sequence

ROOT = -1


def dominators(
    roots: Sequence[int], successors: Callable[[int], Sequence[int]]
) -> tuple[dict[int, int], dict[int, list[int]]]:
    """For each node that can be reached its dominator (ROOT for the roots), in an order with dominators first;
    and the predecessors of each."""
    order, before = _reverse_postorder(roots, successors)
    place = {node: number for number, node in enumerate(order)}
    place[ROOT] = -1
    above: dict[int, int] = {ROOT: ROOT}
    moved = True
    while moved:
        moved = False
        for node in order:
            known = [each for each in before[node] if each in above]
            best = known[0]
            for other in known[1:]:
                while best != other:
                    while place[other] > place[best]:
                        other = above[other]
                    while place[best] > place[other]:
                        best = above[best]
            if above.get(node) != best:
                above[node] = best
                moved = True
    del above[ROOT]
    return {node: above[node] for node in order}, before


def _reverse_postorder(
    roots: Sequence[int], successors: Callable[[int], Sequence[int]]
) -> tuple[list[int], dict[int, list[int]]]:
    before: dict[int, list[int]] = {}
    order: list[int] = []
    left: list[tuple[int, list[int]]] = [(ROOT, list(reversed(roots)))]
    while left:
        node, coming = left[-1]
        if coming:
            each = coming.pop()
            if each not in before:
                before[each] = [node]
                left.append((each, list(reversed(successors(each)))))
            elif node not in before[each]:
                before[each].append(node)
        else:
            order.append(node)
            left.pop()
    return order[-2::-1], before
