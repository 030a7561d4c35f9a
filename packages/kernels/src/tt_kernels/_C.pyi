from typing import Any, TypedDict

class Loops(TypedDict):
    functor: str
    isa: str
    file: str
    line: int
    dtypes: list[str]

stamp: str
cuda: Any
"""Devices, memory, streams and events of CUDA, as plain numbers."""

def isa() -> str: ...
def set_blas_library(path: str) -> None: ...
def loops(op: str) -> Loops | None: ...
