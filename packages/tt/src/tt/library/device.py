"""A device from Python: its name and its memory."""

from collections.abc import Callable
from typing import Final

from tt.library.functions import scope_of
from tt.library.library import Library
from tt.library.names import known_keys
from tt.library.registrations import caller
from tt_core import _C, Tensor

_TAKEN: Final = ("cpu", "cuda", "meta")


def register_device(
    name: str,
    *,
    allocate: Callable[[int], int] | None = None,
    free: Callable[[int, int], None] | None = None,
    lib: Library | None = None,
) -> None:
    """Registers a device type, whose ops are those that kernels are registered for: tensors are made with
    `device=name`, and `name` is a device type for `impl` and `register_kernel` (its dispatch key is PrivateUse1).

    `allocate(bytes)` returns an address, `free(address, bytes)` takes one; without them the memory is the CPU's, and
    kernels reach it with `host_tensor`. Factories and views need no kernel; filling and copying are `fill_.Scalar` and
    `copy_`. When `lib` ends, tensors that live keep their memory.

    Raises ValueError for a name that is taken or none, TypeError when one of the two functions is missing,
    RuntimeError with both places when there is such a device already.
    """
    taken = (*_TAKEN, "default", *known_keys())
    if not name.isidentifier() or name in taken:
        what = "is taken" if name in taken else "is no name of a device type"
        raise ValueError(f"register_device: '{name}' {what}")
    if (allocate is None) != (free is None) or not all(f is None or callable(f) for f in (allocate, free)):
        raise TypeError("register_device: expected two functions, allocate and free, or neither")
    scope = scope_of(lib)
    _C.register_private_device(name, allocate, free, *caller())
    scope.add(_C.remove_private_device)


def host_tensor(tensor: Tensor) -> Tensor:
    """A CPU tensor over the memory of a tensor of the registered device: writes are seen on both sides.

    The memory must be the host's, as it is where the device has no `allocate`. Raises ValueError for a tensor of
    another device.
    """
    shared: Tensor = _C.host_tensor(tensor)
    return shared
