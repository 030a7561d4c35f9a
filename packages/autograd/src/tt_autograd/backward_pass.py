"""`backward` and `grad`: the two ways of running a graph backwards. They check and complete the arguments; the
engine is C++."""

from collections.abc import Sequence

from tt_core import Tensor, ops

from tt_autograd import _C

TensorOrTensors = Tensor | Sequence[Tensor]
GradOrGrads = Tensor | Sequence[Tensor | None] | None


def backward(
    tensors: TensorOrTensors,
    grad_tensors: GradOrGrads = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    inputs: TensorOrTensors | None = None,
) -> None:
    """Adds the gradients of `tensors` with respect to the graph's leaves to their `.grad`.

    `grad_tensors` are the gradients of `tensors` themselves, 1 by default for a scalar. Values that the graph saved
    are freed on the way unless `retain_graph`, which follows `create_graph`. With `create_graph` the gradients have
    a graph themselves and can be differentiated again. `inputs` restricts to these tensors, which need not be
    leaves.

    Raises RuntimeError when a tensor does not require grad, when a gradient is missing for a tensor of several
    elements or has the wrong shape, when the graph was freed, and when a saved value was overwritten.
    """
    outputs = (tensors,) if isinstance(tensors, Tensor) else tuple(tensors)
    if inputs is not None:
        inputs = (inputs,) if isinstance(inputs, Tensor) else tuple(inputs)
        if not inputs:
            raise RuntimeError("`inputs` argument to `backward()` cannot be empty.")
    grads = _completed("backward", outputs, grad_tensors)
    _C.run_backward(
        outputs,
        grads,
        create_graph if retain_graph is None else bool(retain_graph),
        bool(create_graph),
        inputs,
        True,
    )


def grad(
    outputs: TensorOrTensors,
    inputs: TensorOrTensors,
    grad_outputs: GradOrGrads = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    allow_unused: bool | None = None,
    materialize_grads: bool = False,
) -> tuple[Tensor | None, ...]:
    """The gradients of the sum of `outputs` (each weighted with its `grad_outputs`) with respect to `inputs`.

    No `.grad` changes. An input that the outputs do not depend on raises RuntimeError; with `allow_unused` its
    gradient is None, with `materialize_grads` zeros. For the rest see `backward`.
    """
    outs = (outputs,) if isinstance(outputs, Tensor) else tuple(outputs)
    ins = (inputs,) if isinstance(inputs, Tensor) else tuple(inputs)
    if not ins:
        raise ValueError("grad requires non-empty inputs.")
    if materialize_grads and allow_unused is False:
        raise ValueError("Expected allow_unused to be True or not passed when materialize_grads=True, but got: False.")
    grads = _completed("grad", outs, grad_outputs)
    keep = create_graph if retain_graph is None else bool(retain_graph)
    found: tuple[Tensor | None, ...] = _C.run_backward(outs, grads, keep, bool(create_graph), ins, False)
    if materialize_grads:
        return tuple(ops.zeros_like(x) if g is None else g for x, g in zip(ins, found, strict=True))
    if not allow_unused:
        for index, gradient in enumerate(found):
            if gradient is None:
                raise RuntimeError(
                    f"The differentiated Tensor at index {index} appears to not have been used in the graph. "
                    "Set allow_unused=True if this is the desired behavior."
                )
    return found


def _completed(caller: str, outputs: tuple[Tensor, ...], given: GradOrGrads) -> tuple[Tensor, ...]:
    """One gradient for each output: as given, or 1 for a scalar."""
    grads = (given,) if given is None or isinstance(given, Tensor) else tuple(given)
    if given is None:
        grads = (None,) * len(outputs)
    if len(grads) != len(outputs):
        raise RuntimeError(f"{caller}: got {len(outputs)} tensors and {len(grads)} gradients")
    return tuple(
        _implicit(output) if gradient is None else _checked(index, output, gradient)
        for index, (output, gradient) in enumerate(zip(outputs, grads, strict=True))
    )


def _implicit(output: Tensor) -> Tensor:
    if output.requires_grad:
        if output.numel() != 1:
            raise RuntimeError(
                "grad can be implicitly created only for scalar outputs"
                f", got shape {list(output.shape)}\nhint: give gradient= or take the sum() first"
            )
        if output.is_complex():
            raise RuntimeError(
                f"grad can be implicitly created only for real scalar outputs but got {output.dtype}"
            )
    return ops.ones_like(output)


def _checked(index: int, output: Tensor, gradient: Tensor) -> Tensor:
    if not isinstance(gradient, Tensor):
        raise TypeError(f"gradients can be either Tensors or None, but got {type(gradient).__name__}")
    if gradient.shape != output.shape:
        raise RuntimeError(
            f"Mismatch in shape: grad_output[{index}] has a shape of {gradient.shape} and output[{index}] has a "
            f"shape of {output.shape}."
        )
    if gradient.is_complex() != output.is_complex():
        raise RuntimeError(
            "For complex Tensors, both grad_output and output are required to have the same dtype. Mismatch in dtype: "
            f"grad_output[{index}] has a dtype of {gradient.dtype} and output[{index}] has a dtype of {output.dtype}."
        )
    return gradient if gradient.dtype == output.dtype else gradient.to(output.dtype)
