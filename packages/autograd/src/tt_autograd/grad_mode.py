"""Switching recording off and on: `no_grad`, `enable_grad`, `set_grad_enabled`. One switch a thread."""

import functools
from collections.abc import Callable, Generator
from typing import Any, Self, TypeVar

from tt_autograd import _C

F = TypeVar("F", bound=Callable[..., Any])


class _Switch(_C.GradMode):
    """A context manager that is a decorator too: each call of the function is inside a block of its own.

    With a function as its only argument the class itself decorates: `@no_grad`.
    """

    mode: bool

    def __call__(self, function: F) -> F:
        import inspect  # slow to import, and most programs never decorate

        mode = self.mode
        if inspect.isgeneratorfunction(function):
            return _wrap_generator(function, mode)

        @functools.wraps(function)
        def inside(*args: Any, **kwargs: Any) -> Any:
            with _C.GradMode(mode):
                return function(*args, **kwargs)

        return inside  # type: ignore[return-value]


class no_grad(_Switch):
    """`with no_grad():` or `@no_grad()`: ops inside are not recorded, and their results do not require grad.

    >>> x = tt.ones(2, requires_grad=True)
    >>> with tt.no_grad():
    ...     y = x * 2
    >>> y.requires_grad
    False
    """

    mode = False


class enable_grad(_Switch):
    """`with enable_grad():` or `@enable_grad()`: ops inside are recorded, also within `no_grad`.

    >>> x = tt.ones(2, requires_grad=True)
    >>> with tt.no_grad(), tt.enable_grad():
    ...     y = x * 2
    >>> y.requires_grad
    True
    """

    mode = True


class set_grad_enabled(_Switch):
    """Switches recording by `mode`, at once; used in `with`, until the end of the block.

    >>> x = tt.ones(2, requires_grad=True)
    >>> with tt.set_grad_enabled(False):
    ...     y = x * 2
    >>> y.requires_grad
    False
    """

    def __init__(self, mode: bool) -> None:
        self.mode = bool(mode)
        self._before = _C.is_grad_enabled()
        _C.set_grad_enabled(mode)

    def __call__(self, function: F) -> F:
        # As a decorator it must not leave the caller's mode changed.
        _C.set_grad_enabled(self._before)
        return super().__call__(function)

    def __enter__(self) -> Self:
        _C.set_grad_enabled(self._before)
        super().__enter__()
        return self

    def __repr__(self) -> str:
        return f"set_grad_enabled(mode={self.mode})"


def _wrap_generator(function: Callable[..., Any], mode: bool) -> Any:
    """The mode holds while the generator runs, not while its caller does."""

    @functools.wraps(function)
    def inside(*args: Any, **kwargs: Any) -> Generator[Any, Any, Any]:
        generator = function(*args, **kwargs)
        try:
            with _C.GradMode(mode):
                item = next(generator)
            while True:
                try:
                    sent = yield item
                except GeneratorExit:
                    with _C.GradMode(mode):
                        generator.close()
                    raise
                except BaseException as error:
                    with _C.GradMode(mode):
                        item = generator.throw(error)
                else:
                    with _C.GradMode(mode):
                        item = generator.send(sent)
        except StopIteration as stop:
            return stop.value

    return inside
