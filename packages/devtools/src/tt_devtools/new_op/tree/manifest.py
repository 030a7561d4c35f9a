"""What `tt new-op` added, kept in build/new-op/<name>.json: new files by checksum, blocks by text and checksum.

A block is found again by its text: other ops may have been added around it since.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from tt_devtools.failure import Failure
from tt_devtools.new_op.tree.change import Change
from tt_devtools.new_op.tree.places import STATE
from tt_devtools.new_op.tree.workspace import Workspace

VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class Block:
    """Lines in a file; `sha256` is of them."""

    file: str
    text: str
    sha256: str

    def place_in(self, text: str) -> int | None:
        """Where the lines are in a file's text, counted in characters."""
        at = 0
        while (at := text.find(self.text, at)) >= 0:
            if at == 0 or text[at - 1] == "\n":
                return at
            at += 1
        return None


@dataclass(frozen=True, slots=True)
class Manifest:
    """One op: its new files with their checksums, its blocks, and the generated files that show it."""

    name: str
    files: dict[str, str]
    blocks: tuple[Block, ...]
    renewed: tuple[str, ...]

    def as_text(self) -> str:
        """For the file."""
        blocks = [{"file": each.file, "sha256": each.sha256, "text": each.text} for each in self.blocks]
        data = {"version": VERSION, "op": self.name, "files": self.files, "blocks": blocks}
        return json.dumps({**data, "renewed": self.renewed}, indent=2) + "\n"


def checksum(text: str) -> str:
    """SHA-256, in hex."""
    return hashlib.sha256(text.encode()).hexdigest()


def file_of(name: str) -> str:
    """Where the manifest of an op is."""
    return f"{STATE}/{name}.json"


def of_changes(name: str, changes: Sequence[Change]) -> Manifest:
    """The manifest of what is about to be written."""
    blocks = [
        Block(each.file, insertion.text, checksum(insertion.text))
        for each in changes
        for insertion in each.insertions
    ]
    files = {each.file: checksum(each.after) for each in changes if each.kind == "new"}
    renewed = tuple(each.file for each in changes if each.kind == "renew")
    return Manifest(name, files, tuple(blocks), renewed)


def read(workspace: Workspace, name: str) -> Manifest | None:
    """The manifest of an op, None where there is none."""
    text = workspace.read(file_of(name))
    if text is None:
        return None
    try:
        data: dict[str, Any] = json.loads(text)
        blocks = tuple(Block(each["file"], each["text"], each["sha256"]) for each in data["blocks"])
        if data["version"] != VERSION or any(checksum(each.text) != each.sha256 for each in blocks):
            raise ValueError("it was edited")
        return Manifest(data["op"], dict(data["files"]), blocks, tuple(data["renewed"]))
    except (ValueError, KeyError, TypeError) as error:
        raise Failure(f"{file_of(name)} cannot be read: {error}") from None


def all_of(workspace: Workspace) -> list[Manifest]:
    """The manifests of the checkout."""
    names = [file.rpartition("/")[2].removesuffix(".json") for file in workspace.names(f"{STATE}/*.json")]
    return [found for name in names if (found := read(workspace, name))]
