"""The shipped table: it loads without compiled code, and says of each op what torch's documentation says."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tt_opspec import table
from tt_opspec.entry import OpEntry
from tt_opspec.schema import parse

CHECKOUT = Path(__file__).resolve().parents[2]
ENTRIES = {entry.qualified: entry for entry in table.entries()}


def test_loads_without_anything_else() -> None:
    code = (
        "import sys; from tt_opspec.table import entries; entries();"
        "print(sorted({n.split('.')[0] for n in sys.modules} - sys.stdlib_module_names - {'__main__'}))"
    )
    source = str(Path(table.__file__).parents[1])
    run = subprocess.run(
        [sys.executable, "-S", "-c", f"import sys; sys.path.insert(0, {source!r}); {code}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == "['tt_opspec']"


@pytest.mark.parametrize("entry", ENTRIES.values(), ids=ENTRIES)
def test_place_is_the_line_of_the_entry(entry: OpEntry) -> None:
    lines = (CHECKOUT / entry.file).read_text(encoding="utf-8").splitlines()
    assert lines[entry.line - 1].endswith(f"{entry.family}(")
    head = str(entry.schema).partition("(")[0]
    assert lines[entry.line].strip()[1:].startswith(f"{head}(")


@pytest.mark.parametrize("entry", ENTRIES.values(), ids=ENTRIES)
def test_doc_has_an_example_that_is_python(entry: OpEntry) -> None:
    examples = [line.strip()[4:] for line in entry.doc.splitlines() if line.strip().startswith(">>> ")]
    assert examples
    for example in examples:
        ast.parse(example)
    assert any(entry.name in example or entry.name == "slice" for example in examples)


@pytest.mark.parametrize("entry", ENTRIES.values(), ids=ENTRIES)
def test_schema_is_in_normal_form(entry: OpEntry) -> None:
    assert str(parse(str(entry.schema))) == str(entry.schema)  # NaN, a default, is not equal to itself


def test_overloads_are_tried_in_order() -> None:
    tried = [entry.qualified for entry in table.entries() if entry.name == "to"]
    assert tried == ["to.device", "to.dtype", "to.other"]


def test_slots_bring_their_in_place_ones() -> None:
    assert ENTRIES["sub.Tensor"].all_slots == ("nb_subtract", "nb_inplace_subtract")
    assert ENTRIES["matmul"].all_slots == ("nb_matrix_multiply",)
    assert ENTRIES["neg"].all_slots == ("nb_negative",)


def test_what_follows_from_alias_marks() -> None:
    assert {name for name, entry in ENTRIES.items() if entry.view} == {
        name for name, entry in ENTRIES.items() if entry.family == "view"
    }
    assert not ENTRIES["reshape"].view  # a composite: the view or the copy inside of it is what counts
    assert {name for name, entry in ENTRIES.items() if entry.mutates} == {"copy_", "fill_.Scalar", "zero_"}


def test_exposure() -> None:
    assert ENTRIES["view"].forms == ("Tensor.view",)
    assert ENTRIES["add.Tensor"].forms == ("tt.add", "Tensor.add", "Tensor.add_", "out=")
    assert ENTRIES["zeros"].forms == ("tt.zeros", "out=")
    assert ENTRIES["slice.Tensor"].internal
    assert ENTRIES["zeros"].from_device
    assert not ENTRIES["zeros_like"].from_device
