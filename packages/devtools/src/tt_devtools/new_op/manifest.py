"""What `tt new-op` added, kept in build/new-op/<name>.json, so that `--undo` takes away exactly that.

A block is found again by its text: other ops may have been added around it since. An import that later ops use
passes on to the manifest of one of them.
"""

import ast
import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from tt_devtools.failure import Failure
from tt_devtools.new_op import change, op_table
from tt_devtools.new_op.change import Change
from tt_devtools.new_op.places import OPS, STATE
from tt_devtools.new_op.workspace import Workspace

VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class Block:
    """Lines in a file; `sha256` is of them."""

    file: str
    text: str
    sha256: str


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
    return [found for name in names if name != "journal" and (found := read(workspace, name))]


def drift(workspace: Workspace, manifest: Manifest) -> list[str]:
    """What is no longer as it was written, a line each."""
    found = []
    for file, expected in manifest.files.items():
        text = workspace.read(file)
        if text is None:
            found.append(f"{file} was removed")
        elif checksum(text) != expected:
            found.append(f"{file} was edited")
    for block in manifest.blocks:
        text = workspace.read(block.file)
        if text is None:
            found.append(f"{block.file} was removed")
        elif _place(text, block.text) is None:
            found.append(f"{block.file}: the block of {manifest.name} was edited")
    return found


def undone(workspace: Workspace, manifest: Manifest) -> tuple[list[Change], list[str], list[Manifest]]:
    """Changed files, files to remove, and manifests that inherit an import."""
    if changed := drift(workspace, manifest):
        hint = "undo the edits, or take the op out by hand: tt where shows its places"
        raise Failure(f"{manifest.name} is not undone: {changed[0]}", hint=hint)
    texts: dict[str, str] = {}
    others = [each for each in all_of(workspace) if each.name != manifest.name]
    heirs: dict[str, Manifest] = {}
    # Blocks before imports: whether an import is still used shows when the block is gone.
    for block in sorted(manifest.blocks, key=lambda each: "import " in each.text.splitlines()[0]):
        text = texts[block.file] if block.file in texts else workspace.read(block.file) or ""
        without = _without(text, block.text)
        if _is_import(block.text) and _uses(without, block.text):
            if heir := next((each for each in others if _has_block(each, block.file)), None):
                heir = heirs.get(heir.name, heir)
                heirs[heir.name] = replace(heir, blocks=(*heir.blocks, block))
            continue
        texts[block.file] = without
    left = texts | dict.fromkeys(manifest.files, "")
    table = op_table.entries(workspace, {file: text for file, text in left.items() if file.startswith(OPS)})
    made = op_table.committed(table)
    changes = [change.renewed(file, workspace.read(file), text) for file, text in texts.items()]
    changes += [change.renewed(file, workspace.read(file), made[file]) for file in manifest.renewed]
    return changes, list(manifest.files), list(heirs.values())


def _has_block(manifest: Manifest, file: str) -> bool:
    return any(block.file == file and not _is_import(block.text) for block in manifest.blocks)


def _place(text: str, block: str) -> int | None:
    """Where the block's lines are, counted in characters."""
    at = 0
    while (at := text.find(block, at)) >= 0:
        if at == 0 or text[at - 1] == "\n":
            return at
        at += 1
    return None


def _without(text: str, block: str) -> str:
    at = _place(text, block)
    assert at is not None
    return text[:at] + text[at + len(block) :]


def _is_import(block: str) -> bool:
    return block.lstrip().startswith(("import ", "from "))


def _uses(text: str, imports: str) -> bool:
    """Whether a module uses a name that `imports`, which is not in it, binds."""
    bound = {
        (alias.asname or alias.name).partition(".")[0]
        for node in ast.parse(imports).body
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    return any(isinstance(node, ast.Name) and node.id in bound for node in ast.walk(ast.parse(text)))
