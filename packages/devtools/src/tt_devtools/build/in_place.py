"""Whose libraries lie beside the Python sources: all presets put theirs to the same place.

Ninja compares times, so that a preset whose libraries were overwritten by another's would have nothing to do. Before
a build of another preset they are therefore removed, and it links its own.
"""

import os
from pathlib import Path

from tt_devtools.failure import MISUSED, Failure
from tt_devtools.ninja_graph.load import load

MARK = "in_place"


def take_over(build_dir: Path) -> None:
    """Removes the libraries of another preset where this one has linked before."""
    mark = build_dir.parent / MARK
    if not (build_dir / "build.ninja").exists() or _owner(mark) in ("", build_dir.name):
        return
    graph, _ = load(build_dir)
    mark.unlink(missing_ok=True)
    for edge in graph.edges:
        for node in edge.outputs if edge.kind == "link" else ():
            path = build_dir / graph.paths[node]
            if not Path(os.path.normpath(path)).is_relative_to(build_dir):
                path.unlink(missing_ok=True)


def claim(build_dir: Path) -> None:
    """Says that the libraries are this preset's, from the first link on."""
    mark = build_dir.parent / MARK
    if _owner(mark) != build_dir.name:
        mark.write_text(build_dir.name)


def owner(build: Path) -> str:
    """The preset whose libraries are in place, "" where nobody said."""
    return _owner(build / MARK)


def check(build: Path, preset: str) -> None:
    """A Failure where the libraries in place are another preset's."""
    if (there := owner(build)) not in ("", preset):
        raise Failure(
            f"the libraries in place are those of '{there}', not of '{preset}'",
            hint=f"leave out --no-build, or name them with --preset {there}",
            code=MISUSED,
        )


def _owner(mark: Path) -> str:
    try:
        return mark.read_text()[:64]
    except OSError:
        return ""
