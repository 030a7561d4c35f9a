"""What a build will have to do after the change: known before it, from the generator and the build folder."""

from collections.abc import Sequence, Set
from dataclasses import dataclass
from pathlib import Path

from tt_devtools.build.ccache import shared_misses
from tt_devtools.new_op.tree.change import Change
from tt_devtools.new_op.tree.places import FUNCTORS
from tt_devtools.ninja_graph.ninja_log import LOG, runs_ms
from tt_devtools.ninja_graph.price import from_ledgers


@dataclass(frozen=True, slots=True)
class Rebuild:
    """Units that a build of `preset` compiles; `seconds` is None where nothing like them was ever timed."""

    preset: str
    units: tuple[str, ...]
    links: int
    seconds: float | None

    def as_json(self) -> dict[str, object]:
        """For `--json`."""
        return {
            "preset": self.preset,
            "units": list(self.units),
            "links": self.links,
            "seconds": self.seconds,
        }


def rebuild(build_dir: Path, made: Sequence[Change], devices: Set[str]) -> Rebuild | None:
    """After these changes, which bring kernels for `devices`; None where there is no build."""
    generated = build_dir / "gen"
    isas = sorted(
        {path.name.split(".")[1] for path in generated.glob("loops_*.gen.cpp")},
        key=lambda isa: (isa != "baseline", isa),
    )
    if not isas:
        return None
    cpp = [each.file for each in made if each.kind == "new" and each.file.endswith(".cpp")]
    written = [file.partition("/tt/kernels/")[2] for file in cpp]
    loops, emulated = [], [name for name in written if name.endswith("_kernels.cpp")]
    if not written:  # a functor is compiled in units that are generated
        stems = [
            Path(each.file).stem for each in made if each.kind == "new" and each.file.startswith(FUNCTORS)
        ]
        loops = [f"loops_{stem}.{isa}.gen.cpp" for stem in stems for isa in isas]
        # The CUDA emulator's kernels are a unit and a library of their own, where the build has them.
        if "cuda" in devices and any(generated.glob("emulated_*.gen.cpp")):
            emulated = [f"emulated_{stem}.gen.cpp" for stem in stems]
    by_hand = [name for name in written if name not in emulated]
    units = (*by_hand, *loops, *emulated, "op_table.gen.cpp", "registration.gen.cpp")
    known = {output: max(runs) for output, runs in runs_ms(build_dir / LOG).items()}
    missed, _ = from_ledgers(build_dir, shared_misses())
    known |= {output: row.price_ms for output, row in missed.items()}
    by_unit: dict[str, int] = {Path(output).name.removesuffix(".o"): ms for output, ms in known.items()}
    like = [ms for isa in isas for ms in _loops(by_unit, isa)]
    same = [by_unit[unit] for unit in units if unit in by_unit]
    links = [ms for output, ms in known.items() if "tt_kernels" in output and "_C" in output]
    count = 1 + len(emulated)
    if not like:
        return Rebuild(build_dir.name, units, count, None)
    kernels = [ms for unit, ms in by_unit.items() if unit.startswith("emulated_")] or [0]
    total = (len(loops) + len(by_hand)) * sum(like) / len(like) + len(emulated) * sum(kernels) / len(kernels)
    total += sum(same) + max(links, default=0)
    return Rebuild(build_dir.name, units, count, round(total / 1000, 1))


def _loops(by_unit: dict[str, int], isa: str) -> list[int]:
    return [ms for unit, ms in by_unit.items() if unit.startswith("loops_") and f".{isa}." in unit]
