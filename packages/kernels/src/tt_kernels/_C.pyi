from typing import TypedDict

class Loops(TypedDict):
    functor: str
    isa: str
    file: str
    line: int
    dtypes: list[str]

stamp: str

def isa() -> str: ...
def load_blas(path: str) -> None: ...
def loops(op: str) -> Loops | None: ...
