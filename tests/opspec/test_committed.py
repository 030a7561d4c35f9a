"""The stub and the docs page in the repository are what the table makes."""

import ast
from pathlib import Path

import pytest

from tt_opspec import families, generate, written
from tt_opspec.docs_page import docs_page
from tt_opspec.entry import OpEntry
from tt_opspec.stubs import stubs
from tt_opspec.table import Table, collect_into


def test_current(capsys: pytest.CaptureFixture[str]) -> None:
    status = generate.main(["--stubs", "--check"])
    assert capsys.readouterr().out == "", "not current; run python -m tt_opspec.generate --stubs"
    assert status == 0


def test_stale_names_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(generate, "CHECKOUT", tmp_path)
    assert generate.main(["--stubs", "--check"]) == 1
    assert capsys.readouterr().out.splitlines() == ["packages/tt/src/tt/_ops.pyi", "docs/operators.md"]
    assert generate.main(["--stubs"]) == 0
    assert generate.main(["--stubs", "--check"]) == 0
    page = tmp_path / "docs/operators.md"
    page.write_text("old", encoding="utf-8")
    assert generate.main(["--stubs", "--check"]) == 1


def test_a_killed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written.write(tmp_path, {"a": "old"})

    def killed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", killed)
    with pytest.raises(KeyboardInterrupt):
        written.write(tmp_path, {"a": "new"})
    assert (tmp_path / "a").read_text(encoding="utf-8") == "old"


def test_stub_of_each_shape(small: tuple[OpEntry, ...]) -> None:
    text = stubs(small)
    ast.parse(text)
    for line in (
        "def add(input: Tensor | Number, other: Tensor | Number, *, alpha: Number = 1, "
        "out: Tensor | None = None) -> Tensor:",
        "    def add_(self, other: Tensor | Number, *, alpha: Number = 1) -> Tensor:",
        "    def __radd__(self, other: Tensor | Number) -> Tensor:",
        "    def __iadd__(self, other: Tensor | Number) -> Tensor:",
        "    def __eq__(self, other: Tensor | Number) -> Tensor:  # type: ignore[override, unused-ignore]",
        "    def view(self, *size: int) -> Tensor: ...",
        "class max_result(NamedTuple):",
        "def max(input: Tensor, dim: int) -> max_result:",
        "def pad_(input: Tensor, mode: str = 're\"flect', pads: Sequence[int] = (1, 2)) -> Tensor:",
    ):
        assert line in text.splitlines()
    assert "unbind" not in text  # internal


def test_stub_is_python_whatever_a_doc_and_a_default_say() -> None:
    doc = 'Says """ and \\.\n\nAnd """ again.'
    with collect_into(Table()):
        entry = families.irregular("f(Tensor self, float a=-inf, float b=nan) -> Tensor", doc=doc)
    text = stubs((entry,))
    assert 'a: float = float("-inf"), b: float = float("nan")' in text
    function = ast.parse(text).body[-1]
    assert isinstance(function, ast.FunctionDef)
    assert ast.get_docstring(function) == doc


def test_docs_page_has_a_row_for_each_entry(small: tuple[OpEntry, ...]) -> None:
    rows = [line for line in docs_page(small).splitlines() if line.startswith("| `")]
    assert len(rows) == len(small)
    assert (
        "| `max.dim` | `max.dim(Tensor self, int dim) -> (Tensor values, Tensor indices)` | floating "
        "| `tt.max`, `Tensor.max` | Largest and where. |" in rows
    )
