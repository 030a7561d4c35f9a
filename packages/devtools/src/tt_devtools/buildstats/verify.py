"""`--verify HEADER`: touches a header of this checkout, builds, and compares with what was predicted.

The cache is bypassed for reading, so that the seconds are those of real compilations; it is refreshed on the
way. The only report that writes.
"""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tt_devtools import checkout
from tt_devtools.build.request import Request as BuildRequest
from tt_devtools.build.result import describe_problem
from tt_devtools.build.run import run_build
from tt_devtools.buildstats.subject import Subject, own_build
from tt_devtools.buildstats.text import listed, printable, rounded, seconds
from tt_devtools.failure import Failure
from tt_devtools.ninja_graph.edge import is_object
from tt_devtools.plural import plural

RECACHE = "CCACHE_RECACHE"


@dataclass(frozen=True, slots=True)
class Verified:
    """Predicted and rebuilt units by output. `least` would do too; seconds are those of the rebuilt units.

    `known` and `measured`: all that was predicted of them, and all that they took, is CPU time; else some is wall time.
    """

    header: str
    predicted: set[str]
    least: int
    rebuilt: set[str]
    predicted_s: float | None
    rebuilt_s: float
    known: bool
    measured: bool

    @property
    def ratio(self) -> float | None:
        """Predicted seconds for one that was spent; None where nothing was rebuilt or ever timed."""
        return self.predicted_s / self.rebuilt_s if self.predicted_s and self.rebuilt_s else None

    @property
    def ok(self) -> bool:
        """Exactly the predicted units were rebuilt, or fewer where files came out the same."""
        if self.rebuilt == self.predicted:
            return True
        return self.rebuilt < self.predicted and len(self.rebuilt) >= self.least


def verify(name: str, jobs: int) -> Verified:
    """Brings the build up to date, predicts, touches, rebuilds."""
    here = checkout.find()
    before = run_build(here, BuildRequest(jobs=jobs))
    if not before.ok:
        raise Failure(f"the build must be up to date first: {describe_problem(before)}")
    subject = Subject(own_build(), jobs)
    file = subject.names.find(name)
    if file is None:
        raise Failure(f"no unit of this checkout reads '{name}', so there is nothing to verify")
    if not file.startswith(f"{here.root.resolve()}/"):
        raise Failure(f"{file} is no file of this checkout, so it is not touched")
    cost = subject.cost(subject.graph.nodes_of_file[file])
    units = [each for each in cost.edges if subject.graph.edges[each].kind == "compile"]
    predicted = {_name(subject.graph.output(each)) for each in units}
    had = os.environ.get(RECACHE)
    os.environ[RECACHE] = "1"
    try:
        os.utime(file)
        result = run_build(here, BuildRequest(jobs=jobs))
    finally:
        os.environ.pop(RECACHE)
        if had is not None:
            os.environ[RECACHE] = had
    if not result.ok:
        raise Failure(f"the build failed, so nothing is verified: {describe_problem(result)}")
    made = {_name(unit.output): unit for unit in result.units if is_object(unit.output)}
    rebuilt = [each for each in units if _name(subject.graph.output(each)) in made]
    return Verified(
        subject.names.shown(file),
        predicted,
        cost.least,
        set(made),
        subject.prices.seconds(rebuilt),
        sum(unit.price_ms for unit in made.values()) / 1000,
        subject.prices.measured.issuperset(rebuilt),
        all(unit.usage.cpu_ms for unit in made.values()),
    )


def _name(output: str) -> str:
    return os.path.normpath(Path(output))


def describe(made: Verified) -> str:
    """Agreement, or every unit that was predicted wrongly."""
    head = printable(made.header)
    time = f"{seconds(made.predicted_s)} CPU s predicted, {made.rebuilt_s:.1f} measured"
    if made.ratio is not None:
        time += f", ratio {made.ratio:.2f}"
    lines = [f"{head}: {plural(len(made.predicted), 'unit')} predicted, {len(made.rebuilt)} rebuilt; {time}"]
    spared = made.predicted - made.rebuilt
    if spared and made.ok:
        lines.append(
            f"  {plural(len(spared), 'unit')} spared: what is generated on the way came out the same"
        )
    for is_cpu, what in ((made.known, "predicted"), (made.measured, "measured")):
        if not is_cpu:
            lines.append(f"  the {what} seconds are wall times: no compiler was measured for some unit")
    for names, what in (
        (made.rebuilt - made.predicted, "rebuilt, but not predicted"),
        (set[str]() if made.ok else spared, "predicted, but not rebuilt"),
    ):
        if names:
            lines += [f"  {what}:", *listed(sorted(map(printable, names)), 20)]
    return "\n".join(lines)


def as_json(made: list[Verified]) -> dict[str, Any]:
    """Both sides, for each header."""
    return {
        "ok": all(each.ok for each in made),
        "headers": [
            {
                "path": each.header,
                "ok": each.ok,
                "predicted": sorted(each.predicted),
                "rebuilt": sorted(each.rebuilt),
                "predicted_cpu_s": rounded(each.predicted_s),
                "rebuilt_cpu_s": rounded(each.rebuilt_s),
                "ratio": rounded(each.ratio),
                "known": each.known,
                "measured": each.measured,
            }
            for each in made
        ],
    }
