"""infer_schema: the schema that a function's annotations say."""

import collections.abc
import inspect
import types
import typing
from collections.abc import Callable, Iterable
from typing import Any, Final, NoReturn

from tt_core import Tensor, device, dtype

_TYPES: Final = {
    Tensor: "Tensor", int: "int", float: "float", bool: "bool", str: "str", dtype: "ScalarType",
    device: "Device",
}  # fmt: skip
_NUMBER: Final = frozenset({int, float, bool})
_LISTED: Final = ("Tensor", "int", "bool")
_RETURNED: Final = ("Tensor", "int", "float", "bool", "Scalar")


def infer_schema(
    prototype_function: Callable[..., Any],
    /,
    *,
    mutates_args: str | Iterable[str],
    op_name: str | None = None,
) -> str:
    """The schema of a function whose parameters are annotated, without a name unless `op_name` gives one.

    Parameters are Tensor, int, float, bool, str, dtype, device, `int | float | bool` for a number, any of these or
    None, and sequences of tensors, ints and bools; results are tensors, numbers, tuples of these, or None.
    `mutates_args` names the tensors that the function writes to; "unknown" stands for all of them.

    Raises ValueError for a parameter without annotation or of another type, and for a name that is none.

        >>> def scale(x: tt.Tensor, by: float = 2.0) -> tt.Tensor: ...
        >>> tt.library.infer_schema(scale, mutates_args=())
        '(Tensor x, float by=2.0) -> Tensor'
    """
    signature = _signature(prototype_function)
    tensors = [name for name, p in signature.parameters.items() if "Tensor" in _type(name, p)]
    if mutates_args == "unknown":
        written = set(tensors)
    elif isinstance(mutates_args, str):
        _refuse(f"mutates_args is \"unknown\" or a sequence of names, got '{mutates_args}'")
    else:
        written = set(mutates_args)
    for name in sorted(written - set(tensors)):
        what = "is no tensor" if name in signature.parameters else "is no parameter"
        _refuse(f"'{name}' in mutates_args {what}; tensors are {', '.join(tensors) or 'none'}")
    parts = []
    for index, (name, parameter) in enumerate(signature.parameters.items()):
        if parameter.kind is parameter.KEYWORD_ONLY and "*" not in parts:
            parts.append("*")
        kind = _type(name, parameter)
        if name in written:
            kind = kind.replace("Tensor", f"Tensor(a{index}!)", 1)
        parts.append(f"{kind} {name}{_default(name, parameter)}")
    return f"{op_name or ''}({', '.join(parts)}) -> {_returns(signature.return_annotation)}"


def _refuse(what: str) -> NoReturn:
    raise ValueError(f"infer_schema: {what}")


def _signature(function: Callable[..., Any]) -> inspect.Signature:
    try:
        signature = inspect.signature(function, eval_str=True)
    except NameError as error:
        _refuse(f"an annotation of {function.__qualname__} cannot be resolved: {error}")
    for parameter in signature.parameters.values():
        if parameter.kind not in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY):
            _refuse(f"'{parameter.name}' is positional-only or variadic, which a schema cannot say")
    return signature


def _type(name: str, parameter: inspect.Parameter) -> str:
    if parameter.annotation is parameter.empty:
        _refuse(f"parameter '{name}' must have a type annotation")
    text = _text(parameter.annotation)
    if text is None:
        _refuse(f"parameter '{name}' has unsupported type {_shown(parameter.annotation)}")
    return text


def _text(annotation: Any) -> str | None:
    if annotation in _TYPES:
        return _TYPES[annotation]
    origin, given = typing.get_origin(annotation), typing.get_args(annotation)
    if origin in (typing.Union, types.UnionType):
        if frozenset(given) == _NUMBER:
            return "Scalar"
        rest = tuple(each for each in given if each is not types.NoneType)
        inner = _text(typing.Union[rest]) if len(rest) < len(given) else None  # noqa: UP007 - made at run time
        return f"{inner}?" if inner else None
    if origin in (list, collections.abc.Sequence) and len(given) == 1:
        inner = _text(given[0])
        return f"{inner}[]" if inner in (*_LISTED, "Tensor?") else None
    return None


def _default(name: str, parameter: inspect.Parameter) -> str:
    value = parameter.default
    if value is parameter.empty:
        return ""
    if isinstance(value, dtype | device):
        text = str(value).removeprefix("tt.")
        return f'="{text}"' if isinstance(value, device) else f"={text}"
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return f'="{escaped}"'
    if isinstance(value, tuple | list) and all(isinstance(item, int) for item in value):
        return f"=[{','.join(str(item) for item in value)}]"
    if value is None or isinstance(value, bool | int | float):
        return f"={value}"
    _refuse(f"parameter '{name}' has a default that a schema cannot say: {value!r}")


def _returns(annotation: Any) -> str:
    if annotation is inspect.Signature.empty:
        _refuse("the result must have a type annotation, None for none")
    if annotation in (None, types.NoneType):
        return "()"
    items = typing.get_args(annotation) if typing.get_origin(annotation) is tuple else (annotation,)
    texts = [_text(item) for item in items]
    if any(text not in _RETURNED for text in texts):
        _refuse(f"the result has unsupported type {_shown(annotation)}")
    inner = ", ".join(str(text) for text in texts)
    return inner if typing.get_origin(annotation) is not tuple else f"({inner})"


def _shown(annotation: Any) -> str:
    return annotation.__name__ if isinstance(annotation, type) else str(annotation)
