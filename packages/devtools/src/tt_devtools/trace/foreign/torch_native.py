"""Native frames of a PyTorch call: of the whole call by its own arguments, and of each op inside it by copies.

Runs where torch is imported. One thread, so that who touches memory first is the caller.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tt_devtools.trace.foreign.dispatch_mode import seeing
from tt_devtools.trace.foreign.first_touch import Touch, Trap, Unavailable
from tt_devtools.trace.foreign.frames import Stack, stack_of
from tt_devtools.trace.foreign.symbols import Symbols
from tt_devtools.trace.foreign.torch_inputs import build, named_tensors, trapped_copy

_WARM = 2
_MOST_BYTES = 256 << 20  # of one op's tensors, copied to be watched


@dataclass
class Seen:
    """What ran below Autograd, in order: the op, the key sets of its tensors, who touched them first."""

    qualified: str
    named_keys: list[tuple[str, Any]]
    touches: list[tuple[str, Touch | None]]
    why_not: str
    stacks: list[tuple[str, Stack]]


class Native:
    """Follows calls; `why_not` says why frames are not followed at all, "" when they are."""

    def __init__(self) -> None:
        self.why_not = ""
        self._trap: Trap | None = None
        try:
            self._trap = Trap()
        except Unavailable as error:
            self.why_not = str(error)

    def of_call(self, call: Callable[..., Any], arguments: list[dict[str, Any]]) -> list[tuple[str, Stack]]:
        """The stacks of the whole call, by the argument whose memory was touched."""
        if self._trap is None:
            return []
        self._trap.clear()
        positional, keywords = build(arguments, self._trap.memory)
        tensors = [
            (name, tensor)
            for name, tensor in named_tensors(arguments, positional, keywords)
            if tensor.device.type == "cpu" and tensor.numel()
        ]
        for _ in range(_WARM):
            call(*positional, **keywords)
        self._armed(lambda: call(*positional, **keywords))
        touches = self._trap.touches(len(tensors))
        return self._named([(name, touch) for (name, _), touch in zip(tensors, touches, strict=True)])

    def inside(self, call: Callable[[], Any]) -> list[Seen]:
        """Every op that the call reached below Autograd."""
        found: list[Seen] = []

        def watched(func: Any, args: Any, kwargs: Any) -> Any:
            found.append(self._watched(func, args, kwargs))
            return func(*args, **kwargs)

        with seeing(watched):
            call()
        for seen in found:
            seen.stacks = self._named(seen.touches)
        return found

    def _watched(self, func: Any, args: Any, kwargs: Any) -> Seen:
        import torch

        schema = func._schema
        named: list[tuple[str, Any]] = []
        for at, argument in enumerate(schema.arguments):
            value = args[at] if at < len(args) else kwargs.get(argument.name)
            if isinstance(value, torch.Tensor):
                named.append((argument.name, value))
            elif isinstance(value, (list, tuple)):
                named += [
                    (f"{argument.name}[{i}]", each)
                    for i, each in enumerate(value)
                    if isinstance(each, torch.Tensor)
                ]
        name = schema.name + (f".{schema.overload_name}" if schema.overload_name else "")
        keys = [(each, torch._C._dispatch_keys(tensor)) for each, tensor in named]
        seen = Seen(name, keys, [], "", [])
        size = sum(tensor.untyped_storage().nbytes() for _, tensor in named if tensor.device.type == "cpu")
        if self._trap is None:
            seen.why_not = self.why_not
        elif size > _MOST_BYTES:
            seen.why_not = "its tensors are too large to be copied and watched"
        elif named and all(tensor.device.type == "cpu" for _, tensor in named):
            self._watch(func, args, kwargs, named, seen)
        return seen

    def _watch(self, func: Any, args: Any, kwargs: Any, named: list[tuple[str, Any]], seen: Seen) -> None:
        import torch
        from torch.utils._pytree import tree_map

        trap = self._trap
        assert trap is not None
        trap.clear()
        copies: dict[int, Any] = {}
        order: list[str] = []
        names = {id(tensor): name for name, tensor in named}

        def copied(value: Any) -> Any:
            if not isinstance(value, torch.Tensor):
                return value
            if id(value) not in copies:
                before = value
                copies[id(value)] = trapped_copy(value, trap.memory)
                if copies[id(value)] is not before:
                    order.append(names.get(id(value), "?"))
            return copies[id(value)]

        try:
            watched_args, watched_kwargs = tree_map(copied, args), tree_map(copied, kwargs)
            self._armed(lambda: func(*watched_args, **watched_kwargs))
            touches = trap.touches(len(order))
        except (RuntimeError, Unavailable) as error:  # the call itself raises it again
            seen.why_not = str(error).splitlines()[0]
            return
        seen.touches = list(zip(order, touches, strict=True))

    def _armed(self, call: Callable[[], Any]) -> None:
        assert self._trap is not None
        self._trap.arm()
        try:
            call()
        finally:
            self._trap.disarm()

    def _named(self, touches: list[tuple[str, Touch | None]]) -> list[tuple[str, Stack]]:
        if not any(touch for _, touch in touches):
            return []
        symbols, main = Symbols(), threading.main_thread().native_id or 0
        return [(name, stack_of(touch, symbols, main)) for name, touch in touches if touch]
