"""Taking an op out: the tree without exactly what its manifest lists. Refuses where that is no longer there.

An import that later ops use passes on to the manifest of one of them.
"""

import ast
import re
from collections.abc import Mapping
from dataclasses import replace

from tt_devtools.failure import Failure
from tt_devtools.new_op.tree import change, drift, op_table
from tt_devtools.new_op.tree.change import Change
from tt_devtools.new_op.tree.manifest import Block, Manifest, all_of
from tt_devtools.new_op.tree.places import (
    COMPOSITES,
    DOCS,
    FORMULAS,
    FUNCTORS,
    OPS,
    SAMPLES,
    STUB,
)
from tt_devtools.new_op.tree.workspace import Workspace
from tt_devtools.op_names import functor_name


def undone(workspace: Workspace, manifest: Manifest) -> tuple[list[Change], list[str], list[Manifest]]:
    """Changed files, files to remove, and manifests that inherit an import; nothing where none of it is left."""
    if drift.is_gone(workspace, manifest):
        return [], [], []
    if drifts := drift.of(workspace, manifest):
        hint = "undo the edits, or take the op out by hand: tt where shows its places"
        raise Failure(f"{manifest.name} is not undone: {drifts[0].said}", hint=hint)
    texts: dict[str, str] = {}
    others = [each for each in all_of(workspace) if each.name != manifest.name]
    heirs: dict[str, Manifest] = {}
    # Blocks before imports: whether an import is still used shows when the block is gone.
    for block in sorted(manifest.blocks, key=lambda each: "import " in each.text.splitlines()[0]):
        text = texts[block.file] if block.file in texts else workspace.read(block.file) or ""
        without = _without(text, block)
        if _is_import(block.text) and _uses(without, block.text):
            if heir := next((each for each in others if _has_block(each, block.file)), None):
                heir = heirs.get(heir.name, heir)
                heirs[heir.name] = replace(heir, blocks=(*heir.blocks, block))
            continue
        texts[block.file] = without
    left = texts | dict.fromkeys(manifest.files, "")
    if place := _call_of(workspace, manifest.name, left):
        hint = "take out first what is made of it"
        raise Failure(f"{manifest.name} is not undone: it is called, {place}", hint=hint)
    try:
        table = op_table.entries(
            workspace, {file: text for file, text in left.items() if file.startswith(OPS)}
        )
    except Failure as failure:
        hint = f"{STUB} and {DOCS} are made from all entries; mend this one first"
        raise Failure(f"{manifest.name} is not undone: {failure.message}", hint=hint) from None
    made = op_table.committed(table)
    changes = [change.renewed(file, workspace.read(file), text) for file, text in texts.items()]
    changes += [change.renewed(file, workspace.read(file), made[file]) for file in manifest.renewed]
    return changes, list(manifest.files), list(heirs.values())


def _call_of(workspace: Workspace, name: str, left: Mapping[str, str]) -> str:
    """`file:line` of a call of the op in what is `left`, "" for none."""
    functor = rf'\b{functor_name(name)}\{{\}}\(|functors/{name}\.h"'
    method, reference = rf"\.{name}\(", rf'\breference_of\("{name}"\)'
    calls = {f"{FUNCTORS}/*.h": functor, f"{FORMULAS}/*.py": method, f"{COMPOSITES}/*.py": method}
    for pattern, call in {**calls, f"{SAMPLES}/*.py": reference}.items():
        for file in workspace.names(pattern):
            text = left[file] if file in left else workspace.read(file) or ""
            if found := re.search(call, text):
                return f"{file}:{text.count(chr(10), 0, found.start()) + 1}"
    return ""


def _has_block(manifest: Manifest, file: str) -> bool:
    return any(block.file == file and not _is_import(block.text) for block in manifest.blocks)


def _without(text: str, block: Block) -> str:
    at = block.place_in(text)
    assert at is not None
    return text[:at] + text[at + len(block.text) :]


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
