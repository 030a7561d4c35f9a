"""The promise of `tt buildstats` on this repository: the units that it names are those that ninja makes."""

from __future__ import annotations

from pathlib import Path

import pytest

from ran import Tt
from shadow_tree import ShadowTree


@pytest.fixture
def shadow(checkout: Path, tmp_path: Path) -> ShadowTree:
    if not (checkout / "build/dev/.ninja_deps").exists():
        pytest.skip("build/dev is not built; ./tt build")
    return ShadowTree(checkout, tmp_path / "shadow")


def test_every_header_rebuilds_what_was_predicted(tt: Tt, checkout: Path, shadow: ShadowTree) -> None:
    ninja = checkout / ".venv/bin/ninja"
    headers = shadow.headers()
    assert len(headers) > 50
    assert shadow.dirty(ninja) == set(), "the build must be up to date; ./tt build"
    ran = tt("buildstats", "--build-dir", str(shadow.build_dir), "--json", "--top", "0", *map(str, headers))
    assert ran.code == 0, ran.err
    predicted = {header: set(ran.json["outputs"][str(header)]) for header in headers}
    rebuilt = {header: shadow.rebuilt_after_touching(ninja, header) for header in headers}
    differing = {header.name: predicted[header] ^ rebuilt[header] for header in headers}
    assert {name: units for name, units in differing.items() if units} == {}
    assert sum(map(len, rebuilt.values())) > len(headers)
    units = {row["path"]: row["units"] for row in ran.json["headers"]}
    assert units == {str(each.relative_to(shadow.root)): len(rebuilt[each]) for each in headers}
