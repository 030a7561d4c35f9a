"""The small tree on disk, as a checkout that the command can run in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from small_tree import small_tree

Tt = Callable[..., tuple[int, str, str]]
"""Runs `tt new-op`; exit code, stdout and stderr."""


def written(root: Path) -> Path:
    """Writes the tree and returns its root."""
    for name, text in small_tree().files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (root / "changelog.d").mkdir()
    return root


def texts(root: Path) -> dict[str, str]:
    """The sources; what git ignores is left out."""
    files = [path for path in root.rglob("*") if path.is_file()]
    return {
        name: path.read_bytes().decode()
        for path in files
        if not (name := path.relative_to(root).as_posix()).startswith(("build/", ".git/"))
    }
