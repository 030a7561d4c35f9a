"""`#include` lines, read as text and resolved only among the files that a unit is known to have read.

That makes a preprocessor unnecessary: what was not read was not included, so conditions hardly matter. A
computed include or one forced by an option has no line, and then there is no chain to show.
"""

import os
import re
import shlex
from collections import deque
from dataclasses import dataclass

from tt_devtools.ninja_graph.graph import Graph
from tt_devtools.ninja_graph.paths import Files, open_regular

LARGEST_SOURCE = 8 << 20
_INCLUDE = re.compile(
    r'^[ \t]*#[ \t]*(?:include|include_next|import)[ \t]*(?:"([^"\n]+)"|<([^>\n]+)>)', re.MULTILINE
)
# What is not closed goes on to its end, or a hostile file would be searched again from every later place.
_COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"?|//[^\n]*|/\*.*?(?:\*/|\Z)', re.DOTALL)
_FOLDER_OPTION = re.compile(r"(-I|-isystem|-iquote|-idirafter|/I)(.*)", re.DOTALL)
_FORCED = ("-include", "-imacros", "/FI")


@dataclass(frozen=True, slots=True)
class Include:
    """The name in an include line; quoted ones are looked for beside the file first."""

    name: str
    quoted: bool


class Includes:
    """Scans each file once."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._files = Files(graph.build_dir)
        self._real = {node: file for file, nodes in graph.nodes_of_file.items() for node in nodes}
        self._scanned: dict[str, list[Include]] = {}

    def read_by(self, edge: int) -> dict[str, None]:
        """The files that a unit read, the source first as far as the record is a compiler's."""
        return dict.fromkeys(self._real[node] for node in self._graph.nodes_read(edge))

    def source(self, edge: int) -> str:
        """The unit's source file."""
        inputs = self._graph.edges[edge].inputs
        return self._real.get(inputs[0], self._graph.paths[inputs[0]]) if inputs else ""

    def scan(self, file: str) -> list[Include]:
        """The include lines of a file; none where it cannot be read."""
        if file not in self._scanned:
            self._scanned[file] = _scan(file)
        return self._scanned[file]

    def forced(self, edge: int) -> list[str]:
        """Files that the unit's command includes before its source."""
        command = self._graph.edges[edge].value("command", self._graph.paths)
        if not any(option in command for option in _FORCED):
            return []
        read = self.read_by(edge)
        return [path for each in _forced_names(command) if (path := self._files.real(each)) in read]

    def unit(self, edge: int) -> "Unit":
        """Resolves names as this unit's compiler did."""
        command = self._graph.edges[edge].value("command", self._graph.paths)
        return Unit(self, self.read_by(edge), self.source(edge), command, self._files, self.forced(edge))


class Unit:
    """One compilation: its files, and the folders of its command where a name alone is not enough."""

    def __init__(
        self,
        includes: Includes,
        read: dict[str, None],
        source: str,
        command: str,
        files: Files,
        forced: list[str],
    ) -> None:
        self._includes = includes
        self.files = read
        self.source = source
        self._command = command
        self._real = files
        self._forced = forced
        self._by_name: dict[str, list[str]] = {}
        for file in read:
            self._by_name.setdefault(os.path.basename(file), []).append(file)

    def included(self, file: str) -> list[str]:
        """Files of the unit that a file's lines include directly."""
        return [found for each in self._includes.scan(file) if (found := self.resolve(file, each))]

    def chain(self, target: str) -> list[str]:
        """The shortest way from the source to the target, [] where no lines lead there."""
        roots = [self.source, *self._forced]
        came_from: dict[str, str] = dict.fromkeys(roots, "")
        pending = deque(roots)
        while pending:
            file = pending.popleft()
            if file == target:
                way = [file]
                while came_from[way[-1]]:
                    way.append(came_from[way[-1]])
                return way[::-1]
            for each in self.included(file):
                if each not in came_from:
                    came_from[each] = file
                    pending.append(each)
        return []

    def resolve(self, file: str, include: Include) -> str | None:
        """The file of the unit that a line in `file` names."""
        tail = os.path.normpath(include.name)
        named = self._by_name.get(os.path.basename(tail))
        if not named:
            return None
        if include.quoted:
            beside = os.path.normpath(os.path.join(os.path.dirname(file), include.name))
            if beside in self.files:
                return beside
        ending = "/" + tail.lstrip("./")
        candidates = [each for each in named if each != file and each.endswith(ending)]
        if len(candidates) < 2:
            # A symbolic link may have another name than its file; its spelling is what was read.
            return candidates[0] if candidates else None
        for folder in self._folders():
            path = self._real.real(os.path.join(folder, include.name))
            if path in candidates:
                return path
        return min(candidates, key=len)

    def _folders(self) -> list[str]:
        words = _words(self._command)
        found = []
        for place, word in enumerate(words):
            if match := _FOLDER_OPTION.fullmatch(word):
                found.append(match[2] or (words[place + 1] if place + 1 < len(words) else ""))
        return found


def _forced_names(command: str) -> list[str]:
    words = _words(command)
    return [words[place + 1] for place, word in enumerate(words[:-1]) if word in _FORCED]


def _words(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError:
        return command.split()


def _scan(file: str) -> list[Include]:
    try:
        with open_regular(file) as opened:
            text = opened.read(LARGEST_SOURCE).decode("utf-8", "surrogateescape")
    except (OSError, ValueError):
        return []
    if "/*" in text:
        text = _COMMENT.sub(lambda match: match[0] if match[0][0] == '"' else " ", text)
    return [Include(quoted or angled, bool(quoted)) for quoted, angled in _INCLUDE.findall(text)]
