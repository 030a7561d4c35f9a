"""An op's places in PyTorch: a checkout, or the packaged YAML of an installed wheel. Only parsed, line by line:
both files keep to the few shapes of YAML that are read here.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tt_devtools.failure import MISUSED, Failure
from tt_devtools.suggest import did_you_mean
from tt_devtools.where.own import Located
from tt_devtools.where.place import Place, ordered

# native_functions.yaml, then derivatives.yaml, below a checkout or a folder of installed packages.
_LAYOUTS = (
    ("aten/src/ATen/native/native_functions.yaml", "tools/autograd/derivatives.yaml"),
    (
        "torchgen/packaged/ATen/native/native_functions.yaml",
        "torchgen/packaged/autograd/derivatives.yaml",
    ),
)
_NATIVE = "aten/src/ATen/native"
_ITEM = re.compile(r"- (?:func|name): (.*)")
_KEY = re.compile(r"( *)([\w, ]+):(?: (.*))?$")


@dataclass(slots=True)
class Entry:
    """One item of either file: its head, and its lines as (number, indent, key, value)."""

    head: str
    line: int
    rows: list[tuple[int, int, str, str]] = field(default_factory=list)

    @property
    def qualified(self) -> str:
        """`add.Tensor` of `add.Tensor(Tensor self, ...) -> Tensor`."""
        return self.head.partition("(")[0].strip()

    @property
    def base(self) -> str:
        """`add` of `add_.Tensor`."""
        return _base(self.qualified)


def parse(text: str) -> Iterator[Entry]:
    """The items; comments and blank lines are left out, a continued value is joined."""
    entry: Entry | None = None
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.rstrip()
        if not line or line.lstrip().startswith("#"):
            continue
        if item := _ITEM.match(line):
            if entry:
                yield entry
            entry = Entry(item[1].strip().strip("'\""), number)
        elif entry and (key := _KEY.match(line)):
            entry.rows.append((number, len(key[1]), key[2].strip(), (key[3] or "").strip()))
        elif entry and entry.rows:
            at, indent, name, value = entry.rows[-1]
            entry.rows[-1] = (at, indent, name, f"{value} {line.strip()}".strip())
        elif entry:
            entry.head += f" {line.strip()}"  # a schema over two lines
    if entry:
        yield entry


def find_files(tree: Path) -> tuple[Path, Path, Path]:
    """The folder that places are relative to, native_functions.yaml and derivatives.yaml."""
    packages = sorted(tree.glob("lib/python3*/site-packages"))
    for folder in (tree, tree.parent, *packages):
        for native, derivatives in _LAYOUTS:
            if (folder / native).is_file() and (folder / derivatives).is_file():
                return folder, folder / native, folder / derivatives
    raise Failure(
        f"--tree: '{tree}' holds neither a checkout of PyTorch nor an installed one",
        hint="give the checkout's root, a site-packages folder or an environment with torch",
        code=MISUSED,
    )


def op_names(tree: Path) -> list[str]:
    """Every op of a PyTorch, once, in its order."""
    _, native_file, _ = find_files(tree)
    return list(dict.fromkeys(entry.base for entry in parse(native_file.read_text(encoding="utf-8"))))


def locate_in_tree(tree: Path, op: str) -> list[Located]:
    """Every overload, in-place and out forms included."""
    root, native_file, derivatives_file = find_files(tree)
    entries = list(parse(native_file.read_text(encoding="utf-8")))
    wanted = [entry for entry in entries if op == entry.qualified or _base(op) == entry.base == op]
    if not wanted:
        known = list(dict.fromkeys(entry.base for entry in entries))
        raise Failure(f"PyTorch has no op '{op}'", hint=did_you_mean(op, known), code=MISUSED)
    derivatives = list(parse(derivatives_file.read_text(encoding="utf-8")))
    native, formulas = str(native_file), str(derivatives_file)
    located = []
    for entry in wanted:
        places = [Place("schema", native, entry.line, entry.head), *_dispatch(native, entry)]
        for derivative in derivatives:
            if derivative.qualified == entry.qualified:
                places += _derivative(formulas, derivative)
        functions = dict.fromkeys(
            place.text.rpartition(": ")[2] for place in places if place.role == "dispatch"
        )
        places += _kernels(root, {name for name in functions if name.isidentifier()} | {entry.base})
        located.append(Located(entry.qualified, entry.head, ordered(places), _missing(root)))
    return located


def _base(qualified: str) -> str:
    name = qualified.partition(".")[0]
    return name.rstrip("_") if not name.endswith("__") else name


def _dispatch(file: str, entry: Entry) -> Iterator[Place]:
    inside = -1
    for number, indent, key, value in entry.rows:
        if key == "dispatch":
            inside = indent
        elif key in ("structured_delegate", "structured_inherits") or (inside >= 0 and indent > inside):
            yield Place("dispatch", file, number, f"{key}: {value}")
        else:
            inside = -1
    if not any(key in ("dispatch", "structured_delegate") for _, _, key, _ in entry.rows):
        yield Place("dispatch", file, entry.line, f"CompositeImplicitAutograd: {entry.base}")


def _derivative(file: str, entry: Entry) -> Iterator[Place]:
    for number, _, key, value in entry.rows:
        yield Place("derivative", file, number, f"{key}: {value}")


def _kernels(root: Path, names: set[str]) -> list[Place]:
    """Where functions of these names are defined; nothing in a wheel, which has no sources."""
    folder = root / _NATIVE
    if not folder.is_dir():
        return []
    listed = "|".join(sorted(map(re.escape, names)))
    pattern = re.compile(
        rf"^(?:TORCH_(?:IMPL|META)_FUNC2?\s*\((?:{listed})[,)]|(?:[\w:<>,]+[\s&*]+)+(?:{listed})\s*\([^;]*$)"
    )
    places = []
    for path in sorted(folder.glob("**/*")):
        if path.suffix not in (".cpp", ".cu", ".mm"):
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
            if pattern.match(line) and not line.startswith(("return", "else", "//")):
                places.append(Place("kernel", str(path), number, line.strip()))
    return places


def _missing(root: Path) -> list[str]:
    return [] if (root / _NATIVE).is_dir() else ["kernels: an installed PyTorch has no sources"]
