"""--undo takes away what was added and nothing else, in any order, and refuses what was edited since."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest

from tt_devtools.failure import Failure
from tt_devtools.new_op.asked.request import Asked
from tt_devtools.new_op.language.vocabulary import Vocabulary
from tt_devtools.new_op.plan import changes
from tt_devtools.new_op.read_request import make_request
from tt_devtools.new_op.tree import journal, manifest
from tt_devtools.new_op.tree.change import Change
from tt_devtools.new_op.tree.dirty import inside_edits
from tt_devtools.new_op.tree.formatter import Plain
from tt_devtools.new_op.tree.insert import Insertion
from tt_devtools.new_op.tree.journal import Writes
from tt_devtools.new_op.tree.places import COMPOSITES, FORMULAS, FUNCTORS, OPS, STATE
from tt_devtools.new_op.tree.taking_out import undone
from tt_devtools.new_op.tree.workspace import Memory

OPS_TO_ADD = {
    "pick": Asked("pick(Tensor self, Tensor other) -> Tensor", expr="where(self > other, self, other)"),
    "least": Asked("least(Tensor self, Tensor other) -> Tensor", expr="where(self > other, other, self)"),
    "blend": Asked("blend(Tensor self, Tensor other) -> Tensor"),
}


def add(tree: Memory, asked: str | Asked) -> Sequence[Change]:
    request = make_request(OPS_TO_ADD[asked] if isinstance(asked, str) else asked, Vocabulary(tree))
    made = changes(request, tree, Plain())
    record = manifest.of_changes(request.name, made)
    texts = {each.file: each.after for each in made}
    journal.apply(tree, Writes(texts, (), {manifest.file_of(request.name): record.as_text()}))
    return made


def undo(tree: Memory, name: str) -> None:
    known = manifest.read(tree, name)
    assert known is not None
    made, removed, heirs = undone(tree, known)
    manifests: dict[str, str | None] = {manifest.file_of(each.name): each.as_text() for each in heirs}
    manifests[manifest.file_of(name)] = None
    journal.apply(tree, Writes({each.file: each.after for each in made}, removed, manifests))


@pytest.mark.parametrize("order", list(itertools.permutations(OPS_TO_ADD)))
def test_all_undone_in_any_order_is_the_tree_as_it_was(tree: Memory, order: tuple[str, ...]) -> None:
    before = dict(tree.files)
    for name in OPS_TO_ADD:
        add(tree, name)
    for name in order:
        undo(tree, name)
    assert tree.files == before


def test_an_import_that_another_op_uses_stays(tree: Memory) -> None:
    add(tree, "pick")
    add(tree, "least")
    undo(tree, "pick")
    assert "from tt_core import ops" in tree.files[f"{FORMULAS}/binary.py"]
    heir = manifest.read(tree, "least")
    assert heir is not None and any("import ops" in block.text for block in heir.blocks)


@pytest.mark.parametrize("file", [f"{FUNCTORS}/pick.h", "changelog.d/pick.md", "tests/ops/samples/pick.py"])
def test_a_file_that_was_edited_is_not_removed(tree: Memory, file: str) -> None:
    add(tree, "pick")
    tree.files[file] += "\n"
    edited = dict(tree.files)
    with pytest.raises(Failure, match=f"pick is not undone: {file} was edited"):
        undo(tree, "pick")
    assert tree.files == edited


@pytest.mark.parametrize("file", [f"{OPS}/binary.py", f"{FORMULAS}/binary.py"])
def test_a_block_that_was_edited_is_not_removed(tree: Memory, file: str) -> None:
    add(tree, "pick")
    tree.files[file] = tree.files[file].replace('"pick', '"pock')
    with pytest.raises(Failure, match=rf"{file}:\d+: the block of pick was edited"):
        undo(tree, "pick")


def test_edits_around_a_block_stay(tree: Memory) -> None:
    add(tree, "pick")
    file = f"{OPS}/binary.py"
    tree.files[file] = f"# above\n{tree.files[file]}\n# below\n"
    undo(tree, "pick")
    assert tree.files[file].startswith("# above\n") and tree.files[file].endswith("# below\n")
    assert "pick" not in tree.files[file]


@pytest.mark.parametrize(
    ("asked", "place"),
    [
        (Asked("outer(Tensor self) -> Tensor", expr="2 * inner(self) + relu(self)"), f"{FUNCTORS}/outer.h:"),
        (
            Asked("outer(Tensor self) -> Tensor", expr="self", grads=("self=inner(grad)",)),
            f"{FORMULAS}/unary.py:",
        ),
        (
            Asked("outer(Tensor self) -> Tensor", expr="inner(self)", kind="composite"),
            f"{COMPOSITES}/outer.py:",
        ),
    ],
)
def test_what_another_op_is_made_of_stays(tree: Memory, asked: Asked, place: str) -> None:
    inner = Asked("inner(Tensor self) -> Tensor", expr="relu(self + 1) * self")
    for each in (inner, asked):
        add(tree, each)
    before = dict(tree.files)
    with pytest.raises(Failure, match="inner is not undone: it is called, ") as caught:
        undo(tree, "inner")
    assert place in caught.value.message
    assert tree.files == before
    undo(tree, "outer")
    undo(tree, "inner")


@pytest.mark.parametrize(
    ("entry", "what"),
    [
        ("sin = unary(accept=REAL)", "unary.py"),
        ("sin = unary(accepts=NUMBERS_OF_ALL)", "NameError: name 'NUMBERS_OF_ALL'"),
        ("sin = REAL + 1", "TypeError: unsupported operand"),
        ("sin = unary(", "SyntaxError: '(' was never closed"),
    ],
)
def test_another_entry_that_is_wrong_is_named(tree: Memory, entry: str, what: str) -> None:
    add(tree, "pick")
    tree.files[f"{OPS}/unary.py"] += f"\n{entry}\n"
    before = dict(tree.files)
    with pytest.raises(Failure, match="pick is not undone: ") as caught:
        undo(tree, "pick")
    assert what in caught.value.message
    assert "mend this one first" in caught.value.hint
    assert tree.files == before


def test_a_manifest_that_was_edited_is_not_trusted(tree: Memory) -> None:
    add(tree, "pick")
    file = f"{STATE}/pick.json"
    tree.files[file] = tree.files[file].replace("where", "there")
    with pytest.raises(Failure, match="it was edited"):
        manifest.read(tree, "pick")


def test_a_second_op_of_the_name_is_refused(tree: Memory) -> None:
    add(tree, "pick")
    files = dict(tree.files)
    with pytest.raises(Failure, match="'pick' is taken: the op table") as caught:
        add(tree, "pick")
    assert caught.value.code == 1
    assert tree.files == files


@pytest.mark.parametrize(
    ("line", "edited", "inside"),
    [(3, {2, 3, 4}, 4), (3, {3, 4}, None), (3, {0, 1, 2}, None), (3, set(), None), (3, {2, 3}, 4)],
)
def test_only_the_middle_of_an_uncommitted_edit_is_refused(
    line: int, edited: set[int], inside: int | None
) -> None:
    change = Change("a.py", "insert", "0\n1\n2\n3\n4\n5\n", "", (Insertion(line, "new\n"),))
    assert inside_edits(change, edited, []) == inside


def test_what_new_op_added_itself_is_no_edit() -> None:
    block = manifest.Block("a.py", "2\n3\n", manifest.checksum("2\n3\n"))
    known = manifest.Manifest("op", {}, (block,), ())
    change = Change("a.py", "insert", "0\n1\n2\n3\n4\n5\n", "", (Insertion(3, "new\n"),))
    assert inside_edits(change, {2, 3}, [known]) is None
