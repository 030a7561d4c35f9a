"""Writes `.ninja_deps` byte by byte, good and bad, for tests of the reader."""

from __future__ import annotations

import struct


class DepsWriter:
    """Collects records."""

    def __init__(self, version: int = 4, order: str = "<") -> None:
        self._order = order
        self._version = version
        self._ids: dict[str, int] = {}
        self._parts = [b"# ninjadeps\n" + struct.pack(order + "i", version)]

    def path(self, name: str) -> int:
        """The id of a path, its record written on first use."""
        if name not in self._ids:
            number = self._ids[name] = len(self._ids)
            text = name.encode("utf-8", "surrogateescape")
            text += b"\0" * (-len(text) % 4)
            self.raw(len(text) + 4, text + struct.pack(self._order + "I", ~number & 0xFFFFFFFF))
        return self._ids[name]

    def record(self, output: str, *inputs: str, mtime: int = 1 << 62) -> None:
        """What `output` was made from."""
        ids = [self.path(each) for each in (output, *inputs)]
        if self._version == 3:
            words = [ids[0], mtime & 0x7FFFFFFF, *ids[1:]]
        else:
            words = [ids[0], mtime & 0xFFFFFFFF, mtime >> 32, *ids[1:]]
        self.ids(words)

    def ids(self, words: list[int]) -> None:
        """A deps record of any words."""
        self.raw(4 * len(words) | 1 << 31, struct.pack(f"{self._order}{len(words)}I", *words))

    def raw(self, size: int, body: bytes) -> None:
        """A record of any kind, its size as told."""
        self._parts.append(struct.pack(self._order + "I", size) + body)

    @property
    def data(self) -> bytes:
        """The whole file."""
        return b"".join(self._parts)
