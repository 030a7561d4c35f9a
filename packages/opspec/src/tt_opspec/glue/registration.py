"""registration.gen.cpp: a line per op with a functor, joining its name to the loops of the ISA that runs, and one per
kernel that an entry names."""

from collections.abc import Sequence

from tt_opspec.entry import OpEntry
from tt_opspec.glue.cpp import header
from tt_opspec.glue.loops import functors, table_type


def registration(entries: Sequence[OpEntry], isas: Sequence[str]) -> str:
    """The text, for a build that compiles `isas`: baseline, then wider ones."""
    made = functors(entries)
    says = (
        "Registers every op that has a functor, and the kernels that entries name; the rest is registered by hand.",
        f"ISAs: {', '.join(isas)}.",
    )
    lines = [header("the op table", says)]
    lines += [
        '#include "tt/kernels/cpu/isa.h"',
        '#include "tt/kernels/registration.h"',
        "",
        "namespace tt::kernels {",
        "",
    ]
    for isa in isas:
        lines.append(f"namespace {isa} {{")
        lines += [f"extern const {table_type(sharing[0])} loops_{name};" for name, sharing in made.items()]
        lines += [f"}}  // namespace {isa}", ""]
    kernels = list(dict.fromkeys(entry.kernel for entry in entries if entry.kernel))
    if kernels:
        lines += [*(f"void register_{kernel}();" for kernel in kernels), ""]
    picks = "".join(
        f"runs(Isa::{isa}) ? {isa}::loops_##functor : " for isa in reversed(isas) if isa != "baseline"
    )
    lines += [
        "// The functor's loops for the best ISA that this build has and this machine runs.",
        f"#define TT_LOOPS(functor) ({picks}baseline::loops_##functor)",
        "",
        "void register_generated() {",
    ]
    for name, sharing in made.items():
        for entry in sharing:
            kind = "pointwise" if entry.pointwise else "reduction"
            kind += "" if "cuda" in entry.devices else "_without_cuda"
            lines.append(f'  register_{kind}("{entry.qualified}", TT_LOOPS({name}));')
    lines += [f"  register_{kernel}();" for kernel in kernels]
    return "\n".join([*lines, "}", "", "}  // namespace tt::kernels", ""])
