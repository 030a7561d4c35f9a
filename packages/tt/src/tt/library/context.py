"""register_autograd: a backward function over a context, as torch.library has it.

When a recorded call has run, `setup_context` fills a Context; backward is called with it and the gradients of the
results. Note [Context derivatives] (tt/autograd/context_node.h) is the other half.
"""

from collections.abc import Callable
from typing import Any

from tt.library.functions import scope_of
from tt.library.library import Library
from tt.library.names import qualified
from tt_autograd import _C as autograd
from tt_core import _C, Tensor
from tt_opspec.schema import Schema, parse


class Context:
    """What one recorded call keeps for its backward. Any attribute may be set.

    `needs_input_grad` has an entry for each argument: whether it requires grad, or for a list of tensors a list.
    """

    def __init__(self, needs: tuple[Any, ...]) -> None:
        self.needs_input_grad = needs
        self.to_save: tuple[Tensor | None, ...] | None = ()
        self.non_differentiable: tuple[Tensor, ...] = ()
        self.materialize_grads = True
        self._saved: tuple[Tensor | None, ...] = ()
        self._lengths: list[int | None] = []

    def save_for_backward(self, *tensors: Tensor | None) -> None:
        """Keeps tensors, arguments or results, and notices when they are written to before backward."""
        self.to_save = tensors

    @property
    def saved_tensors(self) -> tuple[Tensor | None, ...]:
        """What `save_for_backward` was given, inside of backward."""
        return self._saved

    def mark_non_differentiable(self, *results: Tensor) -> None:
        """Says that these results, not all of them, never require grad."""
        self.non_differentiable = results

    def set_materialize_grads(self, value: bool) -> None:
        """Whether backward gets zeros for the gradients of results that none was given for, else None."""
        self.materialize_grads = bool(value)


def register_autograd(
    op: Any,
    backward: Callable[..., Any],
    /,
    *,
    setup_context: Callable[..., Any] | None = None,
    lib: Library | None = None,
) -> None:
    """Registers the derivative of an op that returns new tensors.

    `setup_context(ctx, inputs, output)` runs after each recorded call; where the schema has keyword-only arguments it
    is `setup_context(ctx, inputs, keyword_only_inputs, output)`. `backward(ctx, *grads)` returns the gradient of each
    positional argument, None where there is none; for a list of tensors a list.

    Raises RuntimeError when the op writes to an argument, and with both places when it has a derivative already.
    """
    name = qualified(op, "register_autograd")
    schema = parse(str(_C.op_info(name)[0]["schema"]))
    calls = _Calls(schema, backward, setup_context)
    code = getattr(backward, "__code__", None)
    place = (code.co_filename, code.co_firstlineno) if code else ("", 0)
    scope = scope_of(lib)
    autograd.set_context_derivative(name, calls.set_up, calls.run, *place)
    scope.add(lambda: autograd.forget_context_derivative(name), name)


class _Calls:
    """How core calls a user's two functions."""

    def __init__(
        self, schema: Schema, backward: Callable[..., Any], setup_context: Callable[..., Any] | None
    ) -> None:
        self.name = schema.qualified
        self.backward = backward
        self.setup_context = setup_context
        self.args = schema.args
        self.positional = sum(not arg.keyword_only for arg in schema.args)
        self.tensor_results = [result.type == "Tensor" for result in schema.returns]

    def set_up(self, inputs: tuple[Any, ...], results: tuple[Any, ...], needs: tuple[Any, ...]) -> Context:
        ctx = Context(needs)
        ctx._lengths = [_length(value) for value in inputs]
        if self.setup_context is not None:
            given: tuple[Any, ...] = (ctx, inputs[: self.positional])
            if self.positional < len(self.args):
                given += (
                    {
                        arg.name: value
                        for arg, value in zip(self.args, inputs, strict=True)
                        if arg.keyword_only
                    },
                )
            self.setup_context(*given, results[0] if len(results) == 1 else results)
        return ctx

    def run(self, ctx: Context, saved: tuple[Any, ...], grads: tuple[Any, ...]) -> list[Any]:
        rest = iter(grads)
        ctx._saved = saved
        try:
            returned = self.backward(ctx, *(next(rest) if tensor else None for tensor in self.tensor_results))
        finally:
            ctx._saved = ()
        given = list(returned) if isinstance(returned, tuple) else [returned]
        if len(given) < self.positional or any(extra is not None for extra in given[self.positional :]):
            raise RuntimeError(
                f"{self.name}: its backward function returned {len(given)} gradients, expected "
                f"{self.positional}, one for each argument"
            )
        given = given[: self.positional] + [None] * (len(self.args) - self.positional)
        return self._flat(given, ctx._lengths)

    def _flat(self, given: list[Any], lengths: list[int | None]) -> list[Any]:
        """One gradient for each tensor among the arguments."""
        flat: list[Any] = []
        for arg, gradient, length in zip(self.args, given, lengths, strict=True):
            if length is None:
                if gradient is not None and not (arg.type == "Tensor" and arg.optional):
                    raise RuntimeError(
                        f"{self.name}: its backward function returned a gradient for '{arg.name}', which is no tensor"
                    )
            elif arg.list_size is None:
                flat.append(gradient)
            else:
                flat += [None] * length if gradient is None else _items(self.name, arg.name, gradient, length)
        return flat


def _length(value: Any) -> int | None:
    if isinstance(value, Tensor):
        return 1
    is_tensors = isinstance(value, list)  # lists of numbers come as tuples
    return len(value) if is_tensors else None


def _items(op: str, arg: str, gradient: Any, length: int) -> list[Any]:
    items = list(gradient) if isinstance(gradient, list | tuple) else [gradient]
    if len(items) != length:
        raise RuntimeError(
            f"{op}: its backward function returned {len(items)} gradients for the list '{arg}', expected {length}"
        )
    return items
