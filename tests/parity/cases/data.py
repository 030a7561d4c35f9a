"""`Tensor.data`: what it is, what writing through it does, and what may be assigned to it."""

from collections.abc import Callable, Iterator
from typing import Any

from cases import Case
from samples.library import Library

TENSORS: dict[str, Callable[[Any], Any]] = {
    "plain": lambda tt: tt.arange(6.0).view(2, 3).clone(),
    "transposed": lambda tt: tt.arange(6.0).view(2, 3).t(),
    "leaf": lambda tt: tt.ones(2, 3, requires_grad=True),
    "recorded": lambda tt: tt.ones(2, 3, requires_grad=True) * 2,
    "view": lambda tt: (tt.ones(4, 3, requires_grad=True) * 2)[1:3],
    "ints": lambda tt: tt.arange(6).view(2, 3).clone(),
    "meta": lambda tt: tt.ones(2, 3, device="meta"),
}
DATA: dict[str, Callable[[Any], Any]] = {
    "same-shape": lambda tt: tt.zeros(2, 3),
    "other-shape": lambda tt: tt.zeros(4),
    "strided": lambda tt: tt.arange(12.0).view(3, 4).t()[1:],
    "other-dtype": lambda tt: tt.zeros(2, 3, dtype=tt.float64),
    "int": lambda tt: tt.zeros(2, 3, dtype=tt.int64),
    "meta": lambda tt: tt.zeros(2, 3, device="meta"),
    "leaf": lambda tt: tt.zeros(2, 3, requires_grad=True),
    "number": lambda tt: 1.0,
    "none": lambda tt: None,
}


def cases(library: Library) -> Iterator[Case]:
    module = library.module
    for kind, make in TENSORS.items():
        yield f"data-of-{kind}", lambda m=make: _facts(m(module))
        if kind != "meta":
            yield f"written-of-{kind}", lambda m=make: _written(m(module))
        for name, data in DATA.items():
            yield f"assign-{name}-to-{kind}", lambda m=make, d=data: _assigned(m(module), d(module))
        yield f"delete-of-{kind}", lambda m=make: delattr(m(module), "data")
    yield "written-before-backward", lambda: _written_before_backward(module)


def _facts(x: Any) -> Any:
    data = x.data
    return data, data is x, data.requires_grad, data.is_leaf, data._base is None, data.grad_fn is None


def _written(x: Any) -> Any:
    x.data += 1
    x.data.mul_(2)
    return x, x.data, x.requires_grad, x.is_leaf


def _assigned(x: Any, data: Any) -> Any:
    x.data = data
    sharing = x.device.type != "meta" and x.data_ptr() == data.data_ptr()
    return x, x.requires_grad, x.is_leaf, x.is_contiguous(), sharing, x.shape


def _written_before_backward(tt: Any) -> Any:
    w = tt.ones(2, requires_grad=True)
    loss = (w * w).sum()
    w.data.add_(1)
    loss.backward()
    return w.grad
