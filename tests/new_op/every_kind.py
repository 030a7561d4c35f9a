"""A few ops of every kind, as schema and what else is asked: those whose texts are pinned."""

from __future__ import annotations

from typing import Any

from test_composites import GOLDEN
from test_scaffold_texts import CASES

EVERY_KIND: dict[str, tuple[str, dict[str, Any]]] = {**CASES, **GOLDEN}
