"""What holds for the whole process: the number of threads and the default dtype; and how dtypes meet.

Plain functions over `_C`, which is bound without words of its own for wrong arguments. Must not know any op.
"""

from tt_core import _C
from tt_core._C import dtype


def get_num_threads() -> int:
    """How many threads a parallel kernel uses."""
    return int(_C.get_num_threads())


def set_num_threads(count: int) -> None:
    """Sets how many threads a parallel kernel uses.

    Raises RuntimeError for what is no int or not positive, ValueError for one beyond 32 bits.
    """
    if isinstance(count, bool) or not hasattr(type(count), "__index__"):
        raise RuntimeError(f"set_num_threads: expected an int, got {type(count).__name__}")
    number = count.__index__()
    if number <= 0:
        raise RuntimeError(f"set_num_threads: expected a positive int, got {number}")
    if number >= 2**31:
        raise ValueError(f"set_num_threads: expected an int below 2**31, got {number}")
    _C.set_num_threads(number)


def get_default_dtype() -> dtype:
    """The dtype of factories and of Python floats."""
    return _C.get_default_dtype()


def set_default_dtype(d: dtype) -> None:
    """Sets the dtype of factories and of Python floats. Raises TypeError for what is no floating dtype."""
    _C.set_default_dtype(d)


def promote_types(type1: dtype, type2: dtype) -> dtype:
    """The dtype in which two dtypes of one rank meet. Raises RuntimeError where there is none."""
    return _C.promote_types(type1, type2)


def can_cast(from_: dtype, to: dtype) -> bool:
    """Whether a result of dtype `from_` may be written to a tensor of dtype `to`."""
    return bool(_C.can_cast(from_, to))
