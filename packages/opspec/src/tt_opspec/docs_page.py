"""docs/operators.md: one row per entry, by family, from the table alone. Must not know any op by name."""

from collections.abc import Iterator, Sequence

from tt_opspec.dtypes import describe
from tt_opspec.entry import OpEntry

_HEADER = """\
<!-- Made by tt_opspec.generate --stubs from the op table; not edited by hand. -->
# Operators

Every operator of the table. `help(tt.add)` shows the whole text of one; dtypes are those that the arguments
may have in common after promotion. Operators without a form are called as `tt.ops.name`.
"""

_TITLES = {
    "unary": "Pointwise, one tensor",
    "binary": "Pointwise, two tensors",
    "ternary": "Pointwise, three tensors or more",
    "reduction": "Reductions",
    "view": "Views",
    "factory": "Factories",
    "irregular": "With a kernel of their own",
    "composite": "Made of other operators",
}


def docs_page(entries: Sequence[OpEntry]) -> str:
    """The page's text."""
    lines = [_HEADER]
    for family, title in _TITLES.items():
        rows = sorted(
            (entry for entry in entries if entry.family == family), key=lambda entry: entry.qualified
        )
        if rows:
            lines += [f"## {title}", "", *_table(rows), ""]
    return "\n".join(lines[:-1]) + "\n"


def _table(rows: Sequence[OpEntry]) -> Iterator[str]:
    yield "| operator | schema | dtypes | forms | what it does |"
    yield "|---|---|---|---|---|"
    for entry in rows:
        forms = ", ".join(f"`{form}`" for form in entry.forms)
        dtypes = describe(entry.accepts) + ("" if "cuda" in entry.devices else "; no CUDA")
        cells = (f"`{entry.qualified}`", f"`{entry.schema}`", dtypes, forms, entry.summary)
        yield "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
