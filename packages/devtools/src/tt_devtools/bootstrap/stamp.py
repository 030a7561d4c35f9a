"""Is .venv the one that this checkout asks for? Read on every launch, so it imports nothing but os.

The stamp is written last and removed first: a .venv without one was interrupted and is made anew. It holds
all that .venv was made from, so that comparing needs no hash and a difference can be named.
"""

from __future__ import annotations

import os

PACKAGES = ("opspec", "core", "kernels", "autograd", "tt", "devtools")
PLACE, INTERPRETER = "the folder of the checkout", "the Python interpreter"
SOURCES = ("constraints.txt", *(f"packages/{name}/pyproject.toml" for name in PACKAGES))
NAMES = (PLACE, INTERPRETER, *SOURCES)


def venv_folder(root: str) -> str:
    return os.path.join(root, ".venv")


def venv_python(root: str) -> str:
    return os.path.join(root, ".venv", "bin", "python")


def differences(root: str) -> list[str] | None:
    """Names of what changed since .venv was made: [] when nothing did, None when there is no finished .venv.

    A moved checkout counts, because the scripts in .venv hold its path; so does an interpreter that is gone.
    """
    try:
        with open(_path(root), "rb") as file:
            made_from = file.read()
    except OSError:
        return None
    if not os.access(venv_python(root), os.X_OK):
        return [INTERPRETER]
    wanted = _parts(root)
    if b"\0".join(wanted) == made_from:
        return []
    had = made_from.split(b"\0")
    if len(had) != len(wanted):
        return [SOURCES[0]]
    return [name for name, old, new in zip(NAMES, had, wanted, strict=True) if old != new]


def write(root: str) -> None:
    """Marks .venv as finished; a rename, so that a reader sees the whole stamp or none."""
    unfinished = f"{_path(root)}.new"
    with open(unfinished, "wb") as file:
        file.write(b"\0".join(_parts(root)))
    os.replace(unfinished, _path(root))


def remove(root: str) -> None:
    """Marks .venv as being worked on."""
    try:
        os.remove(_path(root))
    except FileNotFoundError:
        pass


def _path(root: str) -> str:
    return os.path.join(root, ".venv", "tt-stamp")


def _parts(root: str) -> list[bytes]:
    parts = [os.fsencode(root), os.fsencode(os.path.realpath(venv_python(root)))]
    for name in SOURCES:
        with open(os.path.join(root, name), "rb") as file:
            parts.append(file.read())
    return parts
