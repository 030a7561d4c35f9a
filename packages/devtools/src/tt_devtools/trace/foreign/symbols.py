"""Names of code addresses in this process, from the symbol tables of the files that are mapped into it.

Reads `.symtab`, else `.dynsym`; ELF of 64 bits, little endian. Knows nothing of any library.
"""

import ctypes
import mmap
import struct
from bisect import bisect_right
from dataclasses import dataclass
from functools import cache

_SYMBOL = 24  # bytes of an entry
_FUNCTIONS = (2, 10)  # STT_FUNC, STT_GNU_IFUNC
_SYMTAB, _DYNSYM = 2, 11


@dataclass(frozen=True)
class Frame:
    """One frame: `function` is "" where the file has no symbol for it, `file` "" for code made at run time."""

    address: int
    file: str
    function: str


class Symbols:
    """The mappings as they are when it is made."""

    def __init__(self) -> None:
        with open("/proc/self/maps", encoding="utf-8", errors="surrogateescape") as maps:
            self._maps = [_mapping(line) for line in maps]

    def frame(self, address: int) -> Frame:
        """The frame of a return address: it lies behind its call, so the byte before is looked up."""
        at = address - 1
        for start, end, offset, path in self._maps:
            if start <= at < end:
                if not path.startswith("/"):
                    return Frame(address, "", "")
                return Frame(address, path, demangled(_table(path).name(at - start + offset)))
        return Frame(address, "", "")


class _Table:
    """Function symbols of one file."""

    def __init__(self, path: str) -> None:
        self._values: list[int] = []
        self._segments: list[tuple[int, int, int]] = []
        try:
            with open(path, "rb") as file:
                self._data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError):  # deleted, or empty
            return
        if self._data[:6] != b"\x7fELF\x02\x01":
            return
        self._read()

    def name(self, offset: int) -> str:
        """The function at an offset into the file; "" where none is known."""
        address = next(
            (
                offset - start + value
                for start, value, size in self._segments
                if start <= offset < start + size
            ),
            -1,
        )
        at = bisect_right(self._sorted, address) - 1 if self._values else -1
        if address < 0 or at < 0:
            return ""
        value = self._sorted[at]
        index = self._values.index(value)
        best = ""
        while True:
            name, kind, size = self._entry(index)
            if kind in _FUNCTIONS and (address < value + size or size == 0):
                best = best or name
            try:
                index = self._values.index(value, index + 1)
            except ValueError:
                return best

    def _read(self) -> None:
        data = self._data
        programs, sections = struct.unpack_from("<QQ", data, 32)
        program_size, program_count, section_size, section_count = struct.unpack_from("<HHHH", data, 54)
        for index in range(program_count):
            kind, _, offset, value, _, size = struct.unpack_from(
                "<IIQQQQ", data, programs + index * program_size
            )
            if kind == 1:  # PT_LOAD
                self._segments.append((offset, value, size))
        headers = [
            struct.unpack_from("<IIQQQQIIQQ", data, sections + index * section_size)
            for index in range(section_count)
        ]
        table = next((h for kind in (_SYMTAB, _DYNSYM) for h in headers if h[1] == kind), None)
        if table is None:
            return
        self._start, self._strings = table[4], headers[table[6]][4]
        words = memoryview(data)[table[4] : table[4] + table[5] // _SYMBOL * _SYMBOL].cast("Q")
        self._values = words[1::3].tolist()
        self._sorted = sorted(self._values)

    def _entry(self, index: int) -> tuple[str, int, int]:
        name, info, _, _, _, size = struct.unpack_from("<IBBHQQ", self._data, self._start + index * _SYMBOL)
        begin = self._strings + name
        end = self._data.find(b"\0", begin)
        return self._data[begin:end].decode(errors="replace"), info & 15, size


def demangled(name: str) -> str:
    """A C++ name as it was written; other names as they are."""
    if not name.startswith("_Z"):
        return name
    demangle = _demangler()
    if demangle is None:
        return name
    status = ctypes.c_int()
    text = demangle(name.encode(), None, None, ctypes.byref(status))
    if status.value != 0 or not text:
        return name
    return bytes(ctypes.string_at(text)).decode(errors="replace")


@cache
def _demangler() -> "ctypes._FuncPointer | None":
    try:
        function = ctypes.CDLL("libstdc++.so.6").__cxa_demangle
    except (OSError, AttributeError):
        return None
    function.restype = ctypes.c_void_p
    return function


@cache
def _table(path: str) -> _Table:
    return _Table(path)


def _mapping(line: str) -> tuple[int, int, int, str]:
    span, _, offset, _, _, *path = line.split(maxsplit=5)
    start, end = span.split("-")
    return int(start, 16), int(end, 16), int(offset, 16), path[0].strip() if path else ""
