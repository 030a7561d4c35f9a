"""An op as a function of its tensors alone: its numbers are what they are where nothing else is given."""

import math
import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, TypeGuard

from tt_devtools.new_op.language.expression import Constant, Name, Negated, Node, Number, with_parts


def is_number(default: object) -> TypeGuard[float]:
    """Whether an expression can say it."""
    return isinstance(default, int | float) and not math.isnan(default)


def in_body(body: str, defaults: Mapping[str, Any]) -> str:
    """The C++ of a functor, with literals for the names of its numbers."""
    literals = {name: _cpp_literal(default) for name, default in defaults.items()}
    return re.sub(r"\w+", lambda match: literals.get(match[0], match[0]), body)


def in_formula(node: Node, defaults: Mapping[str, Any]) -> Node:
    """A derivative, likewise."""
    if not isinstance(node, Name) or not is_number(default := defaults.get(node.name)):
        return with_parts(node, (in_formula(part, defaults) for part in node.parts))
    size = Constant("inf") if math.isinf(default) else Number(Fraction(repr(abs(default + 0))))
    return Negated(size) if default < 0 else size


def _cpp_literal(default: Any) -> str:
    if math.isinf(default):
        return "T(__builtin_inf())" if default > 0 else "T(-__builtin_inf())"
    return f"T({default if isinstance(default, float) else int(default)!r})"
