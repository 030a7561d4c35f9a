"""Which test files a change can affect, and why: by imports, by the build graph, by what tests name as text.

Never too few: what cannot be placed is everything. C++ reaches a test through the library that it is linked into,
and a library through any module of its package.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tt_devtools.ninja_graph.graph import Graph
from tt_devtools.plural import plural
from tt_devtools.test.imports import Imports

# Read the whole tree, so that any change concerns them.
WHOLE_TREE = ("tests/architecture", "tests/ci")
# Decide how everything is built or run.
EVERYTHING = (
    "CMakeLists.txt",
    "CMakePresets.json",
    "constraints.txt",
    "pyproject.toml",
    "tests/conftest.py",
    "tt",
)
EVERYTHING_BELOW = ("cmake/",)
# A test that names these looks at what was built, whatever it loads.
BUILT = ("build/dev", "compile_commands.json")


@dataclass(slots=True)
class Affected:
    """`tests` are paths below the checkout; `everything` names what makes it all of them, "" else."""

    changed: list[str]
    tests: list[str] = field(default_factory=list)
    everything: str = ""
    packages: set[str] = field(default_factory=set)


def find(root: Path, changed: Sequence[str], graph: Graph | None, made: Iterable[str] = ()) -> Affected:
    """The tests for changed files (paths below `root`) and for outputs that a build has just made."""
    affected = Affected(list(changed))
    imports = Imports(root)
    for name in changed:
        is_list = name.endswith(("CMakeLists.txt", "pyproject.toml"))
        if name in EVERYTHING or name.startswith(EVERYTHING_BELOW) or is_list:
            affected.everything = name
    if graph is not None:
        _through_the_build(root, affected, graph, made)
    if affected.everything:
        affected.tests = [str(test.relative_to(root)) for test in imports.tests]
        return affected
    paths = {root / name for name in changed}
    affected.packages |= {
        package for path in paths if path.suffix != ".py" and (package := imports.package_of(path))
    }
    if changed or affected.packages:
        affected.tests = [
            str(test.relative_to(root))
            for test in imports.tests
            if _is_affected(root, imports, test, paths, affected)
        ]
    return affected


def _is_affected(root: Path, imports: Imports, test: Path, changed: set[Path], affected: Affected) -> bool:
    shown = str(test.relative_to(root))
    if shown.startswith(WHOLE_TREE):
        return True
    needs = imports.needs(test)
    if not needs.isdisjoint(changed) or not affected.packages.isdisjoint(map(imports.package_of, needs)):
        return True
    beside = [path for path in needs if path.is_relative_to(root / "tests")]
    if affected.packages and any(imports.mentions(beside, name) for name in BUILT):
        return True
    return any(
        (path.suffix != ".py" and path.is_relative_to(test.parent))
        or any(imports.mentions(beside, name) for name in _names(root, imports, path))
        for path in changed
    )


def _names(root: Path, imports: Imports, path: Path) -> list[str]:
    """How a text would name a file: with its folder; a module that is run, by its package."""
    package = imports.package_of(path)
    return ["/".join(path.relative_to(root).parts[-2:]), *([f'"{package}"'] if package else [])]


def _through_the_build(root: Path, affected: Affected, graph: Graph, made: Iterable[str]) -> None:
    nodes = [node for name in affected.changed for node in graph.nodes_of_file.get(str(root / name), ())]
    edges = set(graph.affected(nodes))
    for output in made:
        if (made_by := graph.index_making(output)) is not None:
            edges.add(made_by)
            edges.update(graph.affected(graph.edges[made_by].outputs))
    for index in edges:
        edge = graph.edges[index]
        if edge.value("generator", graph.paths):
            affected.everything = affected.everything or "a file that CMake reads"
        for node in edge.outputs if edge.kind == "link" else ():
            parts = Path(graph.paths[node]).parts
            if "src" in parts[:-1]:
                affected.packages.add(parts[len(parts) - parts[::-1].index("src")])


def describe(affected: Affected) -> str:
    """One line."""
    count = len(affected.tests)
    what = plural(len(affected.changed), "changed file")
    if affected.everything:
        return f"{what}: all {count} test files, because of {affected.everything}"
    libraries = f", through {', '.join(sorted(affected.packages))}" if affected.packages else ""
    return f"{what}: {plural(count, 'test file')}{libraries}"
