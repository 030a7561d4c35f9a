"""A device from Python: its name, its memory, and what its ops fall back on."""

from collections.abc import Callable
from typing import Any, Final

from tt.library.functions import scope_of
from tt.library.library import Library
from tt.library.names import known_keys
from tt.library.registrations import caller
from tt_core import _C, Tensor, device
from tt_opspec.schema import parse

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


def cpu_fallback(op: Any, *args: Any, **kwargs: Any) -> Any:
    """A kernel for all that a device lacks, for `Library.fallback`: calls the op on the CPU.

    Where the device's memory is the CPU's, the op works on that memory, and no kernel at all is needed. Else tensors
    are copied to the CPU, and what the op returned or wrote back; `copy_` is then what the device must bring itself.
    """
    schema = parse(str(_C.op_info(op.overloads[0])[0]["schema"]))
    on_host = _C.private_device_is_host()
    if not on_host and schema.name == "copy_":
        name = _C.private_device_name()
        raise NotImplementedError(
            f"{schema.qualified} has no kernel for device {name}, and cpu_fallback copies with it"
            f'\nhint: tt.library.register_kernel("{schema.qualified}", "{name}", function)'
        )
    move = _host if on_host else _copied
    given = {**dict(zip((arg.name for arg in schema.args), args, strict=False)), **kwargs}
    moved = {name: _map(value, move) for name, value in given.items()}
    results = op(
        *(moved[arg.name] for arg, _ in zip(schema.args, args, strict=False)), **{n: moved[n] for n in kwargs}
    )
    written = {
        arg.alias.name: arg.name
        for arg in schema.args
        if arg.alias and arg.alias.writes and isinstance(given.get(arg.name), Tensor)
    }
    if not on_host:
        for name in written.values():
            given[name].copy_(moved[name])
    devices = [value for value in given.values() if isinstance(value, device)]
    devices += [tensor.device for value in given.values() for tensor in _tensors(value)]
    place = next(found for found in devices if found.type == _C.private_device_name())
    back = tuple(
        given[written[spec.alias.name]]
        if spec.alias and spec.alias.name in written
        else _map(result, lambda tensor: tensor.to(place))
        for spec, result in zip(
            schema.returns, results if isinstance(results, tuple) else (results,), strict=False
        )
    )
    return back[0] if len(back) == 1 else back or None


def _host(tensor: Tensor) -> Tensor:
    return tensor if tensor.is_cpu else host_tensor(tensor)


def _copied(tensor: Tensor) -> Tensor:
    return tensor.to("cpu")


def _tensors(value: Any) -> list[Tensor]:
    items = value if isinstance(value, list | tuple) else [value]
    return [item for item in items if isinstance(item, Tensor)]


def _map(value: Any, change: Callable[[Tensor], Tensor]) -> Any:
    if isinstance(value, list | tuple):
        return type(value)(_map(item, change) for item in value)
    if isinstance(value, device):
        return device("cpu")
    return change(value) if isinstance(value, Tensor) else value
