"""Registration without a Library of one's own: each function takes one as `lib=`, else what it registers stays."""

from collections.abc import Callable, Sequence
from typing import Any

from tt.library.library import Kernel, Library
from tt.library.names import dispatch_keys, qualified
from tt.library.registrations import Scope, forever

_kept: dict[str, Library] = {}

Decorator = Callable[[Kernel], Kernel]


def library_of(namespace: str, lib: Library | None) -> Library:
    """`lib`, or the Library that keeps what is registered for ever in a namespace."""
    if lib is not None:
        return lib
    if namespace not in _kept:
        _kept[namespace] = Library(namespace, "FRAGMENT")
    return _kept[namespace]


def scope_of(lib: Library | None) -> Scope:
    """Where a registration goes that is no op and no kernel."""
    if lib is None:
        return forever
    lib._check_alive("register")
    return lib._scope


def define(qualname: str, schema: str, *, lib: Library | None = None, doc: str = "") -> None:
    """Defines the op `qualname` ("mylib::scale") with a schema without a name: "(Tensor x) -> Tensor".

    Raises as `Library.define` does, and ValueError when the namespace is missing.

        >>> with tt.library.Library("doc", "FRAGMENT") as lib:
        ...     tt.library.define("doc::half", "(Tensor x) -> Tensor", lib=lib)
        ...     tt.library.impl("doc::half", "default", lambda x: x / 2, lib=lib)
        ...     tt.ops.doc.half(tt.ones(2))
        tensor([0.5000, 0.5000])
    """
    namespace, name = split(qualname, "define")
    if not schema.strip().startswith("("):
        raise ValueError(
            f"define: the schema of '{qualname}' starts with its arguments, got {schema!r}"
            '\nhint: define("mylib::scale", "(Tensor x) -> Tensor")'
        )
    library_of(namespace, lib).define(name + schema.strip(), doc=doc)


def split(qualname: str, command: str) -> tuple[str, str]:
    """`mylib::scale` to its two names."""
    namespace, colons, name = qualname.partition("::")
    if not (colons and namespace and name):
        raise ValueError(f"{command}: expected a name like 'mylib::scale', got '{qualname}'")
    return namespace, name


def impl(
    qualname: Any, types: str | Sequence[str], func: Kernel | None = None, *, lib: Library | None = None
) -> Any:
    """Registers a kernel for device types or dispatch keys ("cpu", ["cpu", "meta"], "default" for every device).

    A decorator where `func` is left out. `@impl(lib, "scale", "CPU")` is the same by the Library. Raises as
    `Library.impl` does.
    """
    if isinstance(qualname, Library):
        return _decorator(qualname, types, func)
    return _kernel("impl", qualname, types, func, lib)


def register_kernel(
    op: Any,
    device_types: str | Sequence[str] | None,
    func: Kernel | None = None,
    /,
    *,
    lib: Library | None = None,
) -> Any:
    """Registers a kernel of `op` for device types; None is every device that has none of its own.

    `op` is a name ("mylib::scale", "add.Tensor"), a callable of `tt.ops` or a CustomOpDef. A decorator where `func` is
    left out. Raises as `Library.impl` does.
    """
    return _kernel("register_kernel", op, device_types, func, lib)


def register_fake(op: Any, func: Kernel | None = None, /, *, lib: Library | None = None) -> Any:
    """Registers what the op does on the meta device: a function of meta tensors that returns tensors of the right
    shapes and dtypes, made with `tt.empty_like` and its like.

    A decorator where `func` is left out. Raises as `Library.impl` does.
    """
    return _kernel("register_fake", op, "meta", func, lib)


def _decorator(lib: Library, name: Any, key: Any) -> Decorator:
    def register(function: Kernel) -> Kernel:
        lib.impl(name, function, key or "")
        return function

    return register


def _kernel(command: str, op: Any, types: Any, func: Kernel | None, lib: Library | None) -> Any:
    name = qualified(op, command)
    keys = dispatch_keys(types, command)

    def register(function: Kernel) -> Kernel:
        library = library_of(name.partition("::")[0] if "::" in name else "tt", lib)
        for key in keys:
            library.impl(name, function, key)
        return function

    return register if func is None else register(func)
