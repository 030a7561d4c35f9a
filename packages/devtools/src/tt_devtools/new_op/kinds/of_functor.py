"""Kinds that are computed by a functor: its header, its entry's fact, and the unit that shows that it compiles."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence

from tt_devtools.new_op.asked.request import Request
from tt_devtools.new_op.example import Numbers
from tt_devtools.new_op.kinds.kind import Kind
from tt_devtools.new_op.tree import change
from tt_devtools.new_op.tree.change import Change
from tt_devtools.new_op.tree.formatter import Formatter
from tt_devtools.new_op.tree.places import FUNCTORS
from tt_opspec.entry import OpEntry


class OfFunctor(Kind):
    """One functor for all devices; with an expression, a reference that NumPy can be compared with."""

    takes_devices = True

    @abstractmethod
    def functor(self, request: Request) -> str:
        """The header functors/<name>.h."""

    @abstractmethod
    def reference(self, request: Request) -> Numbers:
        """The expression, as a function of arrays."""

    def complaint(self, request: Request) -> str:
        if not request.numpy or request.value is None:
            return ""
        differs = self.reference(request).differs_from(request.numpy)
        return f"--numpy: {differs}" if differs else ""

    def facts(self, request: Request) -> list[str]:
        return [f'functor="{request.name}.h:{request.camel}"']

    def sources(self, request: Request, formatter: Formatter) -> Sequence[Change]:
        file = f"{FUNCTORS}/{request.name}.h"
        return [change.new(file, formatter.formatted(self.functor(request), file))]

    def units(
        self, request: Request, sources: Sequence[Change], table: Sequence[OpEntry]
    ) -> Mapping[str, str]:
        """The loops of the functor, as the generator makes them."""
        from tt_opspec.glue.loops import loops

        return {f"loops_{request.name}.baseline.gen.cpp": loops(table, f"{request.name}.h", "baseline")}
