"""Ops made of other ops, in Python: one file each, found by its name. There is no list of them.

A body calls ops through `tt_core.ops` and Tensor's methods, so that gradients, views and devices are those of the ops
inside. One that is called in every step of a program is better written in C++ (plan/copy_composites.cpp). Must not
import tt.
"""

import os
import sys
from collections.abc import Callable
from importlib import import_module
from typing import TypeVar

from tt_core import _C

Body = TypeVar("Body", bound=Callable[..., object])


def composite(name: str, /) -> Callable[[Body], Body]:
    """Makes the decorated function the body of the op with the qualified `name`, on every device.

    Raises NotImplementedError when there is no such op, RuntimeError when it has a body already.
    """
    frame = sys._getframe(1)
    # Inside a checkout paths start at its packages/, as the compiled code's do.
    _, inside, rest = frame.f_code.co_filename.rpartition("/packages/")
    file = f"packages/{rest}" if inside else frame.f_code.co_filename

    def register(body: Body) -> Body:
        _C.register_kernel(name, "CompositeImplicitAutograd", body, file, frame.f_lineno)
        return body

    return register


def register() -> None:
    """Imports every module here; each registers the body of its op."""
    # Not pkgutil, which imports inspect: this is on the way of every `import tt`.
    files = (name for folder in __path__ for name in os.listdir(folder))
    for module in sorted(name.removesuffix(".py") for name in files if name.endswith(".py")):
        if module != "__init__":
            import_module(f"{__name__}.{module}")
