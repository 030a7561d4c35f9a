"""`tt bench --rebuild`: whether the seconds that buildstats predicts come true, for a few headers of this checkout.

A prediction is only as good as the ledger: a header whose units were never measured here is rebuilt once before.
"""

from collections.abc import Sequence
from typing import Any

from tt_devtools.buildstats import verify
from tt_devtools.buildstats.text import aligned, printable, rounded, seconds
from tt_devtools.buildstats.verify import Verified

# Some of each library, and of loops that are compiled once for each instruction set; 60 CPU s in all.
HEADERS = (
    "tt/core/tensor/view.h",
    "tt/core/bind/op_groups.h",
    "tt/autograd/engine.h",
    "tt/kernels/plan/factory.h",
    "tt/kernels/functors/bitwise.h",
)
MOST = 1.2  # predicted / real, or real / predicted


def rebuild(headers: Sequence[str]) -> list[Verified]:
    """Rebuilds what each of them reaches, one after the other."""
    found = []
    for header in headers:
        made = verify.verify(header, 0)
        found.append(made if made.known else verify.verify(header, 0))
    return found


def agrees(made: Verified) -> bool:
    """Within the 20 % that are asked for; never where units differ or nothing was timed."""
    return made.ok and made.ratio is not None and 1 / MOST <= made.ratio <= MOST


def show(found: Sequence[Verified]) -> str:
    """A row for each header."""
    rows: list[tuple[str, ...]] = [("units", "predicted", "real", "ratio", "header", "")]
    for each in found:
        ratio = "?" if each.ratio is None else f"{each.ratio:.2f}"
        numbers = (str(len(each.rebuilt)), seconds(each.predicted_s), seconds(each.rebuilt_s), ratio)
        rows.append((*numbers, printable(each.header), "ok" if agrees(each) else "missed"))
    missed = [printable(each.header) for each in found if not agrees(each)]
    verdict = f"missed: {', '.join(missed)}" if missed else f"all agree within {MOST - 1:.0%}"
    return "\n".join(
        [
            "CPU seconds of rebuilds, as buildstats predicted them and as they were",
            *aligned(rows, left=2),
            verdict,
        ]
    )


def as_json(found: Sequence[Verified]) -> dict[str, Any]:
    """The same for programs."""
    return {
        "rebuild": [
            {
                "path": each.header,
                "units": len(each.rebuilt),
                "predicted_cpu_s": rounded(each.predicted_s),
                "rebuilt_cpu_s": rounded(each.rebuilt_s),
                "ratio": rounded(each.ratio),
                "ok": agrees(each),
            }
            for each in found
        ],
        "missed": [each.header for each in found if not agrees(each)],
    }
