"""How an entry looks from Python: parameter lists, types and results as a stub writes them.

Names are torch's: a function takes `input` for the schema's `self`. Must not know any op by name.
"""

from dataclasses import dataclass
from keyword import iskeyword
from math import isfinite

from tt_opspec.entry import OpEntry
from tt_opspec.schema import REQUIRED, Arg, Return

_TYPES = {
    "int": "int", "float": "float", "bool": "bool", "Scalar": "Number", "str": "str", "Tensor": "Tensor",
    "ScalarType": "dtype", "Device": "device | str", "Layout": "layout", "MemoryFormat": "memory_format",
    "Generator": "Generator",
}  # fmt: skip
ANNOTATIONS = frozenset({"str", "complex", "tuple"})
"""Names of stubs that a method could hide; Python's other types there are keywords of C++, or taken."""


@dataclass(frozen=True, slots=True)
class Signature:
    """One `def`: `parameters` without the parentheses, `result` a type."""

    name: str
    parameters: str
    result: str


def function_signatures(entry: OpEntry) -> list[Signature]:
    """`tt.name` in every way of calling it."""
    return _signatures(entry, entry.name, "", entry.out)


def method_signatures(entry: OpEntry) -> list[Signature]:
    """`Tensor.name` in every way of calling it."""
    return _signatures(entry, entry.name, "self", False)


def inplace_signatures(entry: OpEntry) -> list[Signature]:
    """`Tensor.name_`."""
    return [Signature(f"{entry.name}_", s.parameters, "Tensor") for s in method_signatures(entry)]


def result_type(entry: OpEntry) -> str:
    """The type of what a call returns."""
    types = [_result(result) for result in entry.schema.returns]
    if len(types) == 1:
        return types[0]
    if types and all(result.name for result in entry.schema.returns):
        return named_result(entry)
    return f"tuple[{', '.join(types)}]" if types else "None"


def named_result(entry: OpEntry) -> str:
    """The name of the tuple class that an op with several named results returns."""
    return f"{entry.name}_result"


def literal(value: object) -> str:
    """A default in Python, which has no word for infinity and NaN."""
    return f'float("{value}")' if isinstance(value, float) and not isfinite(value) else repr(value)


def _signatures(entry: OpEntry, name: str, receiver: str, out: bool) -> list[Signature]:
    plain = Signature(name, _parameters(entry, receiver, out, varargs=False), result_type(entry))
    if not entry.varargs:
        return [plain]
    return [plain, Signature(name, _parameters(entry, receiver, out, varargs=True), plain.result)]


def _parameters(entry: OpEntry, receiver: str, out: bool, varargs: bool) -> str:
    positional: list[str] = []
    keyword_only: list[str] = []
    star = "*"
    for arg in entry.schema.args:
        if receiver and arg.name == "self":
            positional.append(receiver)
        elif varargs and arg.type == "int" and arg.list_size == 0 and star == "*" and not arg.keyword_only:
            star = f"*{_name(arg)}: int"
        elif arg.keyword_only or star != "*":
            keyword_only.append(_parameter(entry, arg))
        else:
            positional.append(_parameter(entry, arg))
    if out:
        count = len(entry.schema.returns)
        keyword_only.append(f"out: {'Tensor' if count == 1 else _tuple(count)} | None = None")
    if star != "*" or keyword_only:
        positional.append(star)
    return ", ".join([*positional, *keyword_only])


def _tuple(count: int) -> str:
    return f"tuple[{', '.join(['Tensor'] * count)}]"


def _name(arg: Arg) -> str:
    name = "input" if arg.name == "self" else arg.name
    return f"{name}_" if iskeyword(name) else name


def _parameter(entry: OpEntry, arg: Arg) -> str:
    default = "" if arg.default is REQUIRED else f" = {_default(arg)}"
    return f"{_name(arg)}: {_type(entry, arg)}{default}"


def _type(entry: OpEntry, arg: Arg) -> str:
    text = _TYPES[arg.type]
    if arg.type == "Tensor" and entry.numbers:
        text = "Tensor | Number"
    if arg.list_size is not None:
        items = f"Sequence[{text}{' | None' if arg.element_optional else ''}]"
        text = f"{text} | {items}" if arg.list_size else items
    return f"{text} | None" if arg.optional else text


def _default(arg: Arg) -> str:
    if isinstance(arg.default, str) and arg.type not in ("str", "Device"):
        return "..."  # an object that has no literal: a dtype, a layout, a memory format
    return literal(arg.default)


def _result(result: Return) -> str:
    text = _TYPES[result.type]
    return f"list[{text}]" if result.list_size is not None else text
