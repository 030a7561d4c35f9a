"""Which Python files a test needs: what tests and packages load, followed. Reads text, imports nothing.

A module that is found at run time may be any in its folder and below, or of a package that the file names. The
command `tt` loads every command's options, and a command's work when it is called; so a test reaches the work of
those commands whose names stand in its strings.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from tt_devtools.test.loads import Loads, loads

CONFTEST = "conftest.py"
COMMAND_LINE = "tt_devtools.cli"
COMMAND = "command.py"


class Imports:
    """The Python files of a checkout's tests and packages, as paths below `root`."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self.tests = sorted((root / "tests").rglob("test_*.py"))
        self._modules: dict[str, Path] = {}
        for source in sorted(root.glob("packages/*/src")):
            for path in source.rglob("*.py"):
                parts = path.relative_to(source).with_suffix("").parts
                self._modules[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
        self._cli = self._modules.get(COMMAND_LINE)
        self._packages = {name for name in self._modules if "." not in name}
        self._names = {path: name for name, path in self._modules.items()}
        # Tests import what is beside them, and what is beside a conftest or a test that was loaded before.
        self._helpers: dict[str, set[Path]] = {}
        for path in (root / "tests").rglob("*.py"):
            outermost = next((each for each in path.parents[::-1] if (each / "__init__.py").is_file()), None)
            self._helpers.setdefault(outermost.name if outermost else path.stem, set()).add(path)
        self._loads: dict[Path, Loads] = {}
        self._direct: dict[Path, set[Path]] = {}
        self._texts: dict[Path, str] = {}

    def needs(self, test: Path) -> set[Path]:
        """The test, its conftests, and all that these load, however deep and wherever in a file."""
        tests = self._closure({test, *self._conftests(test)}, tests_only=True)
        commands = set[str]().union(*(self._loads_of(path).commands for path in tests))
        if self._cli is None or self._cli in self._loaded_by(test):  # whoever imports it may call any command
            return self._closure(tests)
        optional = {path for path in self._loaded_by(self._cli) if path.name == COMMAND}
        uncalled = {path for path in optional if commands.isdisjoint(self._names_of(path))}
        return self._closure(tests, uncalled) | uncalled

    def package_of(self, path: Path) -> str:
        """The top package that a file below packages/*/src belongs to, "" for others."""
        parts = path.relative_to(self._root).parts
        return parts[3] if len(parts) > 4 and parts[0] == "packages" and parts[2] == "src" else ""

    def mentions(self, paths: Iterable[Path], name: str) -> bool:
        """Whether one of the files has the name in its text."""
        return any(name in self.text(path) for path in paths)

    def text(self, path: Path) -> str:
        """The file's text, "" where it cannot be read."""
        if path not in self._texts:
            try:
                self._texts[path] = path.read_text(encoding="utf-8", errors="replace")
            except OSError:
                self._texts[path] = ""
        return self._texts[path]

    def _conftests(self, test: Path) -> list[Path]:
        above = (folder / CONFTEST for folder in test.parents if folder.is_relative_to(self._root))
        return [path for path in above if path.is_file()]

    def _closure(
        self, start: set[Path], uncalled: Iterable[Path] = (), *, tests_only: bool = False
    ) -> set[Path]:
        """Whatever they load, however deep; what is `uncalled` is not followed from the command line."""
        seen, pending = set(start), list(start)
        while pending:
            path = pending.pop()
            loaded = self._loaded_by(path) - seen
            if path == self._cli:
                loaded = loaded.difference(uncalled)
            if tests_only:
                loaded = {each for each in loaded if self._is_test(each)}
            seen |= loaded
            pending += loaded
        return seen

    def _names_of(self, path: Path) -> set[str]:
        """The commands of a module, as users call them."""
        inside = f"{self._names[path]}."
        names = self._loads_of(self._cli).names if self._cli else set()
        return {name.removeprefix(inside).replace("_", "-") for name in names if name.startswith(inside)}

    def _is_test(self, path: Path) -> bool:
        return path.is_relative_to(self._root / "tests")

    def _loads_of(self, path: Path) -> Loads:
        if path not in self._loads:
            self._loads[path] = loads(self.text(path), is_test=self._is_test(path))
        return self._loads[path]

    def _loaded_by(self, path: Path) -> set[Path]:
        if path not in self._direct:
            self._direct[path] = set(self._find(path)) - {path}
        return self._direct[path]

    def _find(self, path: Path) -> Iterator[Path]:
        found = self._loads_of(path)
        names = {self._absolute(path, name) for name in found.names}
        if found.unknown:
            names |= {name for name in found.modules if name.partition(".")[0] in self._packages}
            if not path.name.startswith("test_"):
                yield from path.parent.rglob("*.py")
        for name in names:
            yield from self._resolve(name)
        if self._is_test(path):
            for name in {name.partition(".")[0] for name in names} | found.scripts:
                yield from self._helpers.get(name, ())

    def _absolute(self, path: Path, name: str) -> str:
        if not name.startswith("."):
            return name
        rest = name.lstrip(".")
        own = self._names.get(path, "").split(".")
        kept = own if path.name == "__init__.py" else own[:-1]
        kept = kept[: len(kept) - (len(name) - len(rest) - 1)]
        return ".".join([*kept, *([rest] if rest else [])])

    def _resolve(self, name: str) -> Iterator[Path]:
        parts = name.split(".")
        for count in range(1, len(parts) + 1):
            module = self._modules.get(".".join(parts[:count]))
            if module is not None:
                yield module
