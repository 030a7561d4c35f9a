"""emulated_<header>.gen.cpp: a functor header's CUDA kernels, to be compiled for the emulator.

On a device the same kernels are compiled when they are first used, by the names that these units register.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from tt_opspec.dtypes import mask
from tt_opspec.entry import Functor, OpEntry
from tt_opspec.glue.cpp import PROMOTIONS, header
from tt_opspec.glue.loops import functors

_TEMPLATES: Final = {True: "pointwise_kernels.h", False: "reduce_kernels.h"}


def emulated(entries: Sequence[OpEntry], in_header: str) -> str:
    """The text of one header's unit."""
    made = functors([entry for entry in entries if "cuda" in entry.devices], in_header)
    ops = ", ".join(entry.qualified for sharing in made.values() for entry in sharing)
    stem = Functor(in_header, "").stem
    lines = [header(f"the entries {ops}", (f"The CUDA kernels of functors/{stem}.h, for the emulator.",))]
    kinds = sorted({_TEMPLATES[sharing[0].pointwise] for sharing in made.values()})
    lines += [f'#include "tt/kernels/cuda/emulator/{kind}"' for kind in kinds]
    lines += [
        f'#include "tt/kernels/functors/{in_header}"',
        "",
        "namespace tt::emulator {",
        "namespace {",
        "",
    ]
    lines += ["using namespace tt::kernels;", ""]
    for name, sharing in made.items():
        lines += _kernels(name, sharing[0])
    return "\n".join([*lines, "", "}  // namespace", "}  // namespace tt::emulator", ""])


def _kernels(functor: str, entry: OpEntry) -> Iterator[str]:
    accepts = f"/*accepts*/{mask(entry.accepts):#06x}u"
    if entry.pointwise:
        tensors = len(entry.schema.tensors)
        numbers = len(entry.schema.args) - tensors
        promotion = f"Promotion::{PROMOTIONS[entry.promotes]}"
        facts = f"{functor}, /*tensors*/{tensors}, /*scalars*/{numbers}, {accepts}, {promotion}"
        made = f'add_pointwise<{facts}>("{functor}")'
    else:
        made = f'add_reduction<{functor}, {accepts}>("{functor}")'
    yield f"[[maybe_unused]] const bool kernels_{functor} = {made};"
