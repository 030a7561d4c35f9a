"""Kernels that are registered from Python: PyTorch's table names the file that opened the library, this the function.

Must be made before the modules that register are imported.
"""

from typing import Any

Place = tuple[str, int, str]


class PythonKernels:
    """Remembers what `torch.library.Library.impl` and `register_kernel` are given."""

    def __init__(self) -> None:
        import torch.library

        self.places: dict[tuple[str, str], Place] = {}
        impl = torch.library.Library.impl
        kernels = self

        def watched(library: Any, op: Any, function: Any, key: str = "", **options: Any) -> Any:
            kernels._note(library, op, function, key)
            return impl(library, op, function, key, **options)

        torch.library.Library.impl = watched

    def _note(self, library: Any, op: Any, function: Any, key: str) -> None:
        name = op if isinstance(op, str) else str(getattr(op, "_name", ""))
        qualified = name if "::" in name else f"{library.ns}::{name}"
        code = getattr(_unwrapped(qualified, function), "__code__", None)
        if code is None:
            return
        place = (
            code.co_filename,
            code.co_firstlineno,
            code.co_qualname if hasattr(code, "co_qualname") else code.co_name,
        )
        keys = [key or library.dispatch_key]
        if keys[0] == "CompositeExplicitAutograd":
            keys += ["CPU", "CUDA", "Meta"]
        for each in keys:
            self.places[qualified, each] = place


def _unwrapped(qualified: str, function: Any) -> Any:
    """The user's own function where a custom op wraps it."""
    try:
        from torch._library.custom_ops import OPDEFS
    except ImportError:
        return function
    definition = OPDEFS.get(qualified)
    return getattr(definition, "_init_fn", function) if definition is not None else function
