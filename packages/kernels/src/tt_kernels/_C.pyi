from typing import TypedDict

class Loops(TypedDict):
    functor: str
    isa: str
    file: str
    line: int
    dtypes: list[str]

stamp: str

def isa() -> str: ...
def set_blas_library(path: str) -> None: ...
def loops(op: str) -> Loops | None: ...
