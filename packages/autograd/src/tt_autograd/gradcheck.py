"""gradcheck and gradgradcheck: are the derivatives what differences of the function say?

The numerical side moves each element of each input by `eps` both ways; the analytical side runs backward once
for each element of each output. Both follow the convention that a gradient of a real loss with respect to a
complex z is dL/dRe(z) + i dL/dIm(z).
"""

import warnings
from collections.abc import Sequence
from typing import Any

from tt_autograd.backward_pass import grad
from tt_autograd.grad_mode import enable_grad, no_grad
from tt_autograd.jacobian import (
    Function,
    GradcheckError,
    Row,
    differences_of,
    flat_values,
    gradients_of,
    indices_of,
    made_up_gradients,
    outputs_of,
    unit_cotangents,
)
from tt_core import _C, Tensor, ops


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
    outputs = [o for o in outputs_of(func, arguments) if o.requires_grad]
    cotangents = made_up_gradients(outputs) if grad_outputs is None else tuple(grad_outputs)
    count = len(arguments)

    @enable_grad()
    def first_derivative(*given: Any) -> tuple[Tensor, ...]:
        primals, weights = given[:count], given[count:]
        results = [o for o in outputs_of(func, primals) if o.requires_grad]
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


def _check(
    func: Function, arguments: Sequence[Any], places: list[int], eps: float, atol: float, rtol: float
) -> None:
    inputs = [arguments[i] for i in places]
    numerical = [differences_of(func, arguments, x, eps) for x in inputs]
    for k, output in enumerate(outputs_of(func, arguments)):
        for row, (index, unit, cotangent) in enumerate(unit_cotangents(output)):
            element = row // 2 if output.is_complex() else row
            analytical = gradients_of(output, inputs, cotangent)
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
    for index, a, b in zip(indices_of(x), expected, found, strict=True):
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
    outputs = [o for o in outputs_of(func, arguments) if o.requires_grad]
    if len(outputs) < 2:
        return
    weights = made_up_gradients(outputs)
    for k, output in enumerate(outputs):
        alone = gradients_of(output, inputs, weights[k])
        zeros = [weights[k] if j == k else ops.zeros_like(o) for j, o in enumerate(outputs)]
        found = grad(outputs, inputs, zeros, retain_graph=True, allow_unused=True)
        beside_zeros = [
            [0j] * x.numel() if g is None else flat_values(g) for g, x in zip(found, inputs, strict=True)
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
    outputs = [o for o in outputs_of(func, arguments) if o.requires_grad]
    spread_outputs = [o for o in outputs_of(func, spread) if o.requires_grad]
    for k, (output, spread_output) in enumerate(zip(outputs, spread_outputs, strict=True)):
        (weight,) = made_up_gradients([output])
        plain = gradients_of(output, [arguments[i] for i in places], weight)
        strided = gradients_of(spread_output, [spread[i] for i in places], _spread(weight).detach())
        for i, place in enumerate(places):
            what = f"output {k}, inputs and gradient not contiguous, with respect to input {place}"
            _compare(what, arguments[place], plain[i], strided[i], "contiguous", "strided", atol, rtol)
