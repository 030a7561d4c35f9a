"""A build directory of PyTorch's size, made in seconds: units that read layers of headers, libraries over them."""

from __future__ import annotations

import random
from pathlib import Path

from deps_writer import DepsWriter

RULES = """rule CXX_COMPILER__torch_cpu_Release
  command = c++ -I../include -c $in -o $out
  deps = gcc
rule CXX_SHARED_LIBRARY_LINKER__torch_cpu_Release
  command = c++ -shared $in -o $out
"""


def write_large_tree(
    root: Path, *, units: int = 9000, deps: int = 900, headers: int = 12_000, seed: int = 1
) -> Path:
    """The build directory. Header n includes a few with smaller numbers; the small ones are read by nearly all."""
    dice = random.Random(seed)
    out = root / "build"
    out.mkdir(parents=True)
    # As in a real tree, few headers are read by most units and most by few.
    popular = [f"../include/h{number}.h" for number in range(deps * 2 // 3)]
    rare = [f"../include/h{number}.h" for number in range(len(popular), headers)]
    writer, edges, log = DepsWriter(), [], ["# ninja log v6"]
    for number in range(units):
        output, source = f"lib/u{number}.o", f"../src/u{number}.cpp"
        read = [*popular, *dice.sample(rare, deps - len(popular))]
        writer.record(output, source, *read)
        edges.append(f"build {output}: CXX_COMPILER__torch_cpu_Release {source}\n")
        log.append(f"0\t{dice.randrange(2000, 60_000)}\t1\t{output}\tff")
    for library in range(0, units, 500):
        objects = " ".join(f"lib/u{number}.o" for number in range(library, min(units, library + 500)))
        edges.append(f"build lib/l{library}.so: CXX_SHARED_LIBRARY_LINKER__torch_cpu_Release {objects}\n")
        log.append(f"0\t4000\t1\tlib/l{library}.so\tff")
    (out / "build.ninja").write_text(RULES + "".join(edges))
    (out / ".ninja_deps").write_bytes(writer.data)
    (out / ".ninja_log").write_text("\n".join(log) + "\n")
    return out
