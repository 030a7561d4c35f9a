"""custom_op: a function becomes an op, its schema inferred from annotations."""

from collections.abc import Callable, Iterable, Sequence
from functools import update_wrapper
from inspect import getdoc
from typing import Any

from tt.library import context, formulas, functions
from tt.library.library import Kernel, Library
from tt.library.schema_inference import infer_schema
from tt_core import _C

_permanent: dict[str, "CustomOpDef"] = {}


def custom_op(
    name: str,
    fn: Kernel | None = None,
    /,
    *,
    mutates_args: str | Iterable[str],
    device_types: str | Sequence[str] | None = None,
    schema: str | None = None,
    lib: Library | None = None,
) -> Any:
    """Makes the function an op: `@tt.library.custom_op("mylib::scale", mutates_args=())`.

    The function is the kernel for `device_types`, or for every device. The schema is inferred from its annotations
    (`infer_schema`) unless `schema` gives it, without a name. `mutates_args` names the tensors that it writes to. The
    op lasts as long as `lib`, or for ever; then a function of the same module and name takes its place, so that a
    module can be reloaded.

    Raises ValueError for a function whose schema cannot be inferred, RuntimeError with both places when the name is
    taken.

        >>> @tt.library.custom_op("doc::shifted", mutates_args=())
        ... def shifted(x: tt.Tensor, by: float = 1.0) -> tt.Tensor:
        ...     return x + by
        >>> shifted(tt.zeros(2))
        tensor([1., 1.])
    """

    def make(function: Kernel) -> CustomOpDef:
        text = schema if schema is not None else infer_schema(function, mutates_args=mutates_args)
        if lib is None:
            _make_room(name, function)
        library = lib if lib is not None else Library(functions.split(name, "custom_op")[0], "FRAGMENT")
        made = CustomOpDef(name, function, text, library, device_types)
        if lib is None:
            _permanent[name] = made
        return made

    return make if fn is None else make(fn)


def _make_room(name: str, function: Kernel) -> None:
    """Ends an earlier op of the same function."""
    earlier = _permanent.get(name)
    if earlier is None:
        return
    if all(
        getattr(earlier, part) == getattr(function, part, None) for part in ("__module__", "__qualname__")
    ):
        del _permanent[name]
        earlier._library._destroy()


class CustomOpDef:
    """An op that was made of a function; calling it calls the op, through dispatch and autograd."""

    def __init__(
        self,
        name: str,
        function: Kernel,
        schema: str,
        library: Library,
        device_types: str | Sequence[str] | None,
    ) -> None:
        self.name = name
        self._library = library
        functions.define(name, schema, lib=library, doc=getdoc(function) or "")
        self.op = _C.op_callable(name)
        update_wrapper(self, function, updated=())
        self.register_kernel(device_types, function)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.op(*args, **kwargs)

    def __repr__(self) -> str:
        return f"<CustomOpDef({self.name})>"

    def register_kernel(self, device_types: str | Sequence[str] | None, fn: Kernel | None = None, /) -> Any:
        """Registers a kernel for device types, None for every device; a decorator where `fn` is left out."""
        return functions.register_kernel(self.name, device_types, fn, lib=self._library)

    def register_fake(self, fn: Kernel, /) -> Kernel:
        """Registers what the op does on the meta device; a decorator."""
        functions.register_fake(self.name, fn, lib=self._library)
        return fn

    def register_autograd(
        self, backward: Callable[..., Any], /, *, setup_context: Callable[..., Any] | None = None
    ) -> None:
        """Registers the derivative as a backward function; see `tt.library.register_autograd`."""
        context.register_autograd(self.name, backward, setup_context=setup_context, lib=self._library)

    def register_derivative(self, **formulas_by_argument: Any) -> None:
        """Registers the derivative as formulas; see `tt.library.register_derivative`."""
        formulas.register_derivative(self.name, lib=self._library, **formulas_by_argument)
