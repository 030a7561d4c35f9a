"""copy.copy, copy.deepcopy and pickle of tensors.

As in torch: `copy.copy` is another tensor over the same memory, `copy.deepcopy` copies the whole storage once for all
tensors over it, and a pickle holds it, so that strides and offset stay what they are.
"""

import copy
import warnings
from typing import Any

from tt_autograd import no_grad
from tt_core import _C, Tensor, ops


def shallow(self: Tensor) -> Tensor:
    """Another leaf over the same memory, with the same attributes."""
    made = _finish(self.detach(), type(self), self.requires_grad)
    made.__dict__.update(self.__dict__)
    return made


def deep(self: Tensor, memo: dict[Any, Any]) -> Tensor:
    """A leaf over a copy of the storage, its `.grad` and attributes copied too.

    Raises RuntimeError for a tensor that is no leaf: its graph could not be copied.
    """
    if id(self) in memo:
        return memo[id(self)]
    if not self.is_leaf:
        raise RuntimeError(
            "deepcopy: only leaves of the graph can be copied\nhint: tensor.detach() leaves the graph behind"
        )
    key = ("tt storage", self._storage_ptr(), self.dtype)
    if key not in memo:
        memo[key] = ops.clone(_whole(self))
    made = _look(memo[key], self.shape, self.stride(), self.storage_offset())
    memo[id(self)] = made = _finish(made, type(self), self.requires_grad)
    made.__dict__.update(copy.deepcopy(self.__dict__, memo))
    if self.grad is not None:
        made.grad = copy.deepcopy(self.grad, memo)
    return made


def reduce_ex(self: Tensor, protocol: int) -> tuple[Any, ...]:
    """What pickle needs: the bytes of the storage, how the tensor looks into it, and whether it requires grad."""
    if self._backward_hooks:
        warnings.warn("hooks of a tensor are not pickled with it", UserWarning, stacklevel=2)
    has_data = self.device.type != "meta"
    data = _C.storage_to_bytes(_whole(self).cpu()) if has_data else self._storage_bytes()
    geometry = (tuple(self.shape), tuple(self.stride()), self.storage_offset())
    facts = (self.dtype, str(self.device), self.requires_grad, type(self))
    return rebuild, (data, *geometry, *facts), self.__dict__ or None


def rebuild(
    data: Any, shape: Any, stride: Any, offset: int, dtype: Any, device: str, requires_grad: bool, kind: Any
) -> Tensor:
    """The tensor that `reduce_ex` took apart."""
    if device == "meta":
        whole = ops.empty((data // dtype.itemsize,), dtype=dtype, device=device)
    else:
        whole = _C.tensor_from_bytes(data, dtype).to(device)
    return _finish(_look(whole, shape, stride, offset), kind, requires_grad)


def _whole(tensor: Tensor) -> Tensor:
    """All elements of the storage."""
    return _look(tensor, (tensor._storage_bytes() // tensor.itemsize,), (1,), 0)


def _look(tensor: Tensor, shape: Any, stride: Any, offset: int) -> Tensor:
    """Other elements of the storage, as nobody's view."""
    with no_grad():
        return tensor.as_strided(shape, stride, offset).detach()


def _finish(tensor: Tensor, kind: Any, requires_grad: bool) -> Tensor:
    made = tensor if kind is Tensor else Tensor.__new__(kind, tensor)
    if requires_grad:
        made.requires_grad = True
    return made
