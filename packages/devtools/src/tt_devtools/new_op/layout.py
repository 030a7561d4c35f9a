"""Long lines laid out over several: what ruff and clang-format do not do, or are not there to do."""

import re
import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path
from string import Template
from typing import Final

WIDTH: Final = 110
_COMMENT: Final = re.compile(r"^(?P<indent> *)// [^\n]*(\n(?P=indent)// [^\n]*)*", re.MULTILINE)


def filled(template: Path, meaning: Mapping[str, str]) -> str:
    """C++ from a template: `$name` replaced, and comments laid out anew, since names are long and short."""
    text = Template(template.read_text(encoding="utf-8")).substitute(meaning)
    return _COMMENT.sub(_comment, text)


def _comment(match: re.Match[str]) -> str:
    indent, words = match["indent"], match[0].replace("//", "")
    if re.search(r"//  ", match[0]):  # laid out by hand
        return match[0]
    return textwrap.fill(
        " ".join(words.split()), WIDTH, initial_indent=f"{indent}// ", subsequent_indent=f"{indent}// "
    )


def string_argument(text: str) -> list[str]:
    """A string as an argument, over several lines where it is long."""
    text = text.replace("\\", "\\\\")
    quote = "'" if '"' in text and "'" not in text else '"'
    text = text.replace(quote, f"\\{quote}")
    if len(text) + 7 <= WIDTH:
        return [f"    {quote}{text}{quote},"]
    parts = textwrap.wrap(text, WIDTH - 12, break_long_words=False, drop_whitespace=False)
    lines = [f"    {quote}{part}{quote}" for part in parts]
    return [*lines[:-1], f"{lines[-1]},"]


def cpp_statement(line: str, indent: str) -> list[str]:
    """A statement over as many lines as it needs."""
    if len(line) <= WIDTH:
        return [line]
    return textwrap.wrap(
        line.strip(), WIDTH, initial_indent=indent, subsequent_indent=f"{indent}    ", break_long_words=False
    )


def returned(text: str) -> str:
    """`return text` in a Python function."""
    line = f"    return {text}"
    if len(line) <= WIDTH:
        return line
    inner = textwrap.wrap(text, WIDTH - 8, break_long_words=False, break_on_hyphens=False)
    return "\n".join(["    return (", *(f"        {part}" for part in inner), "    )"])


def def_line(name: str, parameters: str, returns: str = "np.ndarray") -> str:
    """The `def` of a function, a reference's if not said otherwise."""
    line = f"def {name}({parameters}) -> {returns}:"
    if len(line) <= WIDTH:
        return line
    if len(parameters) + 5 <= WIDTH:
        return f"def {name}(\n    {parameters},\n) -> {returns}:"
    return "\n".join(
        [f"def {name}(", *(f"    {part}," for part in parameters.split(", ")), f") -> {returns}:"]
    )


def call(function: str, arguments: Sequence[str]) -> str:
    """A call, one argument a line where it is long."""
    line = f"{function}({', '.join(arguments)})"
    if len(line) <= WIDTH:
        return line
    return "\n".join([f"{function}(", *(f"    {each}," for each in arguments), ")"])


def strings(words: Sequence[str]) -> str:
    """A tuple of strings."""
    return "(" + ", ".join(f'"{word}"' for word in words) + ("," if len(words) == 1 else "") + ")"


def marked(marks: Sequence[str]) -> list[str]:
    """What a functor declares of itself, as lines of its struct; a stub's mark says that it is to go."""
    lines = []
    for mark in marks:
        if mark == "kUnwritten":
            lines.append(
                "  // Until this line is taken out, the op raises NotImplementedError with this file and line."
            )
        lines.append(f"  static constexpr bool {mark} = true;")
    return lines
