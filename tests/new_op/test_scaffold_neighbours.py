"""Files that people edit: whatever stands around a block, adding and taking out an op changes no byte of it."""

from __future__ import annotations

import random

import pytest

from every_kind import EVERY_KIND
from small_tree import small_tree
from tt_devtools.new_op.asked.request import Asked
from tt_devtools.new_op.language.vocabulary import Vocabulary
from tt_devtools.new_op.plan import changes
from tt_devtools.new_op.read_request import make_request
from tt_devtools.new_op.tree import journal, manifest, op_table
from tt_devtools.new_op.tree.formatter import Plain
from tt_devtools.new_op.tree.journal import Writes
from tt_devtools.new_op.tree.places import DOCS, FORMULAS, OPS, STATE, STUB
from tt_devtools.new_op.tree.taking_out import undone
from tt_devtools.new_op.tree.workspace import Memory

SEEDS = range(2)
_LINES = (
    "# a note", "#\ttabs and trailing space  ", "# café, ∂/∂x", "", "  # indented", "#  -*- odd -*-", "# \\",
    "# a form feed \x0c in it", "# \x1c\x85 what splitlines() takes for line ends \u2028 and \u2029",
    "_own = 1  # fmt: skip", 'TEXT = """\n\n  lines of a string\n"""', "if True:\n    pass", "class Mine:\n    x = 1\n",
    "# derivative(",
)  # fmt: skip


def edited(text: str, chance: random.Random) -> str:
    """The module with lines of a person's between and above its statements; some statements changed places."""
    docstring, imports, *blocks = text.split("\n\n")
    chance.choice((blocks.sort, lambda: chance.shuffle(blocks)))()  # in order, or in none
    parts = [docstring, imports]
    for block in blocks:
        block = block.strip("\n")
        if chance.random() < 0.5:
            parts.append(chance.choice(_LINES))
        parts.append(
            chance.choice(("", "# above\n")) + block + chance.choice(("", "  # beside", "\n# below"))
        )
    gap = chance.choice(("\n\n", "\n\n\n", "\n"))
    return gap.join(parts) + chance.choice(("\n", "\n\n", "\n# the end\n", "\n\x0c\n"))


def tree_of(seed: int) -> Memory:
    """The small tree after edits in every file that gets blocks, generated files renewed."""
    chance = random.Random(seed)
    tree = small_tree()
    for name, text in tree.files.items():
        if name.startswith((OPS, FORMULAS)) and not name.endswith("__init__.py"):
            tree.files[name] = edited(text, chance)
    tree.files.update(op_table.committed(op_table.entries(tree)))
    return tree


def add(tree: Memory, case: str) -> str:
    schema, asked = EVERY_KIND[case]
    request = make_request(Asked(schema, **asked), Vocabulary(tree))
    made = changes(request, tree, Plain())
    record = manifest.of_changes(request.name, made)
    written = {each.file: each.after for each in made}
    journal.apply(tree, Writes(written, (), {manifest.file_of(request.name): record.as_text()}))
    return request.name


def take_out(tree: Memory, name: str) -> None:
    known = manifest.read(tree, name)
    assert known is not None
    made, removed, heirs = undone(tree, known)
    manifests: dict[str, str | None] = {manifest.file_of(each.name): each.as_text() for each in heirs}
    journal.apply(
        tree,
        Writes(
            {each.file: each.after for each in made}, removed, {**manifests, manifest.file_of(name): None}
        ),
    )


def has_all_lines(text: str, before: str) -> bool:
    """Whether the lines of `before` are in `text`, in order and unchanged."""
    rest = iter(text.split("\n"))
    return all(line in rest for line in before.split("\n"))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("case", EVERY_KIND)
def test_added_and_taken_out(case: str, seed: int) -> None:
    tree = tree_of(seed)
    before = dict(tree.files)
    name = add(tree, case)
    for file, text in before.items():
        if file not in (STUB, DOCS):
            assert has_all_lines(tree.files[file], text), file
    take_out(tree, name)
    assert tree.files == before


@pytest.mark.parametrize("seed", SEEDS)
def test_edits_between_adding_and_taking_out_stay(seed: int) -> None:
    """All ops are added, the files edited around the blocks, the ops taken out in any order: only the edits remain."""
    chance = random.Random(seed)
    tree, edits = tree_of(seed), tree_of(seed)
    names = [add(tree, case) for case in EVERY_KIND]
    for name in edits.files:
        if name.startswith((OPS, FORMULAS)) and not name.endswith("__init__.py"):
            for files in (tree.files, edits.files):
                files[name] = f"{files[name]}\n# below\n"
            line = chance.choice(
                [each for each in edits.files[name].split("\n") if each.startswith("# ")] or [""]
            )
            if line and tree.files[name].count(line) == edits.files[name].count(line) == 1:
                for files in (tree.files, edits.files):
                    files[name] = files[name].replace(line, f"{line} and more")
    chance.shuffle(names)
    for name in names:
        take_out(tree, name)
    edits.files.update(op_table.committed(op_table.entries(edits)))
    assert {file: text for file, text in tree.files.items() if not file.startswith(STATE)} == edits.files
