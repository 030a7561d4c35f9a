"""`--entries`: the op table of a package outside this repository, in a namespace of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tt_opspec import generate, table

ENTRIES = """
from tt_opspec.families import irregular

irregular("cube(Tensor self) -> Tensor", accepts={"float32"}, doc="The cube.")
"""


def test_only_its_own_ops_are_in_the_table(tmp_path: Path) -> None:
    file, out = tmp_path / "ops.py", tmp_path / "out"
    file.write_text(ENTRIES)
    before = table.entries()
    assert generate.main(["--out", str(out), "--entries", str(file), "--namespace", "cube"]) == 0
    text = (out / "op_table.gen.cpp").read_text()
    assert [path.name for path in out.iterdir()] == ["op_table.gen.cpp"]
    assert "namespace cube {\n\nusing namespace tt;\n" in text
    assert text.count("cube(Tensor self) -> Tensor") == 1
    assert "add.Tensor" not in text
    assert table.entries() == before


@pytest.mark.parametrize("left_out", ["--out", "--namespace", "--entries"])
def test_used_wrongly(tmp_path: Path, left_out: str) -> None:
    (tmp_path / "ops.py").write_text(ENTRIES)
    given = {"--out": str(tmp_path), "--namespace": "cube", "--entries": str(tmp_path / "ops.py")}
    given["--entries"] = str(tmp_path / "gone.py") if left_out == "--entries" else given["--entries"]
    arguments = [
        word for pair in given.items() if pair[0] != left_out or left_out == "--entries" for word in pair
    ]
    with pytest.raises(SystemExit) as ended:
        generate.main(arguments)
    assert ended.value.code == 2


def test_a_refused_entry_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "ops.py"
    file.write_text(ENTRIES.replace("-> Tensor", "-> Tensr"))
    assert generate.main(["--out", str(tmp_path), "--entries", str(file), "--namespace", "cube"]) == 1
    assert f"{file}:4: " in capsys.readouterr().err
