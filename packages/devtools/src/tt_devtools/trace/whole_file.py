"""Writes a file whole or not at all: a temporary file beside it, then a rename."""

import os
import tempfile
from pathlib import Path

from tt_devtools.failure import FOUND, MISUSED, Failure


def check_writable(path: Path, option: str) -> None:
    """Refuses before any work is done what can be known to fail."""
    if path.is_dir():
        raise Failure(f"{option}: {path} is a folder", hint=f"{option} {path / 'trace'}", code=MISUSED)
    folder = path.absolute().parent
    if not folder.is_dir():
        raise Failure(f"{option}: there is no folder {folder}", hint=f"mkdir -p {folder}", code=MISUSED)
    if path.exists() and not path.is_file():
        return  # a pipe or /dev/stdout
    if not os.access(folder, os.W_OK):
        raise Failure(f"{option}: {folder} cannot be written to", code=FOUND)


def write_whole(path: Path, text: str, option: str) -> None:
    """Puts `text` at `path`; what was there stays until the new text is complete."""
    try:
        if path.exists() and not path.is_file():
            path.write_text(text, encoding="utf-8")
            return
        target = path.resolve()
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            os.chmod(name, target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask())
            os.replace(name, target)
        except BaseException:
            os.unlink(name)
            raise
    except OSError as error:
        raise Failure(f"{option}: cannot write {path}: {error.strerror}", code=FOUND) from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
