"""The arguments of a call, as PyTorch's: made of the plain data that tt's own process sends.

Memory can come from a trap, so that the first touch of each tensor is seen.
"""

from collections.abc import Callable
from typing import Any

Memory = Callable[[int], Any]  # bytes to a writable buffer


def build(arguments: list[dict[str, Any]], memory: Memory | None = None) -> tuple[list[Any], dict[str, Any]]:
    """Positional and keyword arguments."""
    positional, keywords = [], {}
    for argument in arguments:
        value = _value(argument["value"], memory)
        if argument["keyword_only"]:
            keywords[argument["name"]] = value
        else:
            positional.append(value)
    return positional, keywords


def named_tensors(
    arguments: list[dict[str, Any]], positional: list[Any], keywords: dict[str, Any]
) -> list[tuple[str, Any]]:
    """Every tensor with the name by which the schema knows it, items of lists with their index."""
    import torch

    rest = iter(positional)
    found: list[tuple[str, Any]] = []
    for argument in arguments:
        name = argument["name"]
        value = keywords[name] if argument["keyword_only"] else next(rest)
        if isinstance(value, torch.Tensor):
            found.append((name, value))
        elif isinstance(value, (list, tuple)):
            found += [
                (f"{name}[{at}]", each) for at, each in enumerate(value) if isinstance(each, torch.Tensor)
            ]
    return found


def trapped_copy(tensor: Any, memory: Memory) -> Any:
    """The same tensor over trapped memory, storage and all; the tensor itself where it has no memory here."""
    import torch

    if tensor.device.type != "cpu" or tensor.layout != torch.strided or tensor.numel() == 0:
        return tensor
    if type(tensor) is not torch.Tensor:
        return tensor
    flat = torch.empty(0, dtype=tensor.dtype).set_(tensor.detach().untyped_storage())
    copy = torch.frombuffer(memory(flat.numel() * flat.itemsize), dtype=tensor.dtype, count=flat.numel())
    copy.copy_(flat)
    return copy.as_strided(tensor.size(), tensor.stride(), tensor.storage_offset())


def _value(value: Any, memory: Memory | None) -> Any:
    import torch

    if isinstance(value, list):
        return [_value(each, memory) for each in value]
    if not isinstance(value, dict):
        return value
    if "dtype_name" in value:
        return getattr(torch, value["dtype_name"])
    if "complex" in value:
        return complex(*value["complex"])
    return _tensor(value, memory)


def _tensor(plan: dict[str, Any], memory: Memory | None) -> Any:
    import torch

    dtype, count = getattr(torch, plan["dtype"]), plan["storage"]
    if memory is None or plan["device"] not in ("", "cpu") or 0 in plan["shape"]:
        flat = torch.ones(count, dtype=dtype, device=plan["device"] or "cpu")
    else:
        flat = torch.frombuffer(memory(count * dtype.itemsize), dtype=dtype, count=count).fill_(1)
    if plan["layout"] == "contiguous":
        tensor = flat.view(plan["shape"])
    else:
        tensor = flat.as_strided(plan["shape"], plan["strides"], plan["offset"])
    return tensor.detach().requires_grad_(True) if plan["requires_grad"] else tensor
