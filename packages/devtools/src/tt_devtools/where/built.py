"""What only the built libraries know of an op: its plan, the kernel of each key, the loops that this machine runs.

The one file of `where` that imports tt, inside its functions.
"""

from importlib import import_module
from typing import Any

from tt_devtools.where.place import Place

_MISSING_KERNEL = 5  # of Note [Dispatch table]: nothing is registered


class NotBuilt(Exception):
    """The libraries cannot be imported; the message says why in one line."""


def built_places(qualified: str) -> list[Place]:
    """The places that the loaded libraries report; NotBuilt where they cannot be loaded."""
    core, kernels = _libraries()
    infos = core.op_info(qualified)
    info = next((each for each in infos if each["op"] == qualified), None)
    if info is None:
        raise NotBuilt(f"the built libraries have no {qualified}")
    places = []
    if info["plan"]:
        places.append(Place("plan", info["plan_file"], info["plan_line"], info["plan"]))
    loops = kernels.loops(qualified)
    if loops:
        said = f"{loops['functor']}, the loops of {loops['isa']}"
        places.append(Place("functor", loops["file"], loops["line"], said))
    keys: dict[tuple[str, int, str], list[str]] = {}
    for kernel in info["kernels"]:
        if kernel["file"] and kernel["rule"] != _MISSING_KERNEL:
            keys.setdefault((kernel["file"], kernel["line"], kernel["name"]), []).append(kernel["key"])
    places += [
        Place("dispatch", file, line, f"{name} for {', '.join(names)}")
        for (file, line, name), names in keys.items()
    ]
    return places


def _libraries() -> tuple[Any, Any]:
    try:
        import_module("tt")
        return import_module("tt_core._C"), import_module("tt_kernels._C")
    except Exception as error:  # a stale set can fail in any way while it registers itself
        raise NotBuilt(str(error).partition("\n")[0]) from None
