"""The command that each output was last made with, so that a changed flag can be shown as a difference.

Ninja's log holds a hash of it, which says that it changed and never how.
"""

import json
import os
import shlex
from collections import Counter
from collections.abc import Iterable
from difflib import SequenceMatcher
from pathlib import Path

from tt_devtools.ninja_graph.edge import Edge
from tt_devtools.ninja_graph.graph import Graph
from tt_devtools.ninja_graph.paths import open_regular

COMMANDS = ".tt_commands.json"
LARGEST = 256 << 20


def command_of(graph: Graph, edge: Edge) -> str:
    """The command, with what it puts into a response file."""
    content = edge.value("rspfile_content", graph.paths)
    return edge.value("command", graph.paths) + (f" {content}" if content else "")


def read(build_dir: Path) -> dict[str, str]:
    """Commands by output; none where the file cannot be read."""
    try:
        with open_regular(build_dir / COMMANDS) as file:
            data = json.loads(file.read(LARGEST))
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(data, dict):
        return {}
    return {output: command for output, command in data.items() if isinstance(command, str)}


def remember(build_dir: Path, graph: Graph, outputs: Iterable[str]) -> None:
    """Keeps the commands of outputs that were just made."""
    known = read(build_dir)
    before = dict(known)
    for output in outputs:
        if (edge := graph.manifest.edge_making(output)) is not None:
            known[output] = command_of(graph, edge)
    if known == before:
        return
    fresh = build_dir / f"{COMMANDS}.new"
    fresh.write_text(json.dumps(known, indent=0))
    os.replace(fresh, build_dir / COMMANDS)


def difference(before: str, after: str) -> str:
    """What was taken away, added or replaced: `-O2 -> -O3, + -DX`; "" when only white space or order differs."""
    old, new = _words(before), _words(after)
    gone, come = Counter(old) - Counter(new), Counter(new) - Counter(old)
    changes = []
    for kind, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        removed, added = _taken(old[a:b], gone), _taken(new[c:d], come)
        if removed and added:
            changes.append(f"{removed} -> {added}")
        elif removed or added:
            changes.append(f"- {removed}" if removed else f"+ {added}")
    return ", ".join(changes)


def _taken(words: list[str], allowed: Counter[str]) -> str:
    """The words that really went or came; those that only moved are no difference."""
    taken = []
    for word in words:
        if allowed[word] > 0:
            allowed[word] -= 1
            taken.append(word)
    return " ".join(taken)


def _words(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError:
        return command.split()
