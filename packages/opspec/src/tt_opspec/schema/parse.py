"""Text to Schema, by recursive descent over one string; every refusal names its column.

Accepts what PyTorch's native_functions.yaml writes: `SymInt` reads as `int`, `long` as `int64`, `Mean` as 1.
Must not know the table.
"""

from typing import Final, NoReturn

from tt_opspec.schema.error import SchemaError
from tt_opspec.schema.literal import Literals
from tt_opspec.schema.model import FOREIGN_TYPES, REQUIRED, TYPES, Alias, Arg, Default, Return, Schema

_SYNONYMS: Final = {"SymInt": "int", "SymBool": "bool", "DeviceIndex": "int"}


def parse(text: str) -> Schema:
    """The schema that `text` writes; raises SchemaError with the column of what is wrong."""
    return _Parser(text).schema()


class _Parser(Literals):
    def schema(self) -> Schema:
        name = self.identifier("an op name")
        if self.take("::"):
            name += "::" + self.identifier("an op name")
        overload = self.word("an overload name") if self.take(".") else ""
        self.expect("(", "after the op's name")
        args = self.arguments()
        self.expect("->", "before the results")
        returns = self.returns()
        self.skip_space()
        if self.at < len(self.text):
            self.fail(f"unexpected {self.text[self.at :]!r} after the results")
        return Schema(name, overload, args, returns)

    def arguments(self) -> tuple[Arg, ...]:
        args: list[Arg] = []
        keyword_only = False
        if self.take(")"):
            return ()
        while True:
            star = self.here()
            if self.take("*"):
                if keyword_only:
                    self.fail("a second '*'", star)
                keyword_only = True
                self.expect(",", "and keyword-only arguments after '*'")
                continue
            place = self.here()
            arg = self.argument(keyword_only)
            if any(other.name == arg.name for other in args):
                self.fail(f"a second argument named '{arg.name}'", place)
            optional_before = any(other.default is not REQUIRED for other in args)
            if arg.default is REQUIRED and not keyword_only and optional_before:
                self.fail(f"'{arg.name}' has no default but follows an argument that has one", place)
            args.append(arg)
            if self.take(")"):
                return tuple(args)
            self.expect(",", f"or ')' after '{arg.name}'")

    def argument(self, keyword_only: bool) -> Arg:
        kind, alias, element_optional, list_size, optional = self.type()
        name = self.identifier(f"a name after '{kind}'")
        default: Default = REQUIRED
        if self.take("="):
            default = self.default(name, kind, list_size, optional)
        return Arg(name, kind, optional, list_size, keyword_only, default, alias, element_optional)

    def type(self) -> tuple[str, Alias | None, bool, int | None, bool]:
        place = self.here()
        written = self.identifier("a type")
        kind = _SYNONYMS.get(written, written)
        if kind not in TYPES and kind not in FOREIGN_TYPES:
            self.unknown(f"type '{written}'", written, (*TYPES, *_SYNONYMS), place)
        alias_place = self.here()
        alias = self.alias() if self.take("(") else None
        if alias and kind != "Tensor":
            self.fail(f"only tensors carry alias marks, not {kind}", alias_place)
        mark = self.take("?")
        list_size = self.list_size() if self.take("[") else None
        if list_size is None:
            return kind, alias, False, None, mark
        return kind, alias, mark, list_size, self.take("?")

    def alias(self) -> Alias:
        name = self.identifier("the name of an alias set")
        writes = self.take("!")
        wildcard = self.take("->")
        if wildcard:
            self.expect("*", "after '->' in an alias mark")
        self.expect(")", "at the end of an alias mark")
        return Alias(name, writes, wildcard)

    def list_size(self) -> int:
        if self.take("]"):
            return 0
        place = self.here()
        digits = self.word("a list's size")
        if not digits.isdecimal() or int(digits) == 0:
            self.fail(f"a list's size is a positive number, not '{digits}'", place)
        self.expect("]", "after a list's size")
        return int(digits)

    def returns(self) -> tuple[Return, ...]:
        if not self.take("("):
            return (self.result(),)
        results: list[Return] = []
        if self.take(")"):
            return ()
        while True:
            place = self.here()
            result = self.result()
            if result.name and any(other.name == result.name for other in results):
                self.fail(f"a second result named '{result.name}'", place)
            results.append(result)
            if self.take(")"):
                return tuple(results)
            self.expect(",", "or ')' after a result")

    def result(self) -> Return:
        place = self.here()
        kind, alias, element_optional, list_size, optional = self.type()
        if element_optional:
            self.fail("a result's elements are always there: no '?' before '[]'", place)
        name = self.identifier("a name") if self.peek().isidentifier() else ""
        return Return(name, kind, optional, list_size, alias)

    def unknown(self, what: str, written: str, known: tuple[str, ...], place: int) -> NoReturn:
        from difflib import get_close_matches  # 3 ms, and only an error needs it

        close = get_close_matches(written, known, 1)
        self.fail(f"unknown {what}" + (f"; did you mean '{close[0]}'?" if close else ""), place)


__all__ = ["SchemaError", "parse"]
