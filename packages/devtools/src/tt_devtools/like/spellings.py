"""The spellings of an op's name, and the whole words among them in the bytes of a file. Knows no tree."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from tt_devtools.failure import MISUSED, Failure
from tt_devtools.op_names import functor_name
from tt_devtools.trace.target import parse_target

_LONGEST_LINE: Final = 1000  # bytes
_BEFORE: Final = 60


@dataclass(frozen=True, slots=True)
class Word:
    """One whole word: the number of its line, from 1, that line, and which spelling it is."""

    line: int
    text: bytes
    form: str


@dataclass(frozen=True)
class Spellings:
    """`snake` is the name as an op table writes it: log_softmax, with LogSoftmax and LOG_SOFTMAX."""

    snake: str

    @property
    def camel(self) -> str:
        return functor_name(self.snake)

    @property
    def upper(self) -> str:
        return self.snake.upper()

    def as_json(self) -> dict[str, str]:
        """By form, as they are looked for."""
        inplace, out = f"{self.snake}_", f"{self.snake}_out"
        plain = {"snake": self.snake, "camel": self.camel, "upper": self.upper}
        return {**plain, "inplace": inplace, "out": out, "overload": f"{self.snake}.*"}

    @cached_property
    def needles(self) -> tuple[bytes, ...]:
        """One of them is in every file that has a hit: to look for bytes is quicker than to match a pattern."""
        return tuple(each.encode() for each in {self.snake, self.camel, self.upper})

    @cached_property
    def pattern(self) -> re.Pattern[bytes]:
        snake, camel, upper = (re.escape(each) for each in (self.snake, self.camel, self.upper))
        words = (
            rf"(?P<overload>{snake}_?(?=\.[A-Za-z]))|(?P<snake>{snake})|(?P<inplace>{snake}_)"
            rf"|(?P<out>{snake}_out)|(?P<camel>{camel})|(?P<upper>{upper})"
        )
        return re.compile(rf"(?<!\w)(?:{words})(?!\w)".encode())

    def words(self, data: bytes) -> Iterator[Word]:
        """Every whole word, once a line and form."""
        if not any(needle in data for needle in self.needles):
            return
        line, counted = 1, 0
        forms: set[str] = set()
        for match in self.pattern.finditer(data):
            if passed := data.count(b"\n", counted, match.start()):
                line += passed
                forms.clear()
            counted = match.start()
            form = match.lastgroup or ""
            if form not in forms:
                forms.add(form)
                yield Word(line, _line_around(data, match.start()), form)


def _line_around(data: bytes, at: int) -> bytes:
    """The line, or the part of it that begins shortly before where a long one is no line for people."""
    before = data.rfind(b"\n", max(at - _LONGEST_LINE, 0), at)
    is_long = before < 0 and at > _LONGEST_LINE
    start = at - _BEFORE if is_long else before + 1
    end = data.find(b"\n", at, start + _LONGEST_LINE)
    return data[start : end if end >= 0 else start + _LONGEST_LINE].rstrip(b"\r")


def spellings(text: str) -> Spellings:
    """Of `log_softmax`, `LogSoftmax`, `torch.log_softmax`, `aten::add.out` or `add_`; a Failure for no name."""
    name = parse_target(text.removeprefix("aten::")).op.rpartition("::")[2]
    if name != name.upper():
        name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name)
    plain = name.lower() if name.endswith("__") else name.lower().rstrip("_")
    if not plain.isascii() or not plain.strip("_"):
        raise Failure(f"--like: '{text}' is not the name of an op", hint="write add or add_", code=MISUSED)
    return Spellings(plain)
