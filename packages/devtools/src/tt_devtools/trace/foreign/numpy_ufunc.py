"""What NumPy itself says of a ufunc call: the types that it resolves, the copies of the loop to choose from."""

import re
from typing import Any


def ufunc_of(function: Any) -> Any:
    """The ufunc that runs: the function itself, or the one that a reduction calls."""
    import numpy

    if isinstance(function, numpy.ufunc):
        return function
    reductions = {"sum": numpy.add, "prod": numpy.multiply, "max": numpy.maximum, "min": numpy.minimum}
    return reductions.get({"amax": "max", "amin": "min"}.get(function.__name__, function.__name__))


def resolved(ufunc: Any, positional: list[Any], arrays: list[Any]) -> dict[str, Any]:
    """For stage 2: the loop's types, and whether an operand has to be converted for it."""
    is_reduction = len(positional) < ufunc.nin
    try:
        types = _types(ufunc, positional)
    except (TypeError, ValueError, AttributeError) as error:
        return {"ufunc": ufunc.__name__, "types": f"not resolved by itself: {error}"}
    names = [str(each) for each in types]
    cast = [array.dtype for array, each in zip(arrays, types, strict=False) if array.dtype != each]
    return {
        "ufunc": f"{ufunc.__name__}{'.reduce' if is_reduction else ''}",
        "types": f"{', '.join(names[: ufunc.nin])} -> {', '.join(names[ufunc.nin :])}",
        "cast": int(bool(cast)),
        "contiguous": "yes" if all(array.flags.c_contiguous for array in arrays) else "no",
    }


def _types(ufunc: Any, positional: list[Any]) -> tuple[Any, ...]:
    """What `ufunc` computes these operands in; a reduction has its one operand twice."""
    given = [value.dtype if hasattr(value, "dtype") else type(value) for value in positional[: ufunc.nin]]
    both = (given * ufunc.nin)[: ufunc.nin]
    return tuple(ufunc.resolve_dtypes((*both, *[None] * ufunc.nout)))


def choices(ufunc: Any, positional: list[Any]) -> dict[str, Any]:
    """Which copies of the loop this NumPy has for these types, and the one that it says it takes."""
    try:
        from numpy.lib.introspect import opt_func_info

        signature = "".join(each.char for each in _types(ufunc, positional))
    except (ImportError, TypeError, ValueError, AttributeError):
        return {}
    name = ufunc.__name__
    found = opt_func_info(func_name=f"^{re.escape(name)}$").get(name, {}).get(signature)
    return {"chosen": found["current"], "available": found["available"]} if found else {}
