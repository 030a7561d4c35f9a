"""What autograd adds to `Tensor` beside the properties of the extension module."""

from collections.abc import Callable
from typing import Any

from tt_core._C import attach as attach_to_tensor

from tt_autograd import _C, backward_pass, hooks
from tt_core import Tensor


def backward(
    self: Tensor,
    gradient: Tensor | None = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    inputs: Any = None,
) -> None:
    """Adds the gradients of this tensor with respect to the graph's leaves to their `.grad`.

    `gradient` is that of this tensor itself, 1 by default for a scalar. See `tt.autograd.backward`.

        >>> x = tt.tensor([1.0, 2.0], requires_grad=True)
        >>> (x * x).sum().backward()
        >>> x.grad
        tensor([2., 4.])
    """
    backward_pass.backward(self, gradient, retain_graph, create_graph, inputs)


def requires_grad_(self: Tensor, requires_grad: bool = True) -> Tensor:
    """Sets `requires_grad`, in place, and returns the tensor. Raises RuntimeError for one that is no leaf."""
    self.requires_grad = requires_grad
    return self


def retain_grad(self: Tensor) -> None:
    """Makes backward keep the gradient of this tensor in `.grad` although it is no leaf.

    Raises RuntimeError when the tensor does not require grad.
    """
    if not self.requires_grad:
        raise RuntimeError("can't retain_grad on Tensor that has requires_grad=False")
    _C.retain_grad(self)


def detach_(self: Tensor) -> Tensor:
    """Cuts the tensor off from the graph that made it, in place, and returns it.

    Raises RuntimeError for a view.
    """
    _C.detach_(self)
    return self


def attach() -> None:
    """Adds the methods to `Tensor`, and those of nodes to `Node`."""
    methods: tuple[Callable[..., Any], ...] = (
        backward,
        requires_grad_,
        retain_grad,
        detach_,
        hooks.register_hook,
    )
    for method in methods:
        attach_to_tensor(method.__name__, method)
    _C.attach_to_node("register_hook", hooks.register_node_hook)
    _C.attach_to_node("register_prehook", hooks.register_node_prehook)
