"""gradcheck and gradgradcheck: are the derivatives what differences of the function say?

The numerical side moves each element of each input by `eps` both ways; the analytical side runs backward once
for each element of each output. Both follow the convention that a gradient of a real loss with respect to a
complex z is dL/dRe(z) + i dL/dIm(z).
"""

import itertools
import warnings
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from tt_autograd.backward_pass import grad
from tt_autograd.grad_mode import enable_grad, no_grad
from tt_core import _C, Tensor, ops

Function = Callable[..., Tensor | Sequence[Tensor]]
Row = list[complex]  # one number for each element of an input


class GradcheckError(RuntimeError):
    """A derivative that is not what the function's differences say; the message has both numbers."""


def gradcheck(
    func: Function,
    inputs: Tensor | Sequence[Any],
    *,
    eps: float = 1e-6,
    atol: float = 1e-5,
    rtol: float = 1e-3,
    raise_exception: bool = True,
    check_undefined_grad: bool = True,
    check_noncontiguous: bool = True,
) -> bool:
    """True when backward of `func` agrees with differences, for each input that requires grad.

    `func(*inputs)` returns a Tensor or several. Inputs should be float64 or complex128. With
    `check_undefined_grad` outputs without a gradient are compared with outputs whose gradient is zero, with
    `check_noncontiguous` backward is repeated with inputs and gradients that are not contiguous.

    Raises GradcheckError, unless `raise_exception` is False, at the first input and output that disagree;
    ValueError when no input requires grad.
    """
    arguments = (inputs,) if isinstance(inputs, Tensor) else tuple(inputs)
    places = [i for i, x in enumerate(arguments) if isinstance(x, Tensor) and x.requires_grad]
    if not places:
        raise ValueError(
            "gradcheck expects at least one input tensor to require gradient, "
            "but none of them have requires_grad=True."
        )
    for i in places:
        if arguments[i].dtype not in (_C.float64, _C.complex128):
            warnings.warn(
                f"gradcheck: input {i} has dtype {arguments[i].dtype}; "
                "differences need float64 or complex128",
                stacklevel=2,
            )
    try:
        _check(func, arguments, places, eps, atol, rtol)
        if check_undefined_grad:
            _check_undefined(func, arguments, places)
        if check_noncontiguous:
            _check_noncontiguous(func, arguments, places, atol, rtol)
    except GradcheckError:
        if raise_exception:
            raise
        return False
    return True


def gradgradcheck(
    func: Function,
    inputs: Tensor | Sequence[Any],
    grad_outputs: Sequence[Tensor] | None = None,
    *,
    eps: float = 1e-6,
    atol: float = 1e-5,
    rtol: float = 1e-3,
    raise_exception: bool = True,
    check_undefined_grad: bool = True,
    check_noncontiguous: bool = True,
) -> bool:
    """gradcheck of backward itself: second derivatives, by the inputs and by the gradients of the outputs.

    `grad_outputs` are made up when they are not given. For the rest see `gradcheck`.
    """
    arguments = (inputs,) if isinstance(inputs, Tensor) else tuple(inputs)
    places = [i for i, x in enumerate(arguments) if isinstance(x, Tensor) and x.requires_grad]
    outputs = [o for o in _outputs(func, arguments) if o.requires_grad]
    cotangents = _made_up(outputs) if grad_outputs is None else tuple(grad_outputs)
    count = len(arguments)

    @enable_grad()
    def first_derivative(*given: Any) -> tuple[Tensor, ...]:
        primals, weights = given[:count], given[count:]
        results = [o for o in _outputs(func, primals) if o.requires_grad]
        wanted = [primals[i] for i in places]
        found = grad(results, wanted, weights, create_graph=True, allow_unused=True)
        return tuple(ops.zeros_like(x) if g is None else g for g, x in zip(found, wanted, strict=True))

    return gradcheck(
        first_derivative,
        (*arguments, *cotangents),
        eps=eps,
        atol=atol,
        rtol=rtol,
        raise_exception=raise_exception,
        check_undefined_grad=check_undefined_grad,
        check_noncontiguous=check_noncontiguous,
    )


def _outputs(func: Function, arguments: Sequence[Any]) -> list[Tensor]:
    """The differentiable ones."""
    result = func(*arguments)
    results = [result] if isinstance(result, Tensor) else list(result)
    return [r for r in results if r.is_floating_point() or r.is_complex()]


def _made_up(outputs: Iterable[Tensor]) -> tuple[Tensor, ...]:
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


def _flat(tensor: Tensor) -> Row:
    values = tensor.detach().reshape(-1).tolist()
    return [complex(value) for value in values]


def _indices(tensor: Tensor) -> Iterable[tuple[int, ...]]:
    return itertools.product(*(range(size) for size in tensor.shape))


def _element(tensor: Tensor, index: tuple[int, ...]) -> Tensor:
    place = tensor.detach()
    for i in index:
        place = place.select(0, i)
    return place


def _differences(
    func: Function, arguments: Sequence[Any], moved: Tensor, eps: float
) -> list[list[tuple[Row, Row]]]:
    """For each output, for each element of `moved`: the its elements' derivatives along the two axes.

    They are the real and the imaginary one; for a real `moved` the second is zero.
    """
    columns: list[list[tuple[Row, Row]]] = []
    with no_grad():
        for index in _indices(moved):
            place = _element(moved, index)
            value = place.item()
            by_axis = []
            for step in (eps, eps * 1j) if moved.is_complex() else (eps,):
                place.fill_(value + step)
                above = [_flat(o) for o in _outputs(func, arguments)]
                place.fill_(value - step)
                below = [_flat(o) for o in _outputs(func, arguments)]
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


