"""The table of `tt bench`. Draws what `verdict` found; must not judge."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tt_devtools.bench.case import OURS, Area
from tt_devtools.bench.verdict import Mean, Row, missed_names
from tt_devtools.duration import duration
from tt_devtools.output import draw

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
    """One table per area, what raised, the geometric means, and what was missed."""
    for name in dict.fromkeys(row.area for row in rows):
        inside = [row for row in rows if row.area == name]
        draw(console, _area_table(areas[name], inside, peers))
        for row in inside:
            for library, error in row.errors.items():
                console.print(f"  {row.name}: {library} raised {error}", markup=False)
        for mean in means:
            if mean.area == name:
                target = f", target {mean.target:.2f}: {_word(mean.ok)}" if mean.target is not None else ""
                console.print(f"  geometric mean {mean.value:.3f} x {mean.peer} over {mean.cases}{target}")
        console.print()
    missed = missed_names(rows, means)
    console.print(f"missed: {', '.join(missed)}" if missed else "every target that was asked for is met")


def _area_table(area: Area, rows: Sequence[Row], peers: Sequence[str]) -> "Table":
    from rich import box
    from rich.table import Table

    title = f"{area.name}: {area.summary}"
    table = Table(
        title=title, box=box.SIMPLE_HEAD, title_justify="left", pad_edge=False, padding=(0, 1, 0, 0)
    )
    table.add_column("case", no_wrap=True)
    table.add_column(OURS, justify="right", no_wrap=True)
    for peer in peers:
        for heading in (peer, "ratio", "low-high", "target"):
            table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("", justify="left", no_wrap=True)
    for row in rows:
        table.add_row(row.name, *_cells(row, peers), _verdict(row), style="bold" if row.missed else None)
    return table


def _cells(row: Row, peers: Sequence[str]) -> list[str]:
    if row.ours_s is None:
        return ["-", *[""] * (4 * len(peers))]
    cells = [duration(row.ours_s) + (f" <= {duration(row.at_most_s)}" if row.at_most_s else "")]
    by_peer = {ratio.peer: ratio for ratio in row.ratios}
    for peer in peers:
        ratio = by_peer.get(peer)
        if ratio is None:
            cells += ["-", "", "", ""]
        else:
            target = "" if ratio.target is None else f"{ratio.target:.2f}"
            spread = f"{ratio.low:.3f}-{ratio.high:.3f}"
            cells += [duration(row.peers_s[peer]), f"{ratio.median:.3f}", spread, target]
    return cells


def _verdict(row: Row) -> str:
    if OURS in row.errors:
        return "error"
    if row.missed:
        return "miss"
    judged = row.time_ok is not None or any(ratio.ok is not None for ratio in row.ratios)
    return "ok" if judged else ""


def _word(ok: bool | None) -> str:
    return "" if ok is None else "ok" if ok else "miss"
