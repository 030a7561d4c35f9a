"""`tt buildstats --html`: one page that loads nothing, and works in a real browser."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from browser import ask
from deps_writer import DepsWriter
from geometry_tree import committed_tree
from ninja_tree import NinjaTree
from ran import Tt

FACTS = """
const texts = (selector) => [...document.querySelectorAll(selector)].map((each) => each.textContent);
const column = (number) => texts(`#rows td:nth-child(${number})`);
const sortBy = (key) => document.querySelector(`#head button[data-key="${key}"]`).click();
"""


@pytest.fixture
def tree(tmp_path: Path) -> NinjaTree:
    return committed_tree(tmp_path / "project")


@pytest.fixture
def page(tt: Tt, tree: NinjaTree) -> Path:
    path = tree.root / "page.html"
    ran = tt("buildstats", "--build-dir", str(tree.out), "--html", str(path))
    assert (ran.code, ran.out) == (0, f"{path}: 3 headers of {tree.out}\n")
    return path


def test_a_dry_run_writes_no_page(tt: Tt, tree: NinjaTree) -> None:
    path = tree.root / "page.html"
    ran = tt("buildstats", "--build-dir", str(tree.out), "--html", str(path), "--dry-run")
    assert (ran.code, ran.out) == (0, f"{path} would have: 3 headers of {tree.out}\n")
    assert not path.exists()


def test_the_page_is_self_contained(page: Path) -> None:
    text = page.read_text()
    assert "default-src 'none'" in text
    assert not re.search(r"""(?:src|href)=["'](?!data:)|https?://|@import|url\(""", text)


def test_the_table_sorts_and_filters(page: Path, tmp_path: Path) -> None:
    script = """
    const first = column(6);
    sortBy("units"); sortBy("units");
    const ascending = column(1);
    sortBy("path");
    const named = column(6);
    const filter = document.getElementById("filter");
    filter.value = "AREA"; filter.dispatchEvent(new Event("input"));
    return { first, ascending, named, left: column(6), count: texts("#count")[0] };
    """
    told = ask(page, FACTS + script, tmp_path)
    assert told["first"] == ["geo/shape.h", "geo/area.h", "out/made.h"]
    assert told["ascending"] == ["1", "2", "2"]
    assert told["named"] == ["geo/area.h", "geo/shape.h", "out/made.h"]
    assert (told["left"], told["count"]) == (["geo/area.h"], "1 of 3 headers")


def test_the_treemap_has_areas_by_price_and_folders_to_enter(page: Path, tmp_path: Path) -> None:
    script = """
    const area = (each) => each.offsetWidth * each.offsetHeight;
    const drawn = [...document.querySelectorAll("#map .leaf")];
    const leaves = Object.fromEntries(drawn.map((each) => [each.textContent, area(each)]));
    const folders = texts("#map .folder");
    [...document.querySelectorAll("#map .folder")].find((each) => each.textContent === "geo").click();
    const inside = texts("#map .leaf");
    const crumbs = texts("#crumbs button");
    document.querySelector("#map .leaf").click();
    const chosen = texts("tr.chosen td:last-child");
    document.querySelector("#crumbs button").click();
    const measure = document.getElementById("measure");
    measure.value = "heat"; measure.dispatchEvent(new Event("change"));
    return { leaves, folders, inside, crumbs, chosen, heat: texts("#map .leaf") };
    """
    told = ask(page, FACTS + script, tmp_path)
    assert told["folders"] == ["geo", "out"]
    assert told["leaves"]["shape.h"] / told["leaves"]["area.h"] == pytest.approx(5.5 / 4.5, rel=0.05)
    assert sorted(told["inside"]) == ["area.h", "shape.h"]
    assert told["crumbs"] == ["all", "geo"]
    assert told["chosen"] == ["geo/shape.h"]
    assert sorted(told["heat"]) == ["area.h", "shape.h"], "made.h is in no repository"


def test_hostile_names_are_text(tt: Tt, tmp_path: Path) -> None:
    tree = NinjaTree(tmp_path / "project")
    tree.manifest("build a.o: CC ../a.c\n")
    writer = DepsWriter()
    names = ["../x</script><script>answer({ error: 1 });.h", "../<b>y.h", "../@DATA@.h"]
    writer.record("a.o", "../a.c", *names)
    (tree.out / ".ninja_deps").write_bytes(writer.data)
    page = tmp_path / "page.html"
    assert tt("buildstats", "--build-dir", str(tree.out), "--html", str(page)).code == 0
    told = ask(page, FACTS + "return { paths: column(6), bold: document.querySelector('b') };", tmp_path)
    assert told["bold"] is None
    assert len(told["paths"]) == 3
    assert any(path.endswith("</script><script>answer({ error: 1 });.h") for path in told["paths"])


def test_without_times_units_are_shown(tt: Tt, tree: NinjaTree, tmp_path: Path) -> None:
    (tree.out / ".ninja_log").unlink()
    page = tmp_path / "page.html"
    tt("buildstats", "--build-dir", str(tree.out), "--html", str(page))
    data = re.search(r'id="data">(.*?)</script>', page.read_text(), re.DOTALL)
    assert data
    assert {row["cpu_s"] for row in json.loads(data[1])["headers"]} == {None}
    told = ask(page, FACTS + "return { leaves: texts('#map .leaf').sort(), seconds: column(3) };", tmp_path)
    assert told == {"leaves": ["area.h", "made.h", "shape.h"], "seconds": ["?", "?", "?"]}


def test_the_page_is_never_put_into_the_build_directory(tt: Tt, tree: NinjaTree) -> None:
    before = tree.fingerprint()
    ran = tt("buildstats", "--build-dir", str(tree.out), "--html", str(tree.out / "page.html"))
    assert (ran.code, "is in the build directory, which is never written to" in ran.err) == (2, True)
    for place in ("/dev/null", str(tree.root)):
        ran = tt("buildstats", "--build-dir", str(tree.out), "--html", place)
        assert (ran.code, f"{place} is no plain file" in ran.err) == (2, True)
    assert Path("/dev/null").is_char_device()
    ran = tt("buildstats", "--build-dir", str(tree.out), "--html", str(tree.root / "absent" / "page.html"))
    assert (ran.code, "cannot be written: No such file or directory" in ran.err) == (1, True)
    assert tree.fingerprint() == before
