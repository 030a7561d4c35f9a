"""What one `tt trace OP` was asked for, as text from the command line, and the same with one thing changed."""

from dataclasses import dataclass, fields, replace
from typing import Any

from tt_devtools.failure import MISUSED, Failure
from tt_devtools.suggest import did_you_mean

MODES = ("no_grad", "inference", "autocast")
_SWITCHES = ("requires_grad",)
_LISTS = {"mode": "modes", "arg": "arguments"}


@dataclass(frozen=True, slots=True)
class Request:
    """One call to be traced; each field is the text of its option, "" where it was not given."""

    target: str
    shape: str = ""
    dtype: str = ""
    layout: str = ""
    device: str = ""
    requires_grad: bool = False
    arguments: tuple[str, ...] = ()
    modes: tuple[str, ...] = ()
    imports: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for mode in self.modes:
            if mode not in MODES:
                hint = did_you_mean(mode, MODES) or f"modes: {', '.join(MODES)}"
                raise Failure(f"--mode: unknown mode '{mode}'", hint=hint, code=MISUSED)

    def changed(self, change: str) -> "Request":
        """The request of `--vs`: `dtype=float16`, `strided`, `requires_grad`, `mode=no_grad`, `arg=dim=1`,
        or `target=mul`."""
        name, _, value = change.removeprefix("--").partition("=")
        name = name.replace("-", "_")
        if name == "strided" and not value:
            return replace(self, layout="strided")
        if name in _SWITCHES and not value:
            return replace(self, requires_grad=not self.requires_grad)
        if name in _LISTS and value:
            attribute = _LISTS[name]
            longer: Any = {attribute: (*getattr(self, attribute), value)}
            return replace(self, **longer)
        plain = [each.name for each in fields(self) if each.type is str or each.type == "str"]
        if name in plain and value:
            other: Any = {name: value}
            return replace(self, **other)
        choices = [f"{each}=..." for each in (*plain, *_LISTS)] + [*_SWITCHES, "strided"]
        known = (*plain, *_LISTS, *_SWITCHES)
        hint = did_you_mean(name, known) or f"changes: {', '.join(choices)}"
        if name in (*plain, *_LISTS):
            hint = f"write {name}=..."
        raise Failure(f"--vs: '{change}' is not a change", hint=hint, code=MISUSED)
