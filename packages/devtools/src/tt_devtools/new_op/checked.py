"""`tt new-op --check`: is what this command added still as it wrote it? For one op or all; writes nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tt_devtools.checkout import Checkout
from tt_devtools.new_op.tree import drift, manifest
from tt_devtools.new_op.tree.alone import alone
from tt_devtools.new_op.tree.drift import Drift
from tt_devtools.new_op.tree.workspace import Disk


@dataclass(frozen=True, slots=True)
class Checked:
    """Drift by op, and that of what all ops share."""

    ops: Mapping[str, Sequence[Drift]]
    tree: Sequence[Drift]

    @property
    def is_clean(self) -> bool:
        return not self.tree and not any(self.ops.values())

    def as_json(self) -> dict[str, Any]:
        """The object of `--json`."""
        ops = [
            {"op": name, "clean": not drifts, "drift": [each.as_json() for each in drifts]}
            for name, drifts in self.ops.items()
        ]
        tree = [each.as_json() for each in self.tree]
        return {"action": "check", "clean": self.is_clean, "ops": ops, "tree": tree}

    def report(self) -> str:
        """The text for a person: an op a line, below it what drifted."""
        lines = []
        for name, drifts in self.ops.items():
            lines.append(f"{name}: {'has drifted' if drifts else 'as it was written'}")
            lines += [f"  {each.said}" for each in drifts]
        lines += [each.said for each in self.tree]
        return "\n".join(lines) or "no op was made by tt new-op in this checkout"


def checked(checkout: Checkout, name: str) -> Checked:
    """Of one op, of all where `name` is empty; a Failure for an op that was not made here."""
    workspace = Disk(checkout.root)
    with alone(checkout.root, write=False):
        known = manifest.all_of(workspace)
        chosen = [each for each in known if name in ("", each.name)]
        if name and not chosen:
            raise drift.unknown(workspace, name, known)
        ops = {each.name: drift.of(workspace, each) for each in chosen}
        return Checked(ops, list(drift.of_tree(workspace)))
