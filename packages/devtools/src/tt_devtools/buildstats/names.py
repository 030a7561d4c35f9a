"""Files by name: how a path is shown, which headers are somebody else's, and which file a user means."""

import os
import re
from pathlib import Path

from tt_devtools.failure import MISUSED, Failure
from tt_devtools.ninja_graph.graph import Graph
from tt_devtools.ninja_graph.paths import open_regular
from tt_devtools.suggest import did_you_mean

# Headers that the owner of the tree does not edit, unless the tree itself lies there.
_SYSTEM = ("/usr/", "/opt/", "/Library/", "/Applications/", "/nix/store/")
_INSTALLED = re.compile(r"/(?:site|dist)-packages/|/include/python\d")
_HOME = b"CMAKE_HOME_DIRECTORY:INTERNAL="
LISTED = 5
LARGEST_CACHE = 16 << 20


class Names:
    """`root` is the source tree, "" where there is no telling."""

    def __init__(self, graph: Graph) -> None:
        self.build_dir = str(graph.build_dir)
        self.root = _source_root(graph)
        self._graph = graph

    def shown(self, file: str) -> str:
        """Relative to the source tree when it lies there."""
        return file.removeprefix(self.root + "/") if self.root else file

    def is_foreign(self, file: str) -> bool:
        """A header of the system or of an installed package."""
        if _INSTALLED.search(file):
            return True
        ours = [folder for folder in (self.root, self.build_dir) if folder]
        return file.startswith(_SYSTEM) and not any(file.startswith(folder + "/") for folder in ours)

    def matching(self, name: str) -> list[str]:
        """Real paths of the files that `name` may mean, of those that the build met; ours before others."""
        files = self._graph.nodes_of_file
        for path in self._exact(name):
            if path in files:
                return [path]
        ending = "/" + os.path.normpath(name).lstrip("/")
        found = [file for file in files if file.endswith(ending)]
        return [file for file in found if not self.is_foreign(file)] or found

    def find(self, name: str) -> str | None:
        """The real path of the file that `name` means; None for an existing file that the build never met."""
        found = self.matching(name)
        if len(found) == 1:
            return found[0]
        if found:
            listed = ", ".join(self.shown(file) for file in sorted(found)[:LISTED])
            more = f" and {len(found) - LISTED} more" if len(found) > LISTED else ""
            raise Failure(f"'{name}' may be {listed}{more}", hint="name more of its path", code=MISUSED)
        if any(os.path.isfile(path) for path in self._exact(name)):
            return None
        known = {self.shown(file) for file in self._graph.nodes_of_file if not self.is_foreign(file)}
        bases = {os.path.basename(file): file for file in sorted(known)}
        hint = did_you_mean(name, known if "/" in name else bases)
        raise Failure(f"there is no file '{name}', nor did a unit read one", hint=hint, code=MISUSED)

    def existing(self, name: str) -> str:
        """The real path of a file that the build never met."""
        return next((path for path in self._exact(name) if os.path.isfile(path)), name)

    def _exact(self, name: str) -> list[str]:
        places = [Path.cwd(), Path(self.root or "."), self._graph.build_dir]
        return [os.path.realpath(place / name) for place in places] if "\0" not in name else []


def _source_root(graph: Graph) -> str:
    try:
        with open_regular(graph.build_dir / "CMakeCache.txt") as file:
            for line in file.read(LARGEST_CACHE).splitlines():
                if line.startswith(_HOME):
                    return os.path.realpath(os.fsdecode(line.removeprefix(_HOME)))
    except (OSError, ValueError):
        pass
    real = {node: file for file, nodes in graph.nodes_of_file.items() for node in nodes}
    sources = {
        os.path.dirname(real[node])
        for edge in graph.units
        for node in edge.inputs[: edge.explicit]
        if node in real and node not in graph.manifest.producer
    }
    common = os.path.commonpath(sources) if sources else ""
    return common if common.count("/") > 1 else ""
