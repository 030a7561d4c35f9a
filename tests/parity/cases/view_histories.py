"""Views made with and without recording, then one or two writes to the base, the view or another view: what the
view still says of its history, and what backward makes of it."""

from collections.abc import Callable, Iterator
from itertools import chain, product
from typing import Any

from cases import Case
from samples.library import Library

BASES: dict[str, Callable[[Any], Any]] = {
    "plain": lambda tt: tt.ones(4),
    "leaf": lambda tt: tt.ones(4, requires_grad=True),
    "recorded": lambda tt: tt.ones(4, requires_grad=True) * 2,
    "detached": lambda tt: (tt.ones(4, requires_grad=True) * 2).detach(),
}
VIEWS: dict[str, Callable[[Any, Any], Any]] = {
    "view": lambda tt, base: base[1:3],
    "unrecorded": lambda tt, base: _unrecorded(tt, lambda: base[1:3]),
    "view-of-unrecorded": lambda tt, base: _unrecorded(tt, lambda: base[1:4])[:2],
    "unrecorded-of-view": lambda tt, base: (lambda view: _unrecorded(tt, lambda: view[:2]))(base[1:4]),
    "detached": lambda tt, base: base[1:3].detach(),
    "view-of-detached": lambda tt, base: base.detach()[1:3],
    "unrecorded-of-detached": lambda tt, base: _unrecorded(tt, lambda: base.detach()[1:3]),
}
STEPS: dict[str, Callable[[Any, Any, Any, Any], Any]] = {
    "base": lambda tt, base, view, w: base.mul_(2),
    "base-by-w": lambda tt, base, view, w: base.mul_(w),
    "base-unrecorded": lambda tt, base, view, w: _unrecorded(tt, lambda: base.mul_(2)),
    "view": lambda tt, base, view, w: view.mul_(2),
    "view-by-w": lambda tt, base, view, w: view.mul_(w[:2]),
    "view-unrecorded": lambda tt, base, view, w: _unrecorded(tt, lambda: view.mul_(2)),
    "other-view-by-w": lambda tt, base, view, w: base[:2].mul_(w[:2]),
    "other-unrecorded-view-by-w": lambda tt, base, view, w: _unrecorded(tt, lambda: base[:2]).mul_(w[:2]),
    "base-requires-grad": lambda tt, base, view, w: base.requires_grad_(),
    "view-requires-grad": lambda tt, base, view, w: view.requires_grad_(),
}
PHRASES = (
    "created in no_grad mode and",
    "view of a view which was created in no_grad mode and",
    "its base or another view of its base has been modified inplace",
    "is being modified inplace",
    "a leaf Variable that requires grad",
    "a view of a leaf Variable that requires grad",
)
"""What tells torch's errors apart."""


def cases(library: Library) -> Iterator[Case]:
    steps = chain.from_iterable(product(STEPS, repeat=count) for count in (0, 1, 2))
    for base, view, each in product(BASES, VIEWS, list(steps)):
        name = "-then-".join((f"{view}-of-{base}", *each))
        yield name, lambda b=base, v=view, e=each: _history(library.module, b, v, e)


def _unrecorded(tt: Any, call: Callable[[], Any]) -> Any:
    with tt.no_grad():
        return call()


def _tried(call: Callable[[], Any]) -> Any:
    try:
        return call()
    except RuntimeError as error:
        return tuple(phrase for phrase in PHRASES if phrase in str(error))


def _history(tt: Any, base_kind: str, view_kind: str, steps: tuple[str, ...]) -> Any:
    base, w = BASES[base_kind](tt), tt.ones(4, requires_grad=True)
    view = VIEWS[view_kind](tt, base)
    seen: list[Any] = []
    for step in steps:
        seen.append(_tried(lambda step=step: STEPS[step](tt, base, view, w) is None))
    seen.append(view.requires_grad)
    seen.append(_tried(lambda: view.is_leaf))
    seen.append(_tried(lambda: view.grad_fn is None))
    used = _tried(lambda: (view * view).sum())
    seen.append(used if isinstance(used, tuple) else used.requires_grad)
    if not isinstance(used, tuple) and used.requires_grad:
        seen += tt.autograd.grad(used, w, allow_unused=True)
    return tuple(seen)
