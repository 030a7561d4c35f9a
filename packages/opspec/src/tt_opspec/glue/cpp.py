"""C++ spellings of Python values, and the line that every generated file opens with. Knows no entry."""

GENERATOR = "tt_opspec.generate"
PROMOTIONS = {
    "none": "None",
    "default": "Default",
    "int_to_float": "IntToFloat",
    "to_bool": "ToBool",
    "complex_to_real": "ComplexToReal",
}
"""Enumerators of tt::Promotion by the table's `promotes=`."""
RAW_END = ')doc"'
"""What ends a doc in C++."""
MARK = f"// Made by {GENERATOR} from "


def header(sources: str, says: tuple[str, ...]) -> str:
    """The opening lines: what made the file and what it is."""
    return "".join(
        f"{line}\n" for line in (f"{MARK}{sources}; not edited by hand.", *(f"// {line}" for line in says))
    )


def string(text: str) -> str:
    """A string literal; several lines become a raw one."""
    if "\n" in text:
        if RAW_END in text:
            raise ValueError(f"cannot be written as a raw string: {text!r}")
        return f'R"doc({text}{RAW_END}'
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t") + '"'


def identifier(qualified: str) -> str:
    """`add.Tensor` to `add_Tensor`."""
    return qualified.replace("::", "_").replace(".", "_")


def boolean(value: bool) -> str:
    return "true" if value else "false"


def integer(value: int) -> str:
    """An int64_t expression; the least one has no literal."""
    return str(value) if value > -(2**63) else f"{value + 1} - 1"


def floating(value: float) -> str:
    """A double literal, infinities and NaN included."""
    if value != value:
        return "std::numeric_limits<double>::quiet_NaN()"
    if value in (float("inf"), float("-inf")):
        return f"{'-' if value < 0 else ''}std::numeric_limits<double>::infinity()"
    return repr(value)
