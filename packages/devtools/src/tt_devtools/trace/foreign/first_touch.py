"""The trap of first_touch.c for Python: memory whose first toucher is noted with its call stack.

The C file is compiled once for each version of it, into the user's cache. Linux only; `unavailable` says why
it does not work here.
"""

import ctypes
import hashlib
import mmap
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

SOURCE = Path(__file__).with_name("first_touch.c")
_MOST_FRAMES = 128
_HANDLER_FRAMES = 2  # the handler itself and the kernel's return from it


class Unavailable(Exception):
    """Why native frames cannot be followed on this machine."""


@dataclass(frozen=True)
class Touch:
    """One first touch: code addresses, the innermost first; `written` is None where it is not known."""

    frames: list[int]
    written: bool | None
    thread: int


class Trap:
    """Memory of whole pages, readable and writable until it is armed. Lives as long as the process."""

    def __init__(self) -> None:
        self._library = ctypes.CDLL(str(_compiled()))
        self._held: list[mmap.mmap] = []

    def memory(self, size: int) -> mmap.mmap:
        """Fresh zeroed memory of at least `size` bytes, under watch from the next `arm` on."""
        pages = mmap.mmap(-1, max(size, 1))
        self._held.append(pages)  # a library may keep pointers to it
        address = ctypes.addressof(ctypes.c_char.from_buffer(pages))
        rounded = -(-max(size, 1) // mmap.PAGESIZE) * mmap.PAGESIZE
        if self._library.first_touch_add(ctypes.c_void_p(address), ctypes.c_size_t(rounded)) < 0:
            raise Unavailable("there are more buffers than can be watched")
        return pages

    def clear(self) -> None:
        """Watches none of the memory any longer."""
        self._library.first_touch_clear()

    def arm(self) -> None:
        """Takes the pages away."""
        if self._library.first_touch_arm() != 0:
            raise Unavailable("the pages cannot be protected")

    def disarm(self) -> None:
        """Gives back what nobody touched."""
        self._library.first_touch_disarm()

    def touches(self, count: int) -> list[Touch | None]:
        """For the first `count` pieces of memory, in the order in which they were made."""
        return [self._touch(number) for number in range(count)]

    def _touch(self, number: int) -> Touch | None:
        frames = (ctypes.c_void_p * _MOST_FRAMES)()
        written, thread = ctypes.c_int(), ctypes.c_long()
        count = self._library.first_touch_frames(
            number, frames, _MOST_FRAMES, ctypes.byref(written), ctypes.byref(thread)
        )
        if count == 0:
            return None
        addresses = [int(frames[at] or 0) for at in range(_HANDLER_FRAMES, count)]
        known = None if written.value < 0 else bool(written.value)
        return Touch(addresses, known, thread.value)


def _compiled() -> Path:
    if sys.platform != "linux":
        raise Unavailable(f"first touches are caught on Linux only, this is {sys.platform}")
    text = SOURCE.read_bytes()
    name = f"first_touch-{platform.machine()}-{hashlib.sha256(text).hexdigest()[:16]}.so"
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    library = Path(home, "tt", name)
    if not library.exists():
        _compile(library)
    return library


def _compile(library: Path) -> None:
    compiler = os.environ.get("CC") or next(
        (each for each in ("cc", "gcc", "clang") if shutil.which(each)), None
    )
    if compiler is None:
        raise Unavailable("there is no C compiler (cc, gcc or clang) to compile the page trap with")
    library.parent.mkdir(parents=True, exist_ok=True)
    handle, beside = tempfile.mkstemp(prefix=library.name, dir=library.parent)
    os.close(handle)
    command = [*compiler.split(), "-O1", "-shared", "-fPIC", "-o", beside, str(SOURCE)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        os.unlink(beside)
        raise Unavailable(f"the page trap does not compile: {done.stderr.strip().splitlines()[-1:]}")
    os.replace(beside, library)
