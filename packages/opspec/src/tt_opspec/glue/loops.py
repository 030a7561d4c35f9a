"""loops_<header>.<isa>.gen.cpp: the loops of one functor header, to be compiled with one ISA's flags.

A table of loops is named for its functor, so that the overloads of an op share one. Line numbers of entries
are kept out of these files: an op added above another must not recompile the other.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from tt_opspec.dtypes import mask
from tt_opspec.entry import Functor, OpEntry
from tt_opspec.glue.cpp import PROMOTIONS, header

_TEMPLATES: Final = {"PointwiseLoops": "pointwise_loops.h", "ReduceLoops": "reduce_loops.h"}


def headers(entries: Sequence[OpEntry]) -> list[str]:
    """The functor headers that the table names, sorted."""
    return sorted({entry.functor.header for entry in entries if entry.functor})


def functors(entries: Sequence[OpEntry], in_header: str = "") -> dict[str, list[OpEntry]]:
    """Entries by functor name, all of them or those of one header."""
    found: dict[str, list[OpEntry]] = {}
    for entry in entries:
        if entry.functor and in_header in ("", entry.functor.header):
            found.setdefault(entry.functor.name, []).append(entry)
    return found


def table_type(entry: OpEntry) -> str:
    """The C++ type of the entry's loops."""
    return "PointwiseLoops" if entry.pointwise else "ReduceLoops"


def loops(entries: Sequence[OpEntry], in_header: str, isa: str) -> str:
    """The text of one header's unit for `isa`, which is the TT_ISA that the build compiles it with."""
    made = functors(entries, in_header)
    ops = ", ".join(entry.qualified for sharing in made.values() for entry in sharing)
    stem = Functor(in_header, "").stem
    lines = [header(f"the entries {ops}", (f"The loops of functors/{stem}.h, for {isa}.",))]
    kinds = sorted({table_type(sharing[0]) for sharing in made.values()})
    lines += [f'#include "tt/kernels/cpu/{_TEMPLATES[kind]}"' for kind in kinds]
    lines += [f'#include "tt/kernels/functors/{in_header}"', "", "namespace tt::kernels::TT_ISA {", ""]
    for name, sharing in made.items():
        lines += [*_table(name, sharing[0]), ""]
    return "\n".join([*lines, "}  // namespace tt::kernels::TT_ISA", ""])


def _table(functor: str, entry: OpEntry) -> Iterator[str]:
    kind = table_type(entry)
    accepts = f"/*accepts*/{mask(entry.accepts):#06x}u"
    if entry.pointwise:
        tensors = len(entry.schema.tensors)
        numbers = len(entry.schema.args) - tensors
        promotion = f"Promotion::{PROMOTIONS[entry.promotes]}"
        facts = f"/*tensors*/{tensors}, /*scalars*/{numbers}, {accepts}, {promotion}"
        made = f'make_pointwise<{functor}, {facts}>("{functor}")'
    else:
        made = f'make_reduce<{functor}, {accepts}>("{functor}")'
    yield f"extern const {kind} loops_{functor};"
    yield f"const {kind} loops_{functor} = {made};"
