"""`.ninja_deps`: for each output the files that its compiler read, as ninja keeps them (versions 3 and 4).

Read as a stream, record by record: whatever the file claims, memory is bounded by what it holds. The rest
after the first record that cannot be right is left out and told, as ninja does.
"""

import sys
from array import array
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Literal

from tt_devtools.ninja_graph.paths import open_regular

DEPS_LOG = ".ninja_deps"
SIGNATURE = b"# ninjadeps\n"
LARGEST_RECORD = (1 << 19) - 1
_IS_DEPS = 1 << 31
ByteOrder = Literal["little", "big"]


@dataclass(slots=True)
class Record:
    """`mtime` of the output when it was written: nanoseconds in version 4, seconds in version 3."""

    mtime: int
    inputs: "array[int]"


@dataclass(slots=True)
class DepsLog:
    """`paths[id]`, and the newest record of each output by id. `version` is 0 where there is no log."""

    version: int = 0
    paths: list[str] = field(default_factory=list)
    records: dict[int, Record] = field(default_factory=dict)
    problem: str = ""


def read_deps_log(path: Path) -> DepsLog:
    """The log, as far as it can be read; `problem` says why it ends early."""
    try:
        with open_regular(path) as file:
            return _read(file)
    except FileNotFoundError:
        return DepsLog(problem="does not exist")
    except OSError as error:
        return DepsLog(problem=f"cannot be read ({error.strerror})")


def _read(file: IO[bytes]) -> DepsLog:
    header = file.read(len(SIGNATURE) + 4)
    version, order = _version(header)
    if version not in (3, 4):
        return DepsLog(problem="is no deps log of a known version (3 or 4)")
    log = DepsLog(version)
    swap = order != sys.byteorder
    place = len(header)
    while head := file.read(4):
        size = int.from_bytes(head, order) & ~_IS_DEPS if len(head) == 4 else 0
        body = file.read(size) if size <= LARGEST_RECORD else b""
        if len(head) < 4 or len(body) < size or not size:
            log.problem = f"is torn or corrupt after {place} bytes"
            break
        words = array("I")
        good = size % 4 == 0
        if good and int.from_bytes(head, order) & _IS_DEPS:
            words.frombytes(body)
            if swap:
                words.byteswap()
            good = _add_record(log, words)
        elif good:
            good = _add_path(log, body, int.from_bytes(body[-4:], order))
        if not good:
            log.problem = f"is corrupt after {place} bytes"
            break
        place += 4 + size
    return log


def _version(header: bytes) -> tuple[int, ByteOrder]:
    if len(header) < len(SIGNATURE) + 4 or not header.startswith(SIGNATURE):
        return 0, "little"
    little = int.from_bytes(header[-4:], "little")
    return (little, "little") if little < 1 << 16 else (int.from_bytes(header[-4:], "big"), "big")


def _add_path(log: DepsLog, body: bytes, checksum: int) -> bool:
    # The checksum tells records of two ninjas that wrote at once.
    if checksum != ~len(log.paths) & 0xFFFFFFFF:
        return False
    name = body[:-4]
    name = name[: len(name) - min(3, len(name) - len(name.rstrip(b"\0")))]
    log.paths.append(name.decode("utf-8", "surrogateescape"))
    return bool(name)


def _add_record(log: DepsLog, words: "array[int]") -> bool:
    ahead = 3 if log.version == 4 else 2
    if len(words) < ahead:
        return False
    output = words[0]
    mtime = words[1] | words[2] << 32 if log.version == 4 else words[1]
    inputs = words[ahead:]
    known = len(log.paths)
    if output >= known or (inputs and max(inputs) >= known):
        return False
    log.records[output] = Record(mtime, inputs)
    return True
