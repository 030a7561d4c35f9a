"""Glue: its text for a small table, and that a build sees a change only where there is one.

To renew the texts after a change of form: `TT_RENEW_GOLDEN=1 python -m pytest tests/opspec/test_generate.py`.
"""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from tt_opspec import families, generate
from tt_opspec.dtypes import ALL
from tt_opspec.entry import OpEntry
from tt_opspec.table import Table, collect_into

GOLDEN = Path(__file__).with_name("golden")
Entries = tuple[OpEntry, ...]


def with_expm1(entries: Entries) -> Entries:
    """The table with one more op in growth.h, written above the others."""
    with collect_into(Table()):
        new = families.unary(
            "expm1(Tensor self) -> Tensor",
            accepts=ALL,
            promotes="int_to_float",
            functor="growth.h:Expm1",
            doc="E.",
        )
    moved = (replace(entry, line=entry.line + 10) for entry in entries)
    return (replace(new, file="ops/small.py", line=10), *moved)


def test_golden(small: Entries) -> None:
    files = generate.glue(small, ["baseline", "avx2"])
    if os.environ.get("TT_RENEW_GOLDEN"):
        for name, text in files.items():
            (GOLDEN / f"{name}.txt").write_text(text, encoding="utf-8")
    assert sorted(files) == sorted(path.stem for path in GOLDEN.glob("*.txt"))
    for name, text in files.items():
        assert text == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8"), name


def test_the_second_run_writes_nothing(small: Entries, tmp_path: Path) -> None:
    first = generate.write_glue(tmp_path, small, ["baseline"])
    assert sorted(first) == sorted(path.name for path in tmp_path.iterdir())
    times = {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert generate.write_glue(tmp_path, small, ["baseline"]) == []
    assert {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == times


def test_a_new_op_changes_its_own_units_and_the_two_joint_ones(small: Entries, tmp_path: Path) -> None:
    generate.write_glue(tmp_path, small, ["baseline", "avx2"])
    assert sorted(generate.write_glue(tmp_path, with_expm1(small), ["baseline", "avx2"])) == [
        "emulated_growth.gen.cpp",
        "loops_growth.avx2.gen.cpp",
        "loops_growth.baseline.gen.cpp",
        "op_table.gen.cpp",
        "registration.gen.cpp",
    ]


def test_an_op_without_cuda_has_no_kernels_for_it(small: Entries) -> None:
    cpu_only = tuple(
        replace(entry, devices=frozenset({"cpu"}))
        if entry.functor and entry.functor.stem == "growth"
        else entry
        for entry in small
    )
    before, after = generate.glue(small, ["baseline"]), generate.glue(cpu_only, ["baseline"])
    assert set(before) - set(after) == {"emulated_growth.gen.cpp"}
    assert 'register_pointwise_without_cuda("exp", TT_LOOPS(Exp));' in after["registration.gen.cpp"]
    assert before["loops_growth.baseline.gen.cpp"] == after["loops_growth.baseline.gen.cpp"]


def test_a_doc_changes_the_table_alone(small: Entries, tmp_path: Path) -> None:
    generate.write_glue(tmp_path, small, ["baseline"])
    edited = (replace(small[0], doc="Another text."), *small[1:])
    assert generate.write_glue(tmp_path, edited, ["baseline"]) == ["op_table.gen.cpp"]


def test_the_least_integer_is_no_literal() -> None:
    with collect_into(Table()):
        entry = families.irregular(
            f"f(Tensor self, int n={-(2**63)}, int[2] m={-(2**63)}) -> Tensor", doc="F."
        )
    text = generate.glue((entry,), ["baseline"])["op_table.gen.cpp"]
    assert "integer(-9223372036854775807 - 1)" in text
    assert "{-9223372036854775807 - 1, -9223372036854775807 - 1}" in text


def test_units_of_a_header_that_is_gone_are_removed(small: Entries, tmp_path: Path) -> None:
    generate.write_glue(tmp_path, small, ["baseline"])
    foreign = tmp_path / "by_hand.gen.cpp"
    foreign.write_text("// mine\n", encoding="utf-8")
    changed = generate.write_glue(tmp_path, small[1:], ["baseline"])
    assert "loops_growth.baseline.gen.cpp" in changed
    assert not (tmp_path / "loops_growth.baseline.gen.cpp").exists()
    assert foreign.exists()


def test_list_outputs_is_what_gets_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--out", str(tmp_path), "--isas", "baseline,avx512"]
    assert generate.main([*arguments, "--list-outputs"]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert list(tmp_path.iterdir()) == []
    depfile = tmp_path / "glue.d"
    assert generate.main([*arguments, "--depfile", str(depfile)]) == 0
    assert sorted(listed) == sorted(str(path) for path in tmp_path.glob("*.gen.cpp"))
    target, _, sources = depfile.read_text(encoding="utf-8").partition(": ")
    assert target == str(tmp_path / "op_table.gen.cpp")
    needed = {Path(source).name for source in sources.replace("\\\n", " ").split()}
    assert {"binary.py", "parse.py", "loops.py", "generate.py", "ops"} <= needed


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "say --out DIR, --stubs or both"),
        (["--out", "x", "--isas", "sse9"], "unknown ISA 'sse9', expected some of baseline, avx2, avx512"),
        (["--out", "x", "--isas", "avx2"], "--isas must hold baseline, which every machine runs"),
        (["--out", "x", "--check"], "--check goes with --stubs"),
    ],
)
def test_used_wrongly(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_:
        generate.main(arguments)
    assert exit_.value.code == 2
    assert message in capsys.readouterr().err