def _cotangents(output: Tensor) -> Iterable[tuple[tuple[int, ...], complex, Tensor]]:
    """Gradients that pick one element of the output, by its real and by its imaginary part."""
    for index in _indices(output):
        for unit in (1.0, 1j) if output.is_complex() else (1.0,):
            cotangent = ops.zeros_like(output)
            _element(cotangent, index).fill_(unit)
            yield index, unit, cotangent


def _gradients(output: Tensor, inputs: Sequence[Tensor], cotangent: Tensor) -> list[Row]:
    if not output.requires_grad:
        return [[0j] * x.numel() for x in inputs]
    found = grad([output], inputs, [cotangent], retain_graph=True, allow_unused=True)
    for g, x in zip(found, inputs, strict=True):
        if g is not None and (g.shape != x.shape or g.dtype != x.dtype):
            raise GradcheckError(
                f"gradcheck: a gradient has shape {list(g.shape)} and dtype {g.dtype}, "
                f"its input {list(x.shape)} and {x.dtype}"
            )
    return [[0j] * x.numel() if g is None else _flat(g) for g, x in zip(found, inputs, strict=True)]


def _check(
    func: Function, arguments: Sequence[Any], places: list[int], eps: float, atol: float, rtol: float
) -> None:
    inputs = [arguments[i] for i in places]
    numerical = [_differences(func, arguments, x, eps) for x in inputs]
    for k, output in enumerate(_outputs(func, arguments)):
        for row, (index, unit, cotangent) in enumerate(_cotangents(output)):
            element = row // 2 if output.is_complex() else row
            analytical = _gradients(output, inputs, cotangent)
            for i, x in enumerate(inputs):
                if not x.numel():
                    continue
                expected = []
                for real_axis, imaginary_axis in numerical[i][k]:
                    along, across = real_axis[element], imaginary_axis[element]
                    expected.append(
                        complex(along.real, across.real) if unit == 1.0 else complex(along.imag, across.imag)
                    )
                part = (
                    ""
                    if not output.is_complex()
                    else (" (real part)" if unit == 1.0 else " (imaginary part)")
                )
                what = f"output {k} at {list(index)}{part} with respect to input {places[i]}"
                _compare(what, x, expected, analytical[i], "numerical", "analytical", atol, rtol)


def _compare(
    what: str, x: Tensor, expected: Row, found: Row, name: str, other_name: str, atol: float, rtol: float
) -> None:
    for index, a, b in zip(_indices(x), expected, found, strict=True):
        if a == b or abs(a - b) <= atol + rtol * abs(a):
            continue
        shown, other = (a, b) if x.is_complex() else (a.real, b.real)
        raise GradcheckError(
            f"gradcheck: Jacobian mismatch for {what} at {list(index)}\n"
            f"{name:>11}: {shown!r}\n{other_name:>11}: {other!r}\n difference: {abs(a - b):.3g}, "
            f"allowed {atol:.3g} + {rtol:.3g} * |{name}|"
        )


def _check_undefined(func: Function, arguments: Sequence[Any], places: list[int]) -> None:
    """An output without a gradient must count as one whose gradient is zero."""
    inputs = [arguments[i] for i in places]
    outputs = [o for o in _outputs(func, arguments) if o.requires_grad]
    if len(outputs) < 2:
        return
    weights = _made_up(outputs)
    for k, output in enumerate(outputs):
        alone = _gradients(output, inputs, weights[k])
        zeros = [weights[k] if j == k else ops.zeros_like(o) for j, o in enumerate(outputs)]
        found = grad(outputs, inputs, zeros, retain_graph=True, allow_unused=True)
        beside_zeros = [
            [0j] * x.numel() if g is None else _flat(g) for g, x in zip(found, inputs, strict=True)
        ]
        for i, x in enumerate(inputs):
            what = f"output {k} alone, the others without a gradient, with respect to input {places[i]}"
            _compare(what, x, beside_zeros[i], alone[i], "zeros", "undefined", 1e-12, 1e-12)


def _spread(tensor: Tensor) -> Tensor:
    """A copy whose elements lie two apart."""
    with no_grad():
        place = ops.zeros((*tensor.shape, 2), dtype=tensor.dtype, device=tensor.device).select(-1, 0)
        place.copy_(tensor)
    copy = place.detach()
    copy.requires_grad = tensor.requires_grad
    return copy


def _check_noncontiguous(
    func: Function, arguments: Sequence[Any], places: list[int], atol: float, rtol: float
) -> None:
    """Strides must make no difference."""
    spread = [_spread(x) if i in places else x for i, x in enumerate(arguments)]
    outputs = [o for o in _outputs(func, arguments) if o.requires_grad]
    spread_outputs = [o for o in _outputs(func, spread) if o.requires_grad]
    for k, (output, spread_output) in enumerate(zip(outputs, spread_outputs, strict=True)):
        (weight,) = _made_up([output])
        plain = _gradients(output, [arguments[i] for i in places], weight)
        strided = _gradients(spread_output, [spread[i] for i in places], _spread(weight).detach())
        for i, place in enumerate(places):
            what = f"output {k}, inputs and gradient not contiguous, with respect to input {place}"
            _compare(what, arguments[place], plain[i], strided[i], "contiguous", "strided", atol, rtol)
