"""An op's places in what is generated from the table: the docs row, the stub, and the units in the build folders."""

import re
from pathlib import Path

from tt_devtools.where.place import Place
from tt_opspec.entry import OpEntry

_DOCS = "docs/operators.md"
_STUB = "packages/tt/src/tt/_ops.pyi"


def committed_places(root: Path, entry: OpEntry) -> list[Place]:
    """The row of the docs page, and the functions and methods of the stub."""
    row = re.compile(rf"^\| `{re.escape(entry.qualified)}` ")
    places = [Place("docs", _DOCS, line, "row") for line, _ in _lines(root / _DOCS, row)]
    signature = re.compile(rf"^\s*def {re.escape(entry.name)}_?\(")
    stub = _lines(root / _STUB, signature)
    return places + [Place("stub", _STUB, line, _callable(text)) for line, text in stub]


def _callable(text: str) -> str:
    name = text.strip().removeprefix("def ").partition("(")[0]
    return f"Tensor.{name}" if text.startswith(" ") else f"tt.{name}"


def unit_places(root: Path, entry: OpEntry) -> list[Place]:
    """The units that a build made, in every build folder that there is."""
    places = []
    for folder in sorted((root / "build").glob("*/gen")):
        wanted = [
            ("op_table.gen.cpp", f'^ *{{"{re.escape(entry.name)}", "{re.escape(entry.schema.overload)}",'),
            ("registration.gen.cpp", f'"{re.escape(entry.qualified)}"'),
        ]
        if entry.functor:
            loops = sorted(folder.glob(f"loops_{entry.functor.stem}.*.gen.cpp"))
            wanted += [(path.name, rf"^const \w+ loops_{entry.functor.name}\b") for path in loops]
            wanted.append((f"emulated_{entry.functor.stem}.gen.cpp", rf"\bkernels_{entry.functor.name}\b"))
        for name, pattern in wanted:
            for line, _ in _lines(folder / name, re.compile(pattern))[:1]:
                file = (folder / name).relative_to(root).as_posix()
                places.append(Place("generated", file, line, name.partition(".")[0]))
    return places


def _lines(path: Path, pattern: re.Pattern[str]) -> list[tuple[int, str]]:
    try:
        text = path.read_text(encoding="utf-8")
    except OSError:
        return []
    return [(number, line) for number, line in enumerate(text.splitlines(), 1) if pattern.search(line)]
