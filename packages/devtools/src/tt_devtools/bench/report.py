"""The table of `tt bench`. Draws what `verdict` found; must not judge."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tt_devtools.bench.case import OURS, Area
from tt_devtools.bench.verdict import Mean, Ratio, Row
from tt_devtools.duration import duration

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table


def show(
    console: "Console",
    rows: Sequence[Row],
    means: Sequence[Mean],
    areas: Mapping[str, Area],
    peers: Sequence[str],
) -> None:
    """One table per area, then the geometric means and the verdict."""
    for name in dict.fromkeys(row.area for row in rows):
        console.print(_area_table(areas[name], [row for row in rows if row.area == name], peers))
        for mean in means:
            if mean.area == name:
                target = f", target {mean.target:.2f}: {_word(mean.ok)}" if mean.target is not None else ""
                console.print(f"  geometric mean {mean.value:.3f} x {mean.peer} over {mean.cases}{target}")
        console.print()
    missed = [row.name for row in rows if row.missed]
    console.print(f"missed: {', '.join(missed)}" if missed else "every target that was asked for is met")


def _area_table(area: Area, rows: Sequence[Row], peers: Sequence[str]) -> "Table":
    from rich import box
    from rich.table import Table

    table = Table(
        title=f"{area.name}: {area.summary}", box=box.SIMPLE_HEAD, title_justify="left", pad_edge=False
    )
    table.add_column("case", no_wrap=True)
    table.add_column(OURS, justify="right")
    for peer in peers:
        table.add_column(peer, justify="right")
        table.add_column("ratio (low-high)", justify="right")
        table.add_column("target", justify="right")
    table.add_column("", justify="left")
    for row in rows:
        table.add_row(row.name, *_cells(row, peers), _verdict(row), style="bold" if row.missed else None)
    return table


def _cells(row: Row, peers: Sequence[str]) -> list[str]:
    if row.ours_s is None:
        return ["-", *[""] * (3 * len(peers))]
    cells = [duration(row.ours_s) + (f" <= {duration(row.at_most_s)}" if row.at_most_s else "")]
    by_peer = {ratio.peer: ratio for ratio in row.ratios}
    for peer in peers:
        ratio = by_peer.get(peer)
        if ratio is None:
            cells += ["-", "", ""]
        else:
            target = "" if ratio.target is None else f"{ratio.target:.2f}"
            cells += [duration(row.peers_s[peer]), _ratio(ratio), target]
    return cells


def _ratio(ratio: Ratio) -> str:
    return f"{ratio.median:.3f} ({ratio.low:.3f}-{ratio.high:.3f})"


def _verdict(row: Row) -> str:
    if row.errors:
        return "; ".join(f"{library}: {error}" for library, error in row.errors.items())
    judged = [ratio.ok for ratio in row.ratios if ratio.ok is not None] + [row.time_ok] * (
        row.time_ok is not None
    )
    return _word(all(judged)) if judged else ""


def _word(ok: bool | None) -> str:
    return "" if ok is None else "ok" if ok else "miss"
