"""Keeps pydantic out of commands that do not need it: Typer imports it, and builds a validator for each option, even
for plain strings and for options that nobody gave. That was half of the start-up of a command."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from typer import BadParameter, core


def install() -> None:
    """Has Typer take strings, paths and defaults as they are, and build validators for other values alone."""
    full: Any = getattr(core, "build_runtime_param", None)
    if full is None:  # another Typer than the pinned one, which may not need it
        return
    from typer._coercion import RuntimeParam

    @dataclass(frozen=True)
    class WhenNeeded(RuntimeParam):
        descriptor: Any

        def _coerce_value(self, value: Any, param: Any, ctx: Any) -> Any:
            if self.annotation in (str, int) and type(value) is self.annotation:
                return value  # a number is a default, since what is typed is a string
            if self.annotation is Path and isinstance(value, str):
                return Path(value)
            if self.annotation == list[str] and all(isinstance(each, str) for each in value):
                return list(value)
            try:
                return full(self.descriptor)._coerce_value(value, param=param, ctx=ctx)
            except BadParameter as error:
                error.message = f"{error.message.partition(',')[0]}, got '{value}'"
                raise

    core.build_runtime_param = lambda descriptor: WhenNeeded(
        parameter_info=descriptor.parameter_info, annotation=descriptor.annotation, descriptor=descriptor
    )
