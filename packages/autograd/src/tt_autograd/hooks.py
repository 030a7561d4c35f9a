"""Hooks: callables that see gradients, and may replace them, while backward runs."""

import itertools
from collections.abc import Callable
from typing import Any

from tt_autograd import _C
from tt_core import Tensor

_ids = itertools.count()


class RemovableHandle:
    """What registering a hook returns; `remove()` takes the hook away, as does leaving a `with` block."""

    def __init__(self, hooks: dict[int, Callable[..., Any]], hook: Callable[..., Any]) -> None:
        self.id = next(_ids)
        self._hooks: dict[int, Callable[..., Any]] | None = hooks
        hooks[self.id] = hook

    def remove(self) -> None:
        """Takes the hook away; a second time does nothing."""
        if self._hooks is not None:
            self._hooks.pop(self.id, None)
            self._hooks = None

    def __enter__(self) -> "RemovableHandle":
        return self

    def __exit__(self, *exception: object) -> None:
        self.remove()


def register_hook(self: Tensor, hook: Callable[[Tensor], Tensor | None]) -> RemovableHandle:
    """Calls `hook(grad)` whenever the gradient of this tensor is computed; a Tensor that it returns takes the
    gradient's place.

    Hooks run in the order of registration, before `.grad` changes. A hook must not write to its argument.
    Later in-place changes of this tensor leave the hook where it was.

    Raises RuntimeError when the tensor does not require grad.
    """
    if not self.requires_grad:
        raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
    return RemovableHandle(_C.tensor_hooks(self), hook)


def register_node_hook(self: _C.Node, hook: Callable[..., Any]) -> RemovableHandle:
    """Calls `hook(grad_inputs, grad_outputs)` after the node ran; what it returns replaces `grad_inputs`."""
    return RemovableHandle(self._hooks_after, hook)


def register_node_prehook(self: _C.Node, hook: Callable[..., Any]) -> RemovableHandle:
    """Calls `hook(grad_outputs)` before the node runs; what it returns takes their place."""
    return RemovableHandle(self._hooks_before, hook)
