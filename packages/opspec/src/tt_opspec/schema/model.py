"""The parsed form of a schema. `str()` of each part is its normal form, which parses to an equal part.

Types are plain strings: one of `TYPES` (what the binder has a slot for) or `FOREIGN_TYPES` (read, so that
every schema of PyTorch parses, but refused by the table).
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final, Literal

TYPES: Final = (
    "Tensor", "int", "float", "bool", "Scalar", "str", "ScalarType", "Device", "Layout", "MemoryFormat",
    "Generator",
)  # fmt: skip
FOREIGN_TYPES: Final = ("Storage", "Stream", "QScheme")


class _Required(Enum):
    REQUIRED = "required"

    def __repr__(self) -> str:
        return "REQUIRED"


REQUIRED: Final = _Required.REQUIRED
"""The `default` of an argument that has none (None is a default of its own)."""

Number = int | float | bool
Default = Literal[_Required.REQUIRED] | None | Number | str | tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class Alias:
    """`(a)`, `(a!)` or `(a -> *)`: the set of tensors that may share memory; `writes` is the `!`."""

    name: str
    writes: bool = False
    wildcard: bool = False

    def __str__(self) -> str:
        return f"({self.name}{'!' * self.writes}{' -> *' * self.wildcard})"


@dataclass(frozen=True, slots=True)
class Return:
    """One result. `name` is "" when the schema gives none."""

    name: str
    type: str
    optional: bool = False
    list_size: int | None = None
    alias: Alias | None = None

    @property
    def type_text(self) -> str:
        """The type as the schema writes it: `Tensor(a!)`, `Tensor[]`."""
        return type_text(self.type, self.alias, False, self.list_size, self.optional)

    def __str__(self) -> str:
        return f"{self.type_text} {self.name}" if self.name else self.type_text


@dataclass(frozen=True, slots=True)
class Arg:
    """One argument.

    `list_size` is None for no list, 0 for `int[]`, n for `int[n]`, where a bare int stands for n of them and
    `int[1]` takes a list of any length. `element_optional` is `Tensor?[]`. `default` is REQUIRED or a Python
    value; a ScalarType, Layout or MemoryFormat default is its name.
    """

    name: str
    type: str
    optional: bool = False
    list_size: int | None = None
    keyword_only: bool = False
    default: Default = REQUIRED
    alias: Alias | None = None
    element_optional: bool = False

    @property
    def type_text(self) -> str:
        """The type as the schema writes it: `Tensor(a!)`, `int[2]?`."""
        return type_text(self.type, self.alias, self.element_optional, self.list_size, self.optional)

    @property
    def default_text(self) -> str:
        """The default as the schema writes it, "" when the argument is required."""
        return "" if self.default is REQUIRED else _literal(self.default, self.type)

    def __str__(self) -> str:
        default = "" if self.default is REQUIRED else f"={self.default_text}"
        return f"{self.type_text} {self.name}{default}"


@dataclass(frozen=True, slots=True)
class Schema:
    """One overload of one op. `name` may carry a namespace (`mylib::relu6`); `overload` may be ""."""

    name: str
    overload: str
    args: tuple[Arg, ...]
    returns: tuple[Return, ...]

    @property
    def qualified(self) -> str:
        """`add.Tensor`, or `exp` where there is no overload name: what kernels and formulas are keyed on."""
        return f"{self.name}.{self.overload}" if self.overload else self.name

    @property
    def tensors(self) -> tuple[Arg, ...]:
        """The arguments that are one tensor each (no lists)."""
        return tuple(arg for arg in self.args if arg.type == "Tensor" and arg.list_size is None)

    def arg(self, name: str) -> Arg | None:
        """The argument of that name, or None."""
        return next((arg for arg in self.args if arg.name == name), None)

    @property
    def arguments_text(self) -> str:
        """What stands between the parentheses."""
        parts = [str(arg) for arg in self.args]
        star = next((i for i, arg in enumerate(self.args) if arg.keyword_only), None)
        if star is not None:
            parts.insert(star, "*")
        return ", ".join(parts)

    @property
    def returns_text(self) -> str:
        """What follows the arrow."""
        inner = ", ".join(str(result) for result in self.returns)
        return inner if len(self.returns) == 1 else f"({inner})"

    def __str__(self) -> str:
        return f"{self.qualified}({self.arguments_text}) -> {self.returns_text}"


def type_text(
    kind: str, alias: Alias | None, element_optional: bool, list_size: int | None, optional: bool
) -> str:
    """A type in normal form, its marks in the grammar's order: base, alias, `?` of elements, list, `?`."""
    text = kind + (str(alias) if alias else "")
    if list_size is not None:
        text += ("?" if element_optional else "") + (f"[{list_size}]" if list_size else "[]")
    return text + ("?" if optional else "")


_ESCAPES: Final = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}


def _literal(value: Default, kind: str) -> str:
    if isinstance(value, tuple):
        return "[" + ",".join(_literal(item, kind) for item in value) + "]"
    if isinstance(value, str) and kind in ("str", "Device"):
        return '"' + "".join(_ESCAPES.get(char, char) for char in value) + '"'
    return value if isinstance(value, str) else repr(value)
