"""The derivatives of the ops, in files named as those of the op table. There is no list of them."""

from importlib import import_module
from pkgutil import iter_modules


def register() -> None:
    """Imports every module here; each registers its formulas."""
    for module in sorted(module.name for module in iter_modules(__path__)):
        import_module(f"{__name__}.{module}")
