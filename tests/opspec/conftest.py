"""A small table that the generator's tests share: one op of every shape that the glue tells apart."""

from dataclasses import replace

import pytest

from tt_opspec.dtypes import ALL, FLOATING
from tt_opspec.entry import OpEntry
from tt_opspec.families import binary, composite, factory, irregular, reduction, unary, view
from tt_opspec.table import Table, collect_into


def small_entries() -> tuple[OpEntry, ...]:
    """Entries as if written in ops/small.py, one every ten lines."""
    with collect_into(Table()) as table:
        unary(
            "exp(Tensor self) -> Tensor",
            accepts=ALL,
            promotes="int_to_float",
            functor="growth.h:Exp",
            doc="e.",
        )
        binary(
            "add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor",
            accepts=ALL,
            functor="arithmetic.h:Add",
            slot="nb_add",
            numpy="add",
            doc="Sums.\n\n    >>> tt.add(1, 2)",
        )
        binary(
            "eq.Tensor(Tensor self, Tensor other) -> Tensor",
            accepts=ALL,
            promotes="to_bool",
            functor="arithmetic.h:Eq",
            slot="tp_eq",
            doc="Equal.",
        )
        reduction(
            "sum(Tensor self, *, ScalarType? dtype=None) -> Tensor",
            accepts=ALL,
            functor="sums.h:Sum",
            doc="S.",
        )
        reduction(
            "sum.dim(Tensor self, int[1]? dim, bool keepdim=False) -> Tensor",
            accepts=ALL,
            functor="sums.h:Sum",
            doc="S.",
        )
        reduction(
            "max.dim(Tensor self, int dim) -> (Tensor values, Tensor indices)",
            accepts=FLOATING,
            kernel="extrema",
            out=False,
            doc="Largest and where.",
        )
        view("view(Tensor(a) self, int[] size) -> Tensor(a)", function=False, varargs=True, doc="V.")
        factory(
            "full(int[2] size=1, *, Scalar fill=0.5, ScalarType dtype=float, Device? device=None) -> Tensor",
            doc="F.",
        )
        irregular('pad_(Tensor(a!) self, str mode="re\\"flect", int[] pads=[1,2]) -> Tensor(a!)', doc="P.")
        composite(
            "contiguous(Tensor(a) self, *, MemoryFormat memory_format=preserve_format) -> Tensor(a)", doc="C."
        )
        irregular("unbind(Tensor[] ts, bool flag=True) -> ()", function=False, method=False, doc="U.")
    return tuple(
        replace(entry, file="ops/small.py", line=10 * i) for i, entry in enumerate(table.entries(), 1)
    )


@pytest.fixture
def small() -> tuple[OpEntry, ...]:
    return small_entries()
