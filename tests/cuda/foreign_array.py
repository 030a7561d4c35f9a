"""Another library's array, which says of itself what it is told to."""

from typing import Any


class Array:
    """Two floats at an address, or what `facts` make of that; a fact that is None is left out."""

    __cuda_array_interface__: Any = None

    def __init__(self, **facts: Any) -> None:
        whole = {"shape": (2,), "typestr": "<f4", "data": (4096, False), "version": 3, **facts}
        self.__cuda_array_interface__ = {part: value for part, value in whole.items() if value is not None}
