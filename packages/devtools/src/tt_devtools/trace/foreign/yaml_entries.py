"""Entries of PyTorch's native_functions.yaml and derivatives.yaml, which its wheel ships.

Reads lines rather than YAML: PyTorch's interpreter need not have a YAML parser, and an entry needs its line.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

_NATIVE = Path("torchgen", "packaged", "ATen", "native", "native_functions.yaml")
_DERIVATIVES = Path("torchgen", "packaged", "autograd", "derivatives.yaml")
_KEY = re.compile(r"  ([\w ,]+?)\s*:\s*(.*)")


@dataclass
class Entry:
    """One entry: the schema, its keys, and where it stands."""

    schema: str
    file: str
    line: int
    keys: dict[str, str] = field(default_factory=dict)
    dispatch: dict[str, str] = field(default_factory=dict)


class Tables:
    """The two files of one installation; `folder` is its site-packages. Missing files have no entries."""

    def __init__(self, folder: Path) -> None:
        self._native = _read(folder / _NATIVE, "- func: ")
        self._derivatives = _read(folder / _DERIVATIVES, "- name: ")

    def native(self, qualified: str) -> Entry | None:
        """`add.Tensor`."""
        return self._native.get(qualified)

    def derivative(self, qualified: str) -> Entry | None:
        """As `native`. `add_` has the formulas of `add`."""
        name, dot, overload = qualified.partition(".")
        functional = f"{name.rstrip('_')}{dot}{overload}" if name.endswith("_") and name != "_" else qualified
        return self._derivatives.get(qualified) or self._derivatives.get(functional)

    def overloads(self, name: str) -> list[Entry]:
        """Every entry of an op, the functional ones first."""
        found = [entry for key, entry in self._native.items() if key.partition(".")[0] == name]
        return sorted(found, key=lambda entry: "!" in entry.schema)

    def names(self) -> list[str]:
        """All op names, without overloads."""
        return list(dict.fromkeys(key.partition(".")[0] for key in self._native))

    def kernel(self, entry: Entry, key: str) -> str:
        """The native function for a dispatch key, by the entry or by the one that it delegates to."""
        delegate = self.native(entry.keys.get("structured_delegate", ""))
        for each, by in ((entry, ""), (delegate, "structured ")):
            if each is None:
                continue
            for keys, function in each.dispatch.items():
                if key in [name.strip() for name in keys.split(",")]:
                    return by + function
            if "ufunc_inner_loop" in each.keys:
                return f"{by}ufunc {each.schema.partition('(')[0]}"
        return (
            entry.schema.partition("(")[0].partition(".")[0]
            if not entry.dispatch and delegate is None
            else ""
        )


def formulas(entry: Entry) -> list[str]:
    """`self: grad * other`, one for each input; those of forward mode, named `result`, are left out."""
    return [
        f"{name}: {text}"
        for name, text in entry.keys.items()
        if name not in ("dispatch", "output_differentiability") and not name.startswith("result")
    ]


def _read(path: Path, begin: str) -> dict[str, Entry]:
    if not path.is_file():
        return {}
    entries: dict[str, Entry] = {}
    entry, inside, last = None, "", ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if line.startswith(begin):
            schema = line[len(begin) :]
            entry = Entry(schema, str(path), number)
            entries[schema.partition("(")[0]] = entry
            inside, last = "", ""
        elif entry is None or not line.strip() or line.lstrip().startswith("#"):
            continue
        elif line.startswith("    ") and inside == "dispatch":
            keys, _, function = line.strip().partition(": ")
            entry.dispatch[keys] = function.strip()
        elif line.startswith("    ") and last:  # a formula that goes on
            entry.keys[last] += " " + line.strip()
        elif found := _KEY.fullmatch(line):
            inside = found[1] if not found[2] else ""
            last = found[1]
            entry.keys[last] = found[2] if found[2] not in ("|", ">") else ""
    for entry in entries.values():
        entry.keys = {key: text.strip("'\" ") for key, text in entry.keys.items()}
    return entries
