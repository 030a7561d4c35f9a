"""Jacobians of a function in two ways: by differences of its values, and row by row through backward.

Which of them should agree, and how closely, is gradcheck's business.
"""

import itertools
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from tt_autograd.backward_pass import grad
from tt_autograd.grad_mode import no_grad
from tt_core import _C, Tensor, ops

Function = Callable[..., Tensor | Sequence[Tensor]]
Row = list[complex]  # one number for each element of an input


class GradcheckError(RuntimeError):
    """A derivative that is not what the function's differences say; the message has both numbers."""


def outputs_of(func: Function, arguments: Sequence[Any]) -> list[Tensor]:
    """The differentiable ones."""
    result = func(*arguments)
    results = [result] if isinstance(result, Tensor) else list(result)
    return [r for r in results if r.is_floating_point() or r.is_complex()]


def made_up_gradients(outputs: Iterable[Tensor]) -> tuple[Tensor, ...]:
    """A gradient for each output: unequal numbers of either sign, the same in every run."""
    made = []
    for output in outputs:
        values: list[complex] = [0.4 + 0.3 * ((7 * i) % 11 - 5) for i in range(output.numel())]
        if output.is_complex():
            values = [value + 0.2j * ((5 * i) % 7 - 3) for i, value in enumerate(values)]
        flat = _C.tensor_from_data(values, output.dtype).to(output.device).reshape(output.shape)
        flat.requires_grad = True
        made.append(flat)
    return tuple(made)


def flat_values(tensor: Tensor) -> Row:
    values = tensor.detach().reshape(-1).tolist()
    return [complex(value) for value in values]


def indices_of(tensor: Tensor) -> Iterable[tuple[int, ...]]:
    return itertools.product(*(range(size) for size in tensor.shape))


def element_at(tensor: Tensor, index: tuple[int, ...]) -> Tensor:
    place = tensor.detach()
    for i in index:
        place = place.select(0, i)
    return place


def differences_of(
    func: Function, arguments: Sequence[Any], moved: Tensor, eps: float
) -> list[list[tuple[Row, Row]]]:
    """For each output, for each element of `moved`: its elements' derivatives along the two axes.

    They are the real and the imaginary one; for a real `moved` the second is zero.
    """
    columns: list[list[tuple[Row, Row]]] = []
    with no_grad():
        for index in indices_of(moved):
            place = element_at(moved, index)
            value = place.item()
            by_axis = []
            for step in (eps, eps * 1j) if moved.is_complex() else (eps,):
                place.fill_(value + step)
                above = [flat_values(o) for o in outputs_of(func, arguments)]
                place.fill_(value - step)
                below = [flat_values(o) for o in outputs_of(func, arguments)]
                place.fill_(value)
                by_axis.append(
                    [
                        [(a - b) / (2 * eps) for a, b in zip(up, down, strict=True)]
                        for up, down in zip(above, below, strict=True)
                    ]
                )
            zeros = [[0j] * len(row) for row in by_axis[0]]
            columns.append(list(zip(by_axis[0], by_axis[1] if len(by_axis) == 2 else zeros, strict=True)))
    outputs = len(columns[0]) if columns else 0
    return [[column[k] for column in columns] for k in range(outputs)]


def unit_cotangents(output: Tensor) -> Iterable[tuple[tuple[int, ...], complex, Tensor]]:
    """Gradients that pick one element of the output, by its real and by its imaginary part."""
    for index in indices_of(output):
        for unit in (1.0, 1j) if output.is_complex() else (1.0,):
            cotangent = ops.zeros_like(output)
            element_at(cotangent, index).fill_(unit)
            yield index, unit, cotangent


def gradients_of(output: Tensor, inputs: Sequence[Tensor], cotangent: Tensor) -> list[Row]:
    if not output.requires_grad:
        return [[0j] * x.numel() for x in inputs]
    found = grad([output], inputs, [cotangent], retain_graph=True, allow_unused=True)
    for g, x in zip(found, inputs, strict=True):
        if g is not None and (g.shape != x.shape or g.dtype != x.dtype):
            raise GradcheckError(
                f"gradcheck: a gradient has shape {list(g.shape)} and dtype {g.dtype}, "
                f"its input {list(x.shape)} and {x.dtype}"
            )
    return [[0j] * x.numel() if g is None else flat_values(g) for g, x in zip(found, inputs, strict=True)]
