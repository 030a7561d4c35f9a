"""What an expression may say in this tree: its pointwise ops, read from the table, the headers and the formulas.

There is no list of functions: an op is usable when its functor's body can be written out (functor_source), and
differentiable when its formula can be read (formula_source).
"""

from dataclasses import dataclass, field, replace
from functools import cached_property

from tt_devtools.new_op.language import formula_source, functor_source
from tt_devtools.new_op.language.defaults import in_body, in_formula, is_number
from tt_devtools.new_op.language.expression import Binary, Call, Node
from tt_devtools.new_op.language.functor_source import FunctorSource
from tt_devtools.new_op.tree import op_table
from tt_devtools.new_op.tree.workspace import Workspace
from tt_opspec.dtypes import FLOATING
from tt_opspec.entry import OpEntry
from tt_opspec.schema import REQUIRED
from tt_opspec.slots import BINARY, COMPARISON

REDUCTIONS = ("sum", "prod", "max", "min", "mean")
SYMBOLS = {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**",
    "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==", "ne": "!=",
}  # fmt: skip
"""The operators of an expression by the method that Python calls for them; slots name the op behind."""


@dataclass(frozen=True, slots=True)
class Function:
    """A pointwise op as a function of numbers. `source` is None where its functor is not found."""

    entry: OpEntry
    source: FunctorSource | None
    formulas: dict[str, Node | None] | None

    @property
    def name(self) -> str:
        return self.entry.name

    @property
    def arity(self) -> int:
        return len(self.entry.schema.tensors)

    @property
    def takes_condition(self) -> bool:
        """Its first argument is true or false."""
        return self.source is not None and "kTakesCondition" in self.source.marks

    @property
    def gives_truth(self) -> bool:
        """Its result is true or false."""
        return self.entry.result == "bool"

    @property
    def is_usable(self) -> bool:
        """Whether C++ for it can be written, for floats at least."""
        has_body = self.source is not None and self.source.body is not None
        return has_body and self.arity > 0 and self.entry.accepts >= FLOATING


@dataclass
class Vocabulary:
    """Everything that is known of one tree."""

    workspace: Workspace
    entries: tuple[OpEntry, ...] = field(default=())

    def __post_init__(self) -> None:
        self.entries = self.entries or op_table.entries(self.workspace)

    @cached_property
    def functors(self) -> dict[str, FunctorSource]:
        return functor_source.functors(self.workspace)

    @cached_property
    def math_headers(self) -> dict[str, str]:
        return functor_source.math_headers(self.workspace)

    @cached_property
    def functions(self) -> dict[str, tuple[Function, ...]]:
        """By name, one for each overload that tensors alone call."""
        formulas = formula_source.formulas(self.workspace)
        found: dict[str, tuple[Function, ...]] = {}
        for entry in self.entries:
            others = [arg for arg in entry.schema.args if arg.type != "Tensor"]
            if not entry.pointwise or any(arg.default is REQUIRED for arg in others):
                continue
            source = self.functors.get(entry.functor.name) if entry.functor else None
            numbers = {arg.name: arg.default for arg in others}
            slopes = formulas.get(entry.qualified)
            if slopes is not None:
                slopes = {name: slope and in_formula(slope, numbers) for name, slope in slopes.items()}
            function = Function(entry, self._callable(entry, source), slopes)
            found[entry.name] = (*found.get(entry.name, ()), function)
        return found

    def _callable(self, entry: OpEntry, source: FunctorSource | None) -> FunctorSource | None:
        """Of tensors alone: its numbers have their defaults, and what cannot be written out is called."""
        if source is None:
            return None
        count = len(entry.schema.tensors)
        defaults = [arg.default for arg in entry.schema.args if arg.type != "Tensor"]
        tensors, names = source.parameters[:count], source.parameters[count:]
        fits = not names or (len(names) == len(defaults) and all(map(is_number, defaults)))
        if len(tensors) != count or not fits:
            return replace(source, body=None)
        body = source.body or source.own_call
        if source.body is None and entry.name in self.math_headers:
            body = f"math::{entry.name}({', '.join(source.parameters)})"
        return replace(
            source, parameters=tensors, body=in_body(body, dict(zip(names, defaults, strict=False)))
        )

    @cached_property
    def operators(self) -> dict[str, str]:
        """The op behind each operator that this table fills: `+` is add."""
        found = {}
        for entry in self.entries:
            for slot in entry.slots:
                method = BINARY.get(slot) or COMPARISON.get(slot)
                if method in SYMBOLS:
                    found[SYMBOLS[method]] = entry.name
        return found

    @cached_property
    def operator_of(self) -> dict[str, str]:
        """The operator that says the same as a call: add is `+`."""
        return {name: operator for operator, name in self.operators.items()}

    @cached_property
    def negation(self) -> str:
        """The op behind `-x`, "" where there is none."""
        return next((entry.name for entry in self.entries if "nb_negative" in entry.slots), "")

    def usable(self) -> list[str]:
        """The names of functions that an expression may call."""
        calls = {name for name, each in self.functions.items() if any(one.is_usable for one in each)}
        return sorted(calls | set(self.operator_of) | ({self.negation} - {""}))

    def gives_truth(self, node: Node) -> bool:
        """Whether an operator or a call gives true or false."""
        if isinstance(node, Binary):
            return node.is_comparison
        found = self.function(node.function, len(node.arguments)) if isinstance(node, Call) else None
        return found is not None and found.gives_truth

    def function(self, name: str, arity: int) -> Function | None:
        """The function of that many arguments."""
        return next((each for each in self.functions.get(name, ()) if each.arity == arity), None)
