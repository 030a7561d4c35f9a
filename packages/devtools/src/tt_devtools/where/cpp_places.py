"""An op's places in the C++ sources, by pattern: its functor, and the calls that register its plan, runs and
kernels. Without a build this is all that can be told; `built` knows which of several plans an op has.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from tt_devtools.where.place import Place

_SOURCES = "packages/kernels/cpp/tt/kernels"
_FUNCTORS = f"{_SOURCES}/functors"
# A call with the op's name first, or a list of names to loop over.
_REGISTERS = r"(?:\b(\w+)(?:<[^()]*>)?\(\s*|[{,]\s*)"
_ONLY_USES = {"find", "at", "fail", "invoke", "inner_call", "TT_CHECK"}
_FAMILY_CALL = re.compile(r"\bregister_(plan|run)\(op,\s*(?:Key::(\w+),\s*)?(\w+)")
_WORD = re.compile(r"[A-Za-z_]\w*")
_LOOP_OVER_NAMES = re.compile(r"const char\*\s+\w+\s*:")


def functor_places(root: Path, header: str, name: str) -> list[Place]:
    """The struct that computes one element."""
    path = root / _FUNCTORS / header
    found = _line_of(path, re.compile(rf"^struct {name}\b"))
    return [Place("functor", f"{_FUNCTORS}/{header}", found, f"struct {name}")] if found else []


def registered_places(root: Path, qualified: str) -> list[Place]:
    """The calls that register something for exactly this overload, and the functions that they name."""
    pattern = re.compile(_REGISTERS + re.escape(f'"{qualified}"'))
    places = []
    for path, lines in _sources(root):
        file = path.relative_to(root).as_posix()
        for number, line in enumerate(lines, 1):
            found = pattern.search(line)
            if not found or found[1] in _ONLY_USES:
                continue
            if found[1] is None and not _LOOP_OVER_NAMES.search(line):
                continue
            places.append(Place("registration", file, number, line.strip()))
            for word in dict.fromkeys(_WORD.findall(line.replace(f'"{qualified}"', ""))):
                if word != found[1] and (defined := _definition(lines, word)):
                    places.append(Place(_role(word, file), file, defined, f"{word}{_device(file)}"))
    return places


def family_places(root: Path, family: str) -> list[Place]:
    """The plans and runs that every op of a kind shares: those of files named for it."""
    places = []
    stem = "reduc" if family == "reduction" else "pointwise"
    for path, lines in _sources(root):
        if not path.stem.startswith(stem):
            continue
        file = path.relative_to(root).as_posix()
        for line in lines:
            for kind, _, function in _FAMILY_CALL.findall(line):
                defined = _definition(lines, function)
                if defined:
                    places.append(Place(kind, file, defined, f"{function}{_device(file)}"))
    return places


def _sources(root: Path) -> Iterator[tuple[Path, list[str]]]:
    for path in sorted((root / _SOURCES).glob("**/*")):
        if path.suffix in (".cpp", ".cu") and path.parent.name != "functors":
            yield path, path.read_text(encoding="utf-8").splitlines()


def _definition(lines: list[str], name: str) -> int:
    """The line where a function of that name is defined in the file; 0 where it is not."""
    pattern = re.compile(rf"^(?:[\w:<>,]+[\s&*]+)+{name}\(")
    for number, line in enumerate(lines, 1):
        if pattern.match(line) and not line.rstrip().endswith(";") and not line.startswith("return"):
            return number
    return 0


def _role(function: str, file: str) -> str:
    if function.endswith("_plan"):
        return "plan"
    return "run" if function.endswith("_run") else "kernel"


def _device(file: str) -> str:
    folder = file.rsplit("/", 2)[-2]
    return f", {folder}" if folder in ("cpu", "cuda") else ""


def _line_of(path: Path, pattern: re.Pattern[str]) -> int:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError:
        return 0
    return next((number for number, line in enumerate(lines, 1) if pattern.search(line)), 0)
