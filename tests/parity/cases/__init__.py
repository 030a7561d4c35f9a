"""What both libraries are asked: modules with `cases(library)`, which gives pairs of an id and a call.

Ids begin with the op's qualified name, and are the same in both interpreters. A call is made once.
Must import neither tt nor torch.
"""

from collections.abc import Callable, Iterator, Set
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from observe import Seen, observe
from samples.library import Library

UNFORESEEN = ("empty", "empty_like", "new_empty", "rand", "rand_like", "randn", "randn_like")
"""Ops whose elements are nobody's to compare."""

Case = tuple[str, Callable[[], Any]]


def modules() -> list[str]:
    """The names of the modules with cases."""
    return sorted(module.name for module in iter_modules(__path__))


def cases_of(module: str, library: Library) -> Iterator[Case]:
    """The cases of one module for one library."""
    return import_module(f"cases.{module}").cases(library)


def evaluate_module(module: str, library: Library, wanted: Set[str] | None = None) -> dict[str, Seen]:
    """What each case of a module gives, by id; of those in `wanted` only where that is given."""
    seen: dict[str, Seen] = {}
    for name, call in cases_of(module, library):
        if name in seen:
            raise ValueError(f"{module}: two cases are called {name}")
        if wanted is None or name in wanted:
            seen[name] = observe(library, call)
    return seen


def evaluate(library: Library) -> dict[str, dict[str, Seen]]:
    """What each case gives, by module and id."""
    return {module: evaluate_module(module, library) for module in modules()}
