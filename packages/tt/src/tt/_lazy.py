"""Sub-packages that are loaded when they are used: what stands for them in `tt` until then.

A `__getattr__` in `tt` would do the same and make each `tt.add` slower: CPython caches the place of a name in a
module's dict only while the module has no such function.
"""

from importlib import import_module
from types import ModuleType
from typing import Any


class LazyModule(ModuleType):
    """Stands for the module of this name. Loading it puts the module itself into `tt`."""

    def __getattr__(self, name: str) -> Any:
        return getattr(import_module(self.__name__), name)

    def __setattr__(self, name: str, value: object) -> None:
        setattr(import_module(self.__name__), name, value)

    def __dir__(self) -> list[str]:
        return dir(import_module(self.__name__))

    def __repr__(self) -> str:
        return f"<module '{self.__name__}' (loaded when it is used)>"
