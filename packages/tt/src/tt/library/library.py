"""Library: ops, kernels and fallbacks of one namespace, which end with it."""

import weakref
from collections.abc import Callable
from functools import partial
from typing import Any, Final, Self

from tt.library.definition import define_op, parsed
from tt.library.names import TABLE_NAMESPACES, dispatch_key, qualified
from tt.library.registrations import Place, Scope, caller, undo_all_of
from tt_core import _C

Kernel = Callable[..., Any]

_KINDS: Final = ("DEF", "IMPL", "FRAGMENT")
_defined: dict[str, Place] = {}


def fallthrough_kernel(*args: Any, **kwargs: Any) -> Any:
    """Registered as a kernel, it says that an op has nothing to do at a key, so that the next lower key is taken.

    Raises NotImplementedError when it is called.
    """
    raise NotImplementedError("fallthrough_kernel: it is registered, not called")


class Library:
    """Registrations in the namespace `ns`, which vanish when the Library does: with its last reference, at the end of
    a `with` block, or by `_destroy()`.

    `kind` is "DEF" (the one place that defines the namespace's ops), "FRAGMENT" (one of several) or "IMPL" (kernels
    only). The namespaces "tt" and "aten" hold the ops of tt itself, which can be given kernels for further keys.
    `dispatch_key` is what `impl` and `fallback` take when they are not told.

    Raises ValueError for another kind or a reserved namespace, RuntimeError for a second "DEF" of a namespace.

        >>> with tt.library.Library("doc", "DEF") as lib:
        ...     _ = lib.define("twice(Tensor x) -> Tensor")
        ...     lib.impl("twice", lambda x: x * 2, "CPU")
        ...     tt.ops.doc.twice(tt.ones(2))
        tensor([2., 2.])
    """

    def __init__(self, ns: str, kind: str, dispatch_key: str = "") -> None:
        if kind not in _KINDS:
            raise ValueError(f"Library: unsupported kind '{kind}', expected one of {', '.join(_KINDS)}")
        if not ns.isidentifier() or ns == "prim":
            what = "a reserved namespace" if ns == "prim" else "no name of a namespace"
            raise ValueError(f"Library: '{ns}' is {what}")
        self.ns = ns
        self.kind = kind
        self.dispatch_key = dispatch_key
        self._scope = Scope()
        if kind == "DEF":
            self._take_namespace(caller())
        self._finalizer = weakref.finalize(self, self._scope.close)
        self._finalizer.atexit = False

    def __repr__(self) -> str:
        return f"Library(ns={self.ns}, kind={self.kind}, dispatch_key={self.dispatch_key})"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self._destroy()

    def _destroy(self) -> None:
        """Takes away all that was registered through this Library. Calls that are running end first."""
        self._finalizer()

    def _take_namespace(self, place: Place) -> None:
        first = ("the op table", 0) if self.ns in TABLE_NAMESPACES else _defined.get(self.ns)
        if first:
            at = f"{first[0]}:{first[1]}" if first[1] else first[0]
            raise RuntimeError(
                f"Library: namespace '{self.ns}' is defined twice: at {at} and at {place[0]}:{place[1]}"
                '\nhint: "FRAGMENT" adds ops to a namespace, "IMPL" kernels'
            )
        _defined[self.ns] = place
        self._scope.add(partial(_defined.pop, self.ns))

    def _check_alive(self, command: str) -> None:
        if not self._finalizer.alive:
            raise RuntimeError(f"{command}: the Library of namespace '{self.ns}' was destroyed")

    def define(self, schema: str, *, doc: str = "") -> str:
        """Defines an op from its schema in PyTorch's grammar, without the namespace; returns its name.

        `doc` is what help() shows. Raises ValueError with a caret for a schema that does not parse, RuntimeError when
        the name is taken or the Library is of kind "IMPL".
        """
        self._check_alive("define")
        if self.kind == "IMPL" or self.ns in TABLE_NAMESPACES:
            raise RuntimeError(
                f"define: a Library of kind '{self.kind}' for namespace '{self.ns}' cannot define ops"
                '\nhint: Library(ns, "FRAGMENT")'
            )
        made = parsed(schema)
        if "::" in made.name:
            raise ValueError(
                f"define: the schema of '{made.name}' names a namespace; the Library's is '{self.ns}'"
            )
        full = parsed(f"{self.ns}::{schema.strip()}")
        define_op(full, doc, caller())
        name = full.qualified

        def undefine() -> None:
            undo_all_of(name)
            _C.undefine_op(name)

        self._scope.add(undefine)
        return made.qualified

    def impl(self, op_name: Any, fn: Kernel, dispatch_key: str = "") -> None:
        """Registers `fn` as the kernel of an op for a dispatch key ("CPU", "Meta", "Autograd", "PrivateUse1",
        "CompositeImplicitAutograd" ...) or a device type ("cpu", "default" for all).

        Raises NotImplementedError for an unknown op, RuntimeError for an unknown key and, with both places, when
        there is a kernel for the key already.
        """
        self._check_alive("impl")
        name = self._qualified(op_name, "impl")
        key = self._key(dispatch_key, "impl")
        function = None if fn is fallthrough_kernel else fn
        if function is not None and not callable(function):
            raise TypeError(f"impl: expected a function as kernel of {name}, got {type(fn).__name__}")
        _C.register_kernel(name, key, function, *caller())
        self._scope.add(lambda: _C.remove_python_kernel(name, key), name)

    def fallback(self, fn: Kernel, dispatch_key: str = "") -> None:
        """Registers `fn(op, *args, **kwargs)` for every op without a kernel for the key.

        Raises RuntimeError for an unknown key and, with both places, when the key has a fallback already.
        """
        self._check_alive("fallback")
        key = self._key(dispatch_key, "fallback")
        _C.register_fallback(key, fn, *caller())
        self._scope.add(lambda: _C.remove_fallback(key))

    def _key(self, given: str, command: str) -> str:
        text = given or self.dispatch_key
        if not text:
            raise ValueError(f"{command}: a dispatch key is missing, here and in the Library of '{self.ns}'")
        return dispatch_key(text, command)

    def _qualified(self, op: Any, command: str) -> str:
        if not isinstance(op, str) or self.ns in TABLE_NAMESPACES:
            return qualified(op, command)
        if "::" in op and op.partition("::")[0] != self.ns:
            raise ValueError(f"{command}: '{op}' is not in the Library's namespace '{self.ns}'")
        return qualified(op if "::" in op else f"{self.ns}::{op}", command)
