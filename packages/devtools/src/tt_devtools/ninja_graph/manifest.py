"""Reads build.ninja: nodes, edges, pools and defaults, over include and subninja. Must not touch outputs.

Edges see variables as they were at that line; rules see them as they are at the end.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

from tt_devtools.failure import Failure
from tt_devtools.ninja_graph.edge import Edge
from tt_devtools.ninja_graph.lexer import logical_lines, sections, tokens
from tt_devtools.ninja_graph.paths import canonical, open_regular
from tt_devtools.ninja_graph.scope import Refused, Rule, Scope, expand

MANIFEST = "build.ninja"
# Include bombs end here. PyTorch's manifest is 60 MB; Chromium's is 600 MB in thousands of files.
LARGEST_FILE = 256 << 20
LARGEST_TOTAL = 2 << 30
SMALLEST_COUNTED = 20_000  # so that files without content cannot include each other for ever
DEEPEST = 64

_BINDING = re.compile(r"([A-Za-z0-9_.-]+) *= *(.*)", re.DOTALL)
_WORD = re.compile(r"[A-Za-z0-9_.-]+")


@dataclass(slots=True)
class Manifest:
    """`paths[n]` names node n. `defaults` are nodes; empty means all roots."""

    paths: list[str] = field(default_factory=list)
    node_of: dict[str, int] = field(default_factory=dict)
    edges: list[Edge] = field(default_factory=list)
    producer: dict[int, Edge] = field(default_factory=dict)
    pools: dict[str, int] = field(default_factory=dict)
    defaults: list[int] = field(default_factory=list)
    scope: Scope = field(default_factory=Scope)
    notes: list[str] = field(default_factory=list)

    def node(self, path: str) -> int:
        """The node of a canonical path, made if it is new."""
        found = self.node_of.get(path)
        if found is None:
            found = self.node_of[path] = len(self.paths)
            self.paths.append(path)
        return found

    def add(self, edge: Edge) -> None:
        """Adds an edge; of two that make one output the first counts, as ninja's warning says."""
        for node in edge.outputs:
            self.producer.setdefault(node, edge)
        self.edges.append(edge)

    def edge_making(self, output: str) -> Edge | None:
        """The edge of an output, by its canonical path."""
        node = self.node_of.get(output)
        return None if node is None else self.producer.get(node)


def read_manifest(build_dir: Path, name: str = MANIFEST) -> Manifest:
    """The directory's manifest; a Failure names file and line of what ninja would refuse too."""
    if not (build_dir / name).is_file():
        what = (
            f"no ninja build directory: {build_dir}" if build_dir.is_dir() else f"no directory: {build_dir}"
        )
        raise Failure(what, hint=f"name the one that holds {name}", code=2)
    manifest = Manifest()
    reader = _Reader(build_dir, manifest)
    reader.read(name, manifest.scope, 0)
    if reader.unknown_rules:
        first = ", ".join(sorted(reader.unknown_rules)[:3])
        manifest.notes.append(f"{name} uses rules that it does not define: {first}")
    return manifest


