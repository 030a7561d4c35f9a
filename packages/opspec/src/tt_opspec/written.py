"""Writing generated files: only those whose text changed, so that a build sees only what changed."""

from collections.abc import Mapping
from pathlib import Path


def stale(folder: Path, files: Mapping[str, str]) -> list[str]:
    """The names in `files` (name to text) that `folder` does not hold with that text."""
    return [name for name, text in files.items() if _read(folder / name) != text]


def write(folder: Path, files: Mapping[str, str]) -> list[str]:
    """Makes `folder` hold `files`; the names that had to be written."""
    names = stale(folder, files)
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_name(
            path.name + ".partial"
        )  # a killed build leaves no half file under the real name
        partial.write_text(files[name], encoding="utf-8")
        partial.replace(path)
    return names


def _read(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
