"""The derivatives of the ops, in files named as those of the op table. There is no list of them."""

import os
from importlib import import_module


def register() -> None:
    """Imports every module here; each registers its formulas."""
    # pkgutil would do, but it imports inspect, and this is on the way of every `import tt`.
    files = (name for folder in __path__ for name in os.listdir(folder))
    for module in sorted(name.removesuffix(".py") for name in files if name.endswith(".py")):
        if module != "__init__":
            import_module(f"{__name__}.{module}")
