"""`backward` and `grad`: the two ways of running a graph backwards. The engine is C++."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from tt_autograd import _C
from tt_core import Tensor, ops

TensorOrTensors: TypeAlias = Tensor | Sequence[Tensor]
GradOrGrads: TypeAlias = Tensor | Sequence[Tensor | None] | None


def backward(
    tensors: TensorOrTensors,
    grad_tensors: GradOrGrads = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    inputs: TensorOrTensors | None = None,
) -> None:
    """Adds the gradients of `tensors` with respect to the graph's leaves to their `.grad`.

    `grad_tensors` are the gradients of `tensors` themselves, 1 by default for a scalar. Values that the graph
    saved are freed on the way unless `retain_graph`, which follows `create_graph`. With `create_graph` the
    gradients have a graph themselves and can be differentiated again. `inputs` restricts to these tensors,
    which need not be leaves.

    Raises RuntimeError when a tensor does not require grad, when a gradient is missing for a tensor of
    several elements or has the wrong shape, when the graph was freed, and when a saved value was overwritten.
    """
    outputs = _tensors("backward", "tensors", tensors)
    if inputs is not None:
        inputs = _inputs("backward", inputs)
    keep_graph = bool(create_graph if retain_graph is None else retain_graph)
    _C.run_backward(outputs, _grads(outputs, grad_tensors), keep_graph, bool(create_graph), inputs, True)


def grad(
    outputs: TensorOrTensors,
    inputs: TensorOrTensors,
    grad_outputs: GradOrGrads = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    allow_unused: bool | None = None,
    materialize_grads: bool = False,
) -> tuple[Tensor | None, ...]:
    """The gradients of the sum of `outputs`, each weighted with its `grad_outputs`, by `inputs`.

    No `.grad` changes. An input that the outputs do not depend on raises RuntimeError; with `allow_unused`
    its gradient is None, with `materialize_grads` zeros. For the rest see `backward`.
    """
    outs, ins = _tensors("grad", "outputs", outputs), _inputs("grad", inputs)
    if materialize_grads and allow_unused is False:
        raise ValueError(
            "Expected allow_unused to be True or not passed when materialize_grads=True, but got: False."
        )
    keep_graph = bool(create_graph if retain_graph is None else retain_graph)
    found: tuple[Tensor | None, ...] = _C.run_backward(
        outs, _grads(outs, grad_outputs), keep_graph, bool(create_graph), ins, False
    )
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


def _tensors(function: str, argument: str, given: TensorOrTensors) -> tuple[Tensor, ...]:
    if isinstance(given, Tensor):
        return (given,)
    if not isinstance(given, Iterable):
        what = f"a Tensor or several for '{argument}', got {type(given).__name__}"
        raise TypeError(f"{function}: expected {what}")
    return tuple(given)


def _inputs(function: str, given: TensorOrTensors) -> tuple[Tensor, ...]:
    inputs = _tensors(function, "inputs", given)
    if not inputs:
        raise RuntimeError(f"{function}: 'inputs' cannot be empty")
    return inputs


def _grads(outputs: tuple[Tensor, ...], given: GradOrGrads) -> tuple[Tensor | None, ...]:
    """One for each output; the engine puts 1 in the place of None."""
    if given is None:
        return (None,) * len(outputs)
    return (given,) if isinstance(given, Tensor) else tuple(given)
