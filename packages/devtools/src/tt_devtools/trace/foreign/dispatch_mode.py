"""PyTorch's dispatch mode: sees each op as it arrives below Autograd. Runs where torch is imported."""

from collections.abc import Callable
from typing import Any


def seeing(run: Callable[[Any, tuple[Any, ...], dict[str, Any]], Any]) -> Any:
    """A context in which ops go to `run`, with their arguments, which calls them and returns what they do."""
    from torch.utils._python_dispatch import TorchDispatchMode

    class Watch(TorchDispatchMode):  # type: ignore[misc] # PyTorch is not installed where types are checked
        @classmethod
        def _should_skip_dynamo(cls) -> bool:
            return False  # PyTorch would import its compiler for that, which takes longer than all else

        def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            return run(func, args, kwargs or {})

    return Watch()
