"""cpu_fallback: an op that a device lacks, computed on the CPU."""

from collections.abc import Callable
from typing import Any

from tt.library.device import host_tensor
from tt.library.nested import tensors_in, with_tensors
from tt_core import _C, Tensor, device
from tt_opspec.schema import Schema, parse


def cpu_fallback(op: Any, *args: Any, **kwargs: Any) -> Any:
    """A kernel for all that a device lacks, for `Library.fallback`: calls the op on the CPU.

    Where the registered device's memory is the CPU's, the op works on that memory, and no kernel at all is needed. Else
    tensors are copied to the CPU, and what the op returned or wrote back; `copy_` is then what the device must bring
    itself.
    """
    schema = parse(str(_C.op_info(op.overloads[0])[0]["schema"]))
    given = {**dict(zip((arg.name for arg in schema.args), args, strict=False)), **kwargs}
    place = _place(given)
    on_host = place.type == _C.private_device_name() and _C.private_device_is_host()
    if not on_host and schema.name == "copy_":
        raise NotImplementedError(
            f"{schema.qualified} has no kernel for device {place.type}, and cpu_fallback copies with it"
            f'\nhint: tt.library.register_kernel("{schema.qualified}", "{place.type}", function)'
        )
    moved = {name: _moved(value, _host if on_host else _copied) for name, value in given.items()}
    results = op(
        *(moved[arg.name] for arg, _ in zip(schema.args, args, strict=False)), **{n: moved[n] for n in kwargs}
    )
    written = _written(schema, given)
    if not on_host:
        for name in written.values():
            given[name].copy_(moved[name])
    back = []
    for result, returned in zip(
        results if isinstance(results, tuple) else (results,), schema.returns, strict=False
    ):
        argument = written.get(returned.alias.name) if returned.alias else None
        if argument is not None:
            back.append(given[argument])
        else:
            back.append(result.to(place) if isinstance(result, Tensor) else result)
    return back[0] if len(back) == 1 else tuple(back) or None


def _place(given: dict[str, Any]) -> device:
    """The device that is no CPU, of a tensor or as an argument."""
    found = [value for value in given.values() if isinstance(value, device)]
    found += [tensor.device for value in given.values() for tensor in tensors_in(value)]
    return next((each for each in found if each.type != "cpu"), device("cpu"))


def _written(schema: Schema, given: dict[str, Any]) -> dict[str, str]:
    """The names of the tensors that are written to, by their alias sets."""
    marked = {arg.name: arg.alias.name for arg in schema.args if arg.alias and arg.alias.writes}
    return {alias: name for name, alias in marked.items() if isinstance(given.get(name), Tensor)}


def _host(tensor: Tensor) -> Tensor:
    return tensor if tensor.is_cpu else host_tensor(tensor)


def _copied(tensor: Tensor) -> Tensor:
    return tensor.to("cpu")


def _moved(value: Any, move: Callable[[Tensor], Tensor]) -> Any:
    return device("cpu") if isinstance(value, device) else with_tensors(value, move)