class _Reader:
    def __init__(self, build_dir: Path, manifest: Manifest) -> None:
        self._build_dir = build_dir
        self._manifest = manifest
        self._left = LARGEST_TOTAL
        self.unknown_rules: set[str] = set()

    def read(self, name: str, scope: Scope, depth: int) -> None:
        text = self._load(name, depth)
        rule: Rule | None = None  # the block that indented lines belong to
        edge: tuple[int, str, dict[str, str]] | None = None
        pool = ""
        number = 0
        try:
            for number, line in logical_lines(text):
                if line[0] == " ":
                    if not line.strip(" "):
                        continue
                    found = _BINDING.fullmatch(line.lstrip(" "))
                    if found is None:
                        raise Refused(f"expected 'name = value', got '{_short(line)}'")
                    key, value = found.groups()
                    if edge is not None:
                        edge[2][key] = self._expanded(value, scope)
                    elif rule is not None:
                        rule.bindings[key] = value
                    elif pool and key == "depth":
                        self._manifest.pools[pool] = _depth(self._expanded(value, scope))
                    elif not pool:
                        raise Refused("unexpected indent")
                    continue
                if edge is not None:
                    number, waiting = edge[0], number
                    self._add_edge(edge[1], edge[2], scope)
                    number = waiting
                rule, edge, pool = None, None, ""
                word = _WORD.match(line)
                keyword = word[0] if word else ""
                rest = line[len(keyword) :].strip(" ")
                if keyword == "build":
                    edge = (number, rest, {})
                elif keyword == "rule":
                    rule = scope.rules[rest] = Rule(rest)
                elif keyword == "pool":
                    pool = rest
                elif keyword == "default":
                    self._manifest.defaults += [self._node(token, scope) for token in tokens(rest)]
                elif keyword == "include":
                    self.read(self._expanded(rest, scope), scope, depth + 1)
                elif keyword == "subninja":
                    self.read(self._expanded(rest, scope), Scope(scope), depth + 1)
                elif found := _BINDING.fullmatch(line):
                    scope.variables[found[1]] = self._expanded(found[2], scope)
                else:
                    raise Refused(f"expected a statement, got '{_short(line)}'")
            if edge is not None:
                number = edge[0]
                self._add_edge(edge[1], edge[2], scope)
        except Refused as error:
            raise Failure(f"{self._build_dir / name}:{number}: {error}") from None

    def _load(self, name: str, depth: int) -> str:
        path = self._build_dir / name
        if depth > DEEPEST:
            raise Failure(f"{path}: files include each other {DEEPEST} deep")
        try:
            with open_regular(path) as file:
                data = file.read(LARGEST_FILE + 1)
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise Failure(f"{path} cannot be read: {why}") from None
        self._left -= max(len(data), SMALLEST_COUNTED)
        if self._left < 0 or len(data) > LARGEST_FILE:
            raise Failure(f"{path}: more than {LARGEST_FILE >> 20} MiB, or with what it includes much more")
        return data.decode("utf-8", "surrogateescape")

    def _expanded(self, text: str, scope: Scope) -> str:
        if "$" not in text:
            return text
        value = expand(text, scope.lookup)
        self._left -= len(value)
        if self._left < 0:
            raise Refused("variables expand without end")
        return value

    def _node(self, token: str, scope: Scope, bindings: dict[str, str] | None = None) -> int:
        if "$" in token:
            lookup = scope.lookup
            if bindings:
                token = expand(token, lambda name: bindings[name] if name in bindings else lookup(name))
            else:
                token = expand(token, lookup)
            if not token:
                raise Refused("empty path")
        return self._manifest.node(canonical(token))

    def _add_edge(self, line: str, bindings: dict[str, str], scope: Scope) -> None:
        before, after = sections(line)
        rule_name = after[""].pop(0) if after[""] else ""
        if not rule_name or not before[""]:
            raise Refused("expected 'build OUTPUTS: RULE INPUTS'")
        rule = scope.rule(rule_name)
        if rule is None:
            rule = Rule(rule_name)
            if rule_name != "phony":
                self.unknown_rules.add(rule_name)

        def nodes(names: list[str]) -> list[int]:
            return [self._node(name, scope, bindings) for name in names]

        edge = Edge(rule, scope, bindings)
        edge.outputs = nodes(before[""] + before["|"])
        explicit = nodes(after[""])
        edge.inputs, edge.explicit = explicit + nodes(after["|"]), len(explicit)
        edge.order_only = nodes(after["||"])
        edge.validations = nodes(after["|@"])
        if edge.is_phony:  # CMake of old named phony targets as their own inputs; ninja drops that too
            edge.inputs = [node for node in edge.inputs if node not in edge.outputs]
        self._manifest.add(edge)


def _depth(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 10 else 0


def _short(line: str) -> str:
    return line if len(line) <= 60 else line[:57] + "..."
