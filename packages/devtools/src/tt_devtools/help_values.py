"""What `--help` says that an option takes: its metavar, else its own name in capitals, and nothing for a flag. Typer
would say `<bool>`, `<list[str]>` and `<int range>`: types of Python, not what is typed."""

from typing import Any

from typer import core


def install() -> None:
    """Has Typer's help ask `taken`."""
    for parameter in (core.TyperOption, core.TyperArgument):
        if hasattr(
            parameter, "display_type_rich"
        ):  # else another Typer than the pinned one, with words of its own
            parameter.display_type_rich = taken  # type: ignore[method-assign, assignment]


def taken(parameter: Any, ctx: Any) -> str:
    """The word behind the parameter's name; an argument has only its name."""
    if parameter.param_type_name == "argument" or parameter.is_flag:
        return ""
    return str(parameter.metavar or parameter.name.upper())
