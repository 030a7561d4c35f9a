"""Default values in a schema's text, checked against the argument's type. Knows no table."""

from typing import Final

from tt_opspec.schema.model import Default, Number
from tt_opspec.schema.scan import Scanner

_NAMES: Final[dict[str, dict[str, str]]] = {
    "ScalarType": {
        **{
            name: name
            for name in (
                "uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64",
                "float16", "bfloat16", "float32", "float64", "complex64", "complex128",
            )
        },
        "bool": "bool", "byte": "uint8", "char": "int8", "short": "int16", "int": "int32", "long": "int64",
        "half": "float16", "float": "float32", "double": "float64",
        "cfloat": "complex64", "cdouble": "complex128",
    },
    "Layout": {name: name for name in ("strided", "sparse_coo")},
    "MemoryFormat": {
        name: name for name in ("contiguous_format", "preserve_format", "channels_last", "channels_last_3d")
    },
}  # fmt: skip
_CONSTANTS: Final = {"Mean": 1, "Sum": 2}  # ATen's Reduction, written by name as the default of an int
_FLOATS: Final = ("inf", "nan")
_UNESCAPES: Final = {"n": "\n", "t": "\t"}
_EXPECTED: Final = {
    "int": "an int", "float": "a float", "bool": "True or False", "Scalar": "a number",
    "str": "a string in quotes", "ScalarType": "a dtype name", "Device": "a string in quotes",
    "Layout": "a layout name", "MemoryFormat": "a memory format name",
}  # fmt: skip


class Literals(Scanner):
    """The part of the parser that reads what follows `=`."""

    def default(self, name: str, kind: str, list_size: int | None, optional: bool) -> Default:
        """The default of argument `name` of that type."""
        place = self.here()
        if self.text.startswith("None", self.at):
            self.at += len("None")
            if not optional:
                self.fail(
                    f"'{name}' cannot default to None: its type is not optional, hint: write '{kind}?'", place
                )
            return None
        if kind not in _EXPECTED or (
            list_size is not None and kind not in ("int", "float", "bool", "Scalar")
        ):
            self.fail(f"'{name}' can only default to None", place)
        if list_size is not None and self.take("["):
            return self.list_items(kind, list_size)
        if list_size == 0:
            self.fail(f"expected a list in [] as the default of '{name}'", place)
        return self.value(kind)

    def list_items(self, kind: str, list_size: int) -> tuple[Number, ...]:
        items: list[Number] = []
        place = self.here()
        if not self.take("]"):
            while True:
                item = self.value(kind)
                assert not isinstance(item, str)  # only number types have list defaults
                items.append(item)
                if self.take("]"):
                    break
                self.expect(",", "or ']' in a list")
        if list_size > 1 and len(items) not in (
            0,
            list_size,
        ):  # int[1] takes a list of any length, as in torch
            self.fail(f"expected {list_size} items, got {len(items)}", place)
        return tuple(items)

    def value(self, kind: str) -> Number | str:
        """One value of type `kind`, not a list."""
        place = self.here()
        if kind in ("str", "Device"):
            return self.string()
        if kind in _NAMES:
            word = self.word(_EXPECTED[kind])
            if word not in _NAMES[kind]:
                self.fail(f"expected {_EXPECTED[kind]}, got '{word}'", place)
            return _NAMES[kind][word]
        number = self.number(kind)
        if isinstance(number, bool):
            fits = kind in ("bool", "Scalar")
        elif isinstance(number, int):
            fits = kind != "bool"
        else:
            fits = kind in ("float", "Scalar")
        if not fits:
            self.fail(f"expected {_EXPECTED[kind]}, got {self.text[place : self.at]}", place)
        if isinstance(number, int) and kind != "float" and not -(2**63) <= number < 2**63:
            self.fail(f"an integer has 64 bits, got {self.text[place : self.at]}", place)
        return float(number) if kind == "float" else number

    def number(self, kind: str) -> Number:
        place = end = self.here()
        while end < len(self.text) and (self.text[end].isalnum() or self.text[end] in "+-._"):
            end += 1
        text = self.text[place:end]
        self.at = end
        if text in ("True", "False"):
            return text == "True"
        if kind == "int" and text in _CONSTANTS:
            return _CONSTANTS[text]
        if text.lstrip("-")[:1].isdecimal() or text.lstrip("-") in _FLOATS:
            try:
                return int(text) if text.lstrip("-").isdecimal() else float(text)
            except ValueError:
                pass
        return self.fail(f"expected {_EXPECTED[kind]}, got {text or self.seen()!r}", place)

    def string(self) -> str:
        quote = self.peek()
        start = self.at
        if quote not in ("'", '"'):
            self.fail(f"expected a string in quotes, got {self.seen()}")
        value: list[str] = []
        self.at += 1
        while self.at < len(self.text):
            char = self.text[self.at]
            self.at += 1
            if char == quote:
                return "".join(value)
            if char == "\\" and self.at < len(self.text):
                escaped = self.text[self.at]
                value.append(_UNESCAPES.get(escaped, escaped))
                self.at += 1
            else:
                value.append(char)
        return self.fail("a string that does not end", start)
