"""`python -m tt_opspec.generate --out DIR`: C++ glue for a build folder, from the op table.

    --out DIR --isas baseline,avx2 [--depfile FILE]   writes the units, only those whose text changed
    --out DIR --isas ... --list-outputs               prints their paths, one a line, and writes nothing
    --out DIR --entries FILE --namespace NAME         writes the op table of a package outside this repository
    --stubs [--check]                                 writes (or checks) the committed stub and docs page

Exit status 0 ok, 1 a file is not current or an entry is refused, 2 used wrongly. Must not import compiled
code.
"""

import argparse
import runpy
import sys
from collections.abc import Sequence
from pathlib import Path

from tt_opspec import table, written
from tt_opspec.entry import OpEntry
from tt_opspec.glue.cpp import MARK
from tt_opspec.glue.emulated import emulated
from tt_opspec.glue.loops import headers, loops
from tt_opspec.glue.op_table import op_table
from tt_opspec.glue.registration import registration

CHECKOUT = Path(__file__).resolve().parents[4]
ISAS = ("baseline", "avx2", "avx512")


def glue(entries: Sequence[OpEntry], isas: Sequence[str]) -> dict[str, str]:
    """Name to text of every unit that a build with `isas` compiles."""
    files = {"op_table.gen.cpp": op_table(entries), "registration.gen.cpp": registration(entries, isas)}
    for header in headers(entries):
        for isa in isas:
            files[f"loops_{header.removesuffix('.h')}.{isa}.gen.cpp"] = loops(entries, header, isa)
    for header in headers([entry for entry in entries if "cuda" in entry.devices]):
        files[f"emulated_{header.removesuffix('.h')}.gen.cpp"] = emulated(entries, header)
    return files


def committed(entries: Sequence[OpEntry]) -> dict[str, str]:
    """Name to text of the files that are in the repository, relative to the checkout."""
    from tt_opspec.docs_page import docs_page
    from tt_opspec.stubs import stubs

    return {"packages/tt/src/tt/_ops.pyi": stubs(entries), "docs/operators.md": docs_page(entries)}


def write_glue(out: Path, entries: Sequence[OpEntry], isas: Sequence[str]) -> list[str]:
    """Brings `out` up to date, units of headers that are gone removed; the names that changed."""
    files = glue(entries, isas)
    changed = written.write(out, files)
    for path in out.glob("*.gen.cpp"):
        if path.name not in files and path.read_text(encoding="utf-8").startswith(MARK):
            path.unlink()
            changed.append(path.name)
    return changed


def entries_of(file: Path) -> tuple[OpEntry, ...]:
    """The entries that a Python file makes, in a table of their own."""
    with table.collect_into(table.Table()) as own:
        runpy.run_path(str(file))
    return own.entries()


def depfile(target: Path) -> str:
    """In make's syntax: the target depends on every module of this package that was read.

    And on the folder of entries, whose time changes when a file comes or goes.
    """
    modules = [module for name, module in sys.modules.items() if name.split(".")[0] == "tt_opspec"]
    files = {
        Path(__file__),
        Path(__file__).parent / "ops",
        *(Path(m.__file__) for m in modules if m.__file__),
    }
    return " \\\n  ".join([f"{_escaped(target)}:", *sorted(map(_escaped, files))]) + "\n"


def _escaped(path: Path) -> str:
    return str(path).replace(" ", "\\ ").replace("$", "$$").replace("#", "\\#")


def main(argv: Sequence[str] | None = None) -> int:
    """The command; returns the exit status."""
    parser = argparse.ArgumentParser(prog="tt_opspec.generate", description="Writes glue from the op table.")
    parser.add_argument("--out", type=Path, metavar="DIR", help="the build's folder for generated units")
    parser.add_argument("--isas", default=",".join(ISAS), help="comma-separated, default %(default)s")
    parser.add_argument(
        "--list-outputs", action="store_true", help="print the units' paths and write nothing"
    )
    parser.add_argument(
        "--depfile", type=Path, metavar="FILE", help="also write what the units were made from"
    )
    parser.add_argument(
        "--entries", type=Path, metavar="FILE", help="a Python file with entries, in place of the table"
    )
    parser.add_argument(
        "--namespace", default="", metavar="NAME", help="with --entries: where `op_table` is defined"
    )
    parser.add_argument("--stubs", action="store_true", help="write the committed stub and docs page")
    parser.add_argument("--check", action="store_true", help="with --stubs: only say which are not current")
    options = parser.parse_args(argv)
    asked = options.isas.split(",")
    if unknown := [isa for isa in asked if isa not in ISAS]:
        parser.error(f"unknown ISA '{unknown[0]}', expected some of {', '.join(ISAS)}")
    if "baseline" not in asked:
        parser.error("--isas must hold baseline, which every machine runs")
    isas = [isa for isa in ISAS if isa in asked]
    if not options.out and not options.stubs:
        parser.error("say --out DIR, --stubs or both")
    if options.check and not options.stubs:
        parser.error("--check goes with --stubs")
    if options.entries and not (options.out and options.namespace and options.entries.is_file()):
        parser.error("--entries names a file, and goes with --out and --namespace")
    try:
        entries = entries_of(options.entries) if options.entries else table.entries()
    except table.TableError as error:
        print(error, file=sys.stderr)
        return 1
    if options.entries:
        written.write(options.out, {"op_table.gen.cpp": op_table(entries, options.namespace)})
        return 0
    if options.out and options.list_outputs:
        print("\n".join(str(options.out / name) for name in glue(entries, isas)))
    elif options.out:
        write_glue(options.out, entries, isas)
        if options.depfile:
            options.depfile.write_text(depfile(options.out / "op_table.gen.cpp"), encoding="utf-8")
    return _committed(committed(entries), options.check) if options.stubs else 0


def _committed(files: dict[str, str], check: bool) -> int:
    if not check:
        written.write(CHECKOUT, files)
        return 0
    names = written.stale(CHECKOUT, files)
    for name in names:
        print(name)
    if names:
        print("hint: python -m tt_opspec.generate --stubs", file=sys.stderr)
    return 1 if names else 0


if __name__ == "__main__":
    sys.exit(main())
