"""What `--help` says that an option takes: its metavar, else its own name in capitals, and nothing for a flag. Typer
would say `<bool>`, `<list[str]>` and `<int range>`: types of Python, not what is typed."""

from typing import Any

from typer import core


def install() -> None:
    """Has Typer's help ask `taken`."""
    parameters: tuple[Any, ...] = (core.TyperOption, core.TyperArgument)
    for parameter in parameters:
        # Another Typer than the pinned one keeps words of its own.
        if hasattr(parameter, "display_type_rich"):
            parameter.display_type_rich = taken


def taken(parameter: Any, ctx: Any) -> str:
    """The word behind the parameter's name; an argument has only its name."""
    if parameter.param_type_name == "argument" or parameter.is_flag:
        return ""
    return str(parameter.metavar or parameter.name.upper())
