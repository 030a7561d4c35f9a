"""The op table as it would be with other texts in ops/: validated by the table itself, nothing imported.

The files of ops/ are executed here, as `tt_opspec.table.entries` does by importing them.
"""

import os

from tt_devtools.failure import Failure
from tt_devtools.new_op.tree.places import OPS
from tt_devtools.new_op.tree.workspace import Workspace
from tt_opspec.entry import OpEntry
from tt_opspec.table import Table, TableError, collect_into

_ROOT = os.path.dirname(os.path.abspath(__file__)).removesuffix(
    "/packages/devtools/src/tt_devtools/new_op/tree"
)


def entries(workspace: Workspace, changed: dict[str, str] | None = None) -> tuple[OpEntry, ...]:
    """Every entry, with the texts in `changed` instead of the files'; a Failure names what is refused."""
    texts = {name: workspace.read(name) or "" for name in workspace.names(f"{OPS}/*.py")} | (changed or {})
    with collect_into(Table()) as table:
        for name in sorted(texts):
            if name.endswith("/__init__.py"):
                continue
            try:
                # Compiled under the name that it has in this checkout, so that entries say `file:line`.
                code = compile(texts[name], os.path.join(_ROOT, name), "exec")
                exec(code, {"__name__": f"tt_opspec.ops.{name.rpartition('/')[2].removesuffix('.py')}"})
            except TableError as error:
                raise Failure(str(error)) from error
            except Exception as error:  # whatever an edit makes of a module
                raise Failure(f"{name} cannot be read: {type(error).__name__}: {error}") from None
    return table.entries()


def committed(entries: tuple[OpEntry, ...]) -> dict[str, str]:
    """Name to text of the stub and the docs page."""
    from tt_opspec import generate

    return generate.committed(entries)
