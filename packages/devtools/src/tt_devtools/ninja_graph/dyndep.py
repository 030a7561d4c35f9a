"""Dyndep files: inputs and outputs that were found out during the build (C++20 modules, Fortran)."""

from pathlib import Path

from tt_devtools.ninja_graph.lexer import logical_lines, tokens
from tt_devtools.ninja_graph.manifest import Manifest
from tt_devtools.ninja_graph.paths import canonical, open_regular
from tt_devtools.ninja_graph.scope import Refused, expand

LARGEST = 64 << 20


def add_dyndeps(manifest: Manifest, build_dir: Path) -> None:
    """Adds to the edges with a `dyndep` binding what their files say; notes files that are not there yet."""
    names = {canonical(name) for edge in manifest.edges if (name := edge.value("dyndep", manifest.paths))}
    missing = [name for name in sorted(names) if not _add(manifest, build_dir / name)]
    if missing:
        manifest.notes.append(
            f"{len(missing)} dyndep files cannot be read, such as {missing[0]}: "
            "what their edges need is unknown"
        )


def _add(manifest: Manifest, path: Path) -> bool:
    try:
        with open_regular(path) as file:
            text = file.read(LARGEST).decode("utf-8", "surrogateescape")
        for _, line in logical_lines(text):
            if line.startswith("build "):
                _add_line(manifest, line.removeprefix("build "))
    except (OSError, ValueError, Refused):
        return False
    return True


def _add_line(manifest: Manifest, line: str) -> None:
    sides: list[list[list[int]]] = [[[], []], [[], []]]
    side, part = 0, 0
    for token in tokens(line):
        if token == ":":
            side, part = 1, 0
        elif token == "|":
            part = 1
        elif token not in ("||", "|@") and (side, part) != (1, 0):  # not the word `dyndep`
            sides[side][part].append(manifest.node(canonical(expand(token, lambda name: ""))))
    edge = manifest.producer.get(sides[0][0][0]) if sides[0][0] else None
    if edge is None:
        raise Refused("names an output that no edge makes")
    for node in sides[0][1]:
        manifest.producer.setdefault(node, edge)
    edge.outputs += sides[0][1]
    edge.inputs += sides[1][1]
