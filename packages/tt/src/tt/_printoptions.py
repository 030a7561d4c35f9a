"""What a user can choose about printed tensors, and the values in force now.

One setting for the whole process, as in torch. Must not know tensors. It lies beside `tt.printing`, which is loaded
when something is printed, because `tt` itself has the functions.
"""

from math import inf
from typing import NamedTuple


class PrintOptions(NamedTuple):
    """The choices that `set_printoptions` explains; `threshold` is a float so that it can be infinite."""

    precision: int = 4
    threshold: float = 1000
    edgeitems: int = 3
    linewidth: int = 80
    sci_mode: bool | None = None


PROFILES = {
    "default": PrintOptions(),
    "short": PrintOptions(precision=2, edgeitems=2),
    "full": PrintOptions(threshold=inf),
}

_current = PROFILES["default"]


def get_printoptions() -> PrintOptions:
    """Returns the options that printing uses now."""
    return _current


def set_printoptions(
    precision: int | None = None,
    threshold: float | None = None,
    edgeitems: int | None = None,
    linewidth: int | None = None,
    profile: str | None = None,
    sci_mode: bool | None = None,
) -> None:
    """Sets how tensors are printed; what is None stays as it is, except `sci_mode`.

    precision: digits after the decimal point (default 4).
    threshold: number of elements above which a tensor is summarised (default 1000).
    edgeitems: items shown at the beginning and end of each summarised dimension (default 3).
    linewidth: characters per line (default 80).
    profile: "default", "short" or "full", applied before the other arguments; torch ignores other names.
    sci_mode: scientific notation on (True), off (False) or chosen per tensor (None); set by every call.
    """
    global _current
    base = PROFILES.get(profile, _current) if profile is not None else _current
    _current = PrintOptions(
        precision=base.precision if precision is None else precision,
        threshold=base.threshold if threshold is None else threshold,
        edgeitems=base.edgeitems if edgeitems is None else edgeitems,
        linewidth=base.linewidth if linewidth is None else linewidth,
        sci_mode=sci_mode,
    )
