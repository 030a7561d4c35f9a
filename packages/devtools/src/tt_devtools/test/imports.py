"""Which Python files a test needs: the imports of tests and packages, followed. Reads text, imports nothing."""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

CONFTEST = "conftest.py"
# Who finds modules at run time may find any in its folder and below.
_DYNAMIC = ("pkgutil", "importlib", "__import__")


class Imports:
    """The Python files of a checkout's tests and packages, as paths below `root`."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self.tests = sorted(path for path in (root / "tests").rglob("test_*.py"))
        self._modules: dict[str, Path] = {}
        for source in sorted(root.glob("packages/*/src")):
            for path in source.rglob("*.py"):
                parts = path.relative_to(source).with_suffix("").parts
                self._modules[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
        self._names = {path: name for name, path in self._modules.items()}
        self._direct: dict[Path, set[Path]] = {}
        self._texts: dict[Path, str] = {}

    def needs(self, test: Path) -> set[Path]:
        """The test, its conftests, and all that these import, however deep and wherever in a file."""
        seen, pending = {test}, [test]
        for folder in test.parents:
            if folder == self._root.parent:
                break
            conftest = folder / CONFTEST
            if conftest.is_file() and conftest not in seen:
                seen.add(conftest)
                pending.append(conftest)
        while pending:
            for each in self._imported_by(pending.pop()) - seen:
                seen.add(each)
                pending.append(each)
        return seen

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

    def _imported_by(self, path: Path) -> set[Path]:
        if path not in self._direct:
            self._direct[path] = set(self._find(path))
        return self._direct[path]

    def _find(self, path: Path) -> Iterator[Path]:
        if not path.name.startswith("test_") and any(word in self.text(path) for word in _DYNAMIC):
            yield from path.parent.rglob("*.py")
        try:
            tree = ast.parse(self.text(path))
        except (SyntaxError, ValueError, RecursionError):
            return
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    yield from self._resolve(path, alias.name)
            elif isinstance(node, ast.ImportFrom):
                base = self._absolute(path, node)
                yield from self._resolve(path, base)
                for alias in node.names:
                    yield from self._resolve(path, f"{base}.{alias.name}")

    def _absolute(self, path: Path, node: ast.ImportFrom) -> str:
        if not node.level:
            return node.module or ""
        own = self._names.get(path, "").split(".")
        kept = own if path.name == "__init__.py" else own[:-1]
        kept = kept[: len(kept) - (node.level - 1)]
        return ".".join([*kept, *([node.module] if node.module else [])])

    def _resolve(self, path: Path, name: str) -> Iterator[Path]:
        parts = name.split(".")
        found = False
        for count in range(1, len(parts) + 1):
            module = self._modules.get(".".join(parts[:count]))
            if module is not None:
                found = True
                yield module
        beside = path.with_name(f"{parts[0]}.py")
        if not found and beside != path and beside.is_file():
            yield beside
