"""What changed in a working tree, in the index or between two commits, by git's plumbing and our own eyes.

Git is never asked about the working tree: to see whether a file differs it may run filters that the repository
names. Files that the build knows are read here and compared with the index by their object names.
"""

import hashlib
import os
from collections.abc import Iterable
from dataclasses import dataclass

from tt_devtools.failure import MISUSED, Failure
from tt_devtools.git import check_revision, git
from tt_devtools.ninja_graph.paths import open_regular

LARGEST = 8 << 20
_NOTHING = "0" * 40
_SUBMODULE = "160000"


@dataclass(frozen=True, slots=True)
class Edit:
    """One file (a real path) with its text before and after; None where it did not exist or cannot be read."""

    file: str
    before: bytes | None
    after: bytes | None


@dataclass(frozen=True, slots=True)
class Edits:
    """`since` says what is compared; `submodules` were not looked into."""

    since: str
    files: list[Edit]
    submodules: list[str]


def edits(root: str, revision: str, known: Iterable[str], *, staged: bool) -> Edits:
    """Edits since a revision (HEAD for ""), of the index if `staged`; of the second commit for `A..B`.

    Of the working tree: `known` files (real paths), whatever is staged, and files that git does not track.
    """
    old, dots, new = revision.partition("..")
    old, new = old or "HEAD", new.lstrip(".") or "HEAD"
    for each in (old, new) if dots else (old,):
        check_revision(root, each)
    if dots and staged:
        raise Failure(f"--staged compares the index with one commit, not with '{revision}'", code=MISUSED)
    if dots:
        return _read_all(root, f"{old} to {new}", _raw(root, ["diff-tree", "-r"], [old, new]), {})
    rows = _raw(root, ["diff-index", "--cached"], [old])
    if staged:
        return _read_all(root, f"staged since {old}", rows, {})
    in_tree, more = _working_tree(root, known, {row.name for row in rows})
    return _read_all(root, f"changed since {old}", [*rows, *more], in_tree)


@dataclass(frozen=True, slots=True)
class _RawRow:
    """A line of git's raw format."""

    name: str
    old_mode: str
    new_mode: str
    old: str
    new: str


def _rows(text: str) -> list[_RawRow]:
    fields = text.split("\0")
    rows = []
    for head, name in zip(fields[::2], fields[1::2], strict=False):
        words = head.removeprefix(":").split(" ")
        if len(words) == 5:
            rows.append(_RawRow(name, words[0], words[1], words[2], words[3]))
    return rows


def _raw(root: str, command: list[str], revisions: list[str]) -> list[_RawRow]:
    text, why = git(root, [*command, "--raw", "-z", "--no-renames", *revisions, "--"])
    if text is None:
        raise Failure(f"git cannot compare {root} with '{revisions[0]}': {why}")
    return _rows(os.fsdecode(text))


def _working_tree(
    root: str, known: Iterable[str], staged: set[str]
) -> tuple[dict[str, bytes | None], list[_RawRow]]:
    """Contents of the files that are staged or that differ from the index, and the rows of the latter."""
    index = _index(root)
    inside = root.rstrip("/") + "/"
    contents = {name: _read(inside + name) for name in staged}
    more = []
    for path in known:
        name = path.removeprefix(inside)
        if name == path or name in staged or name not in index:
            continue
        data = _read(path)
        if data is None or not _is_blob(data, index[name]):
            contents[name] = data
            more.append(_RawRow(name, "100644", "100644", index[name], _NOTHING))
    listed, _ = git(root, ["ls-files", "-z", "--others", "--exclude-standard", "--"])
    for name in filter(None, os.fsdecode(listed or b"").split("\0")):
        contents[name] = _read(inside + name)
        more.append(_RawRow(name, "000000", "100644", _NOTHING, _NOTHING))
    return contents, more


def _index(root: str) -> dict[str, str]:
    """Object names by path."""
    text, _ = git(root, ["ls-files", "-s", "-z", "--"])
    rows = (row.partition("\t") for row in os.fsdecode(text or b"").split("\0"))
    return {name: head.split(" ")[1] for head, _, name in rows if name and head.count(" ") == 2}


def _is_blob(data: bytes, name: str) -> bool:
    """Whether the object of this name has this content; a checkout may have other line ends."""
    make = hashlib.sha1 if len(name) == 40 else hashlib.sha256
    plain = data.replace(b"\r\n", b"\n")
    return any(make(b"blob %d\0" % len(each) + each).hexdigest() == name for each in (data, plain))


def _read_all(root: str, since: str, rows: list[_RawRow], in_tree: dict[str, bytes | None]) -> Edits:
    found = Edits(since, [], [])
    wanted = {sha for row in rows for sha in (row.old, row.new) if sha.strip("0")}
    blobs = _blobs(root, sorted(wanted))
    for row in rows:
        if _SUBMODULE in (row.old_mode, row.new_mode):
            found.submodules.append(row.name)
            continue
        before = blobs.get(row.old)
        after = in_tree[row.name] if row.name in in_tree else blobs.get(row.new)
        if before is None or before != after:
            found.files.append(Edit(os.path.realpath(os.path.join(root, row.name)), before, after))
    return found


def _blobs(root: str, names: list[str]) -> dict[str, bytes]:
    """Contents by object name; those that are missing or no blobs are left out."""
    if not names:
        return {}
    data, _ = git(root, ["cat-file", "--batch"], "".join(f"{name}\n" for name in names).encode())
    found: dict[str, bytes] = {}
    data, place = data or b"", 0
    while (end := data.find(b"\n", place)) >= 0:
        words = data[place:end].split()
        place = end + 1
        if len(words) == 3 and words[2].isdigit():
            size = int(words[2])
            if words[1] == b"blob":
                found[words[0].decode()] = data[place : place + size]
            place += size + 1
    return found


def _read(path: str) -> bytes | None:
    try:
        with open_regular(path) as file:
            return file.read(LARGEST)
    except (OSError, ValueError):
        return None
