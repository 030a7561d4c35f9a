"""Tensors among arguments, which are single or in lists. Must not know what is done with them."""

from collections.abc import Callable
from typing import Any

from tt_core import Tensor


def tensors_in(value: Any) -> list[Tensor]:
    """The tensors of one argument."""
    items = value if isinstance(value, list | tuple) else [value]
    return [item for item in items if isinstance(item, Tensor)]


def with_tensors(value: Any, change: Callable[[Tensor], Any]) -> Any:
    """The argument with each tensor changed; all else as it is."""
    if isinstance(value, list | tuple):
        return type(value)(with_tensors(item, change) for item in value)
    return change(value) if isinstance(value, Tensor) else value
