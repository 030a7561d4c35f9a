"""Torch with every result of an op moved by a random rounding: what a case then gives differs from what it gives by as
much as rounding may change it. Imports torch, so that only the worker can use it.

Ops whose results are elements of their arguments round nothing, and moving them would break ties.
"""

from typing import Any

import torch
from torch.utils._python_dispatch import TorchDispatchMode

EXACT = {
    "_to_copy", "abs", "amax", "amin", "arange", "as_strided_scatter", "clone", "copy_", "detach", "empty",
    "empty_like", "empty_strided", "fill_", "full", "full_like", "gather", "index", "lift_fresh", "masked_fill",
    "max", "maximum", "min", "minimum", "neg", "new_empty_strided", "new_zeros", "ones_like", "relu",
    "resolve_conj", "scalar_tensor", "scatter", "select_backward", "sgn", "sign", "slice_backward",
    "threshold_backward", "unfold_backward", "value_selecting_reduction_backward", "where", "zero_", "zeros",
    "zeros_like",
}  # fmt: skip


class Noise(TorchDispatchMode):
    """Inside the block each rounded element is multiplied by 1 or a neighbour of it."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._random = torch.Generator().manual_seed(seed)

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        result = func(*args, **(kwargs or {}))
        shares = any(each.alias_info is not None for each in func._schema.returns)
        if (
            shares
            or func._schema.name.removeprefix("aten::") in EXACT
            or not isinstance(result, torch.Tensor)
        ):
            return result
        has_memory = result.device.type != "meta" and not torch._is_zerotensor(result)
        if not (result.is_floating_point() or result.is_complex()) or not has_memory:
            return result
        epsilon = torch.finfo(result.dtype).eps
        parts = torch.view_as_real(result.resolve_conj()) if result.is_complex() else result
        steps = torch.randint(-1, 2, parts.shape, generator=self._random)
        size = result.abs().unsqueeze(-1) if result.is_complex() else parts
        moved = parts + torch.where(steps == 0, 0, steps * epsilon * size).to(parts.dtype)
        return torch.view_as_complex(moved.contiguous()) if result.is_complex() else moved
