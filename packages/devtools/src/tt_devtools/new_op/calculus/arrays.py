"""NumPy as `np`, imported when it is first used: who only asks for help need not wait for it, nor have it."""

from typing import Any


class _Numpy:
    def __getattr__(self, name: str) -> Any:
        import numpy

        return getattr(numpy, name)


np: Any = _Numpy()
