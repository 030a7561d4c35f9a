"""`tt docs`: the pages of the checkout, and the text of an op, without a library."""

from __future__ import annotations

from pathlib import Path

import pytest

from ran import Tt
from tt_opspec.table import entries


def test_every_page_is_listed_with_its_heading(tt: Tt, checkout: Path) -> None:
    ran = tt("docs")
    assert ran.code == 0
    shown = dict(line.split(maxsplit=1) for line in ran.out.splitlines())
    assert shown["tracing"] == "Why is this call slow?"
    assert {path.stem.lower() for path in (checkout / "docs").glob("*.md")} < shown.keys()
    pages = tt("docs", "--json").json["pages"]
    assert {page["page"]: page["title"] for page in pages} == shown
    assert all((checkout / page["file"]).is_file() for page in pages)


@pytest.mark.parametrize("name", ["tracing", "docs/tracing.md", "Tracing"])
def test_a_page_is_printed_as_it_is_where_nobody_watches(tt: Tt, checkout: Path, name: str) -> None:
    text = (checkout / "docs" / "tracing.md").read_text()
    assert tt("docs", name).out == text
    assert tt("docs", name, "--json").json == {
        "page": "tracing",
        "title": "Why is this call slow?",
        "file": "docs/tracing.md",
        "text": text,
    }


@pytest.mark.parametrize("name", ["add", "tt.add", "add_", "add.Tensor"])
def test_an_op_is_what_help_says(tt: Tt, name: str) -> None:
    (entry,) = (each for each in entries() if each.name == "add")
    head, forms, rest = tt("docs", name).out.split("\n", 2)
    assert (head, rest) == (str(entry.schema), f"\n{entry.doc}\n")
    assert forms == f"tt.add, Tensor.add, Tensor.add_, out=  [all]  {entry.where}"


def test_every_overload_has_its_own_text(tt: Tt) -> None:
    overloads = tt("docs", "max", "--json").json["overloads"]
    assert [each["op"] for each in overloads] == ["max", "max.other", "max.dim"]
    assert len({each["doc"] for each in overloads}) == 3
    assert tt("docs", "max.dim").out.startswith("max.dim(Tensor self, int dim")


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("trasing", "did you mean 'tracing'"),
        ("zzz", "tt docs lists the pages, tt ops the ops"),
        ("max.zzz", "did you mean"),
    ],
)
def test_an_unknown_name_exits_2(tt: Tt, name: str, hint: str) -> None:
    ran = tt("docs", name)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"tt docs: no op and no page is called '{name}'\nhint: {hint}")
