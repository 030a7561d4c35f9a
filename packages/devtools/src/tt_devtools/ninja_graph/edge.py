"""One build statement: what it makes from what, and the values of its rule. Must not know other edges."""

import re
from collections.abc import Sequence
from typing import Literal

from tt_devtools.ninja_graph.scope import Refused, Rule, Scope, expand

Kind = Literal["compile", "link", "other"]

_OBJECT = re.compile(r"\.(?:o|obj|lo|pcm|gcm|ifc|bmi|gch|pch|bc|cubin|fatbin|ptx)$")
DEEPEST_RULE = 40
_LIBRARY = re.compile(r"\.(?:so(?:\.[\d.]+)?|a|lib|dll|dylib|exe|pyd|node|wasm)$")


def is_object(path: str) -> bool:
    """Whether a compiler makes files of this name."""
    return bool(_OBJECT.search(path))


class Edge:
    """Nodes are numbers of the manifest. `inputs`: the explicit ones (`explicit` of them), then implicit."""

    __slots__ = (
        "_bindings",
        "_rule",
        "_scope",
        "explicit",
        "index",
        "inputs",
        "kind",
        "order_only",
        "outputs",
        "validations",
    )

    def __init__(self, rule: Rule, scope: Scope, bindings: dict[str, str]) -> None:
        self._rule = rule
        self._scope = scope
        self._bindings = bindings
        self.index = -1
        self.kind: Kind = "other"
        self.outputs: list[int] = []
        self.inputs: list[int] = []
        self.explicit = 0
        self.order_only: list[int] = []
        self.validations: list[int] = []

    @property
    def rule(self) -> str:
        """The rule's name."""
        return self._rule.name

    @property
    def is_phony(self) -> bool:
        """A name for its inputs, which runs nothing."""
        return self._rule.name == "phony"

    def value(self, name: str, paths: Sequence[str] = ()) -> str:
        """A binding such as `deps`, `restat`, `pool`, `command`; `paths` are needed for `$in` and `$out`.

        "" where nobody set it, and for one that ninja would refuse when it builds the edge.
        """
        try:
            return self._lookup(name, paths, {}, 0)
        except Refused:
            return ""

    def _lookup(self, name: str, paths: Sequence[str], known: dict[str, str], depth: int) -> str:
        """`known` keeps what is expanded: without it, doubling variables would take for ever."""
        if name in known:
            return known[name]
        if name in ("in", "in_newline"):
            return " ".join(paths[node] for node in self.inputs[: self.explicit]) if paths else ""
        if name == "out":
            return paths[self.outputs[0]] if paths else ""
        if name in self._bindings:
            return self._bindings[name]
        text = self._rule.bindings.get(name)
        if text is None:
            return self._scope.lookup(name)
        if depth > DEEPEST_RULE:
            raise Refused("the rule's variables refer to each other without end")
        value = expand(text, lambda inner: self._lookup(inner, paths, known, depth + 1))
        known[name] = value
        return value

    def classify(self, paths: Sequence[str]) -> None:
        """Sets `kind`, by what is made and by the rule's name as CMake, Meson and GN choose it."""
        if self.is_phony:
            return
        if any(is_object(paths[node]) for node in self.outputs):
            self.kind = "compile"
            return
        stem = self._rule.name.partition("__")[0].lower()
        if stem == "custom_command":
            return
        links = "link" in stem or any(_LIBRARY.search(paths[node]) for node in self.outputs)
        if links or any(is_object(paths[node]) for node in self.inputs[: self.explicit]):
            self.kind = "link"
        elif "compiler" in stem or stem in ("cc", "cxx", "compile", "cuda_compile"):
            self.kind = "compile"
