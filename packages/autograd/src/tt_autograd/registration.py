"""`derivative` and `non_differentiable`: how formulas are written.

    derivative(
        "mul.Tensor",
        self=lambda grad, other: grad * conj(other),
        other=lambda grad, self: grad * conj(self),
    )

The names of a formula's parameters say what is saved when the op is called:

- `grad`, the gradient of the (first) result; `grads`, the tuple of those of all results;
- arguments of the op by name, tensors and others alike (a number given for a tensor stays a number);
- `result`, `results`, or a result's own name;
- `self_shape`, `self_stride`, `self_offset`, `self_dtype`, `self_device`, for any tensor argument: facts that
  keep no tensor alive;
- `needs`, a tuple of bools, one for each tensor argument: which gradients are wanted.

A formula returns the gradient as a Tensor, in any shape that broadcasting the argument can give and in any
dtype: the engine sums, casts and takes the real part, once for all formulas. None stands for zero.
"""

import sys
from collections.abc import Callable
from typing import Any

from tt_autograd import _C

Formula = Callable[..., Any]


def derivative(
    name: str, /, *, joint: Formula | None = None, materialize: bool = False, **formulas: Formula | None
) -> None:
    """Registers the derivative of the op with the qualified `name`.

    Give one formula for each tensor argument, or None for one that the op is not differentiated by (an index,
    a condition); one that is left out raises when its gradient is asked for. `joint` is one formula for all,
    and returns a tuple. A gradient that is not there is None, or zeros with `materialize`.

    Raises NotImplementedError when there is no such op, ValueError for a parameter that names nothing,
    RuntimeError when the op has a derivative already.
    """
    _C.set_derivative(name, formulas, joint, materialize, False, False, *_caller())


def non_differentiable(name: str, /) -> None:
    """Declares that results of the op never require grad: it is constant wherever it has a derivative, or
    makes no use of its arguments' values.

    Raises as `derivative` does.
    """
    _C.set_derivative(name, {}, None, False, True, False, *_caller())


def _caller() -> tuple[str, int]:
    # Inside a checkout paths start at its packages/, as the compiled code's do.
    frame = sys._getframe(2)
    file = frame.f_code.co_filename
    _, inside, rest = file.rpartition("/packages/")
    return (f"packages/{rest}" if inside else file), frame.f_lineno
