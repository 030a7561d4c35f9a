"""Ops of every kind, as schema and what else is asked: those whose texts are pinned."""

from __future__ import annotations

from typing import Any

from test_composites import GOLDEN as COMPOSITES
from test_irregular_ops import GOLDEN as IRREGULAR
from test_new_views import GOLDEN as VIEWS
from test_scaffold_texts import CASES

_PINNED: dict[str, tuple[str, dict[str, Any]]] = {**CASES, **COMPOSITES, **VIEWS, **IRREGULAR}

EVERY_KIND = {
    case: (f"{case}_op({schema.partition('(')[2]}", asked) for case, (schema, asked) in _PINNED.items()
}
"""Each with a name of its own, so that all of them can be in one tree."""
