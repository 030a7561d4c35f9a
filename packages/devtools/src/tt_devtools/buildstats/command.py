"""The `tt buildstats` command: its options. The work is in `run`."""

from pathlib import Path
from typing import Annotated

import typer

from tt_devtools.buildstats import options

WHAT = "What to price"
HOW = "How it is told"


def buildstats(
    header: Annotated[list[str] | None, typer.Argument(metavar="HEADER", help=options.HEADER)] = None,
    build_dir: Annotated[
        Path | None, typer.Option(metavar="DIR", help=options.BUILD_DIR, rich_help_panel=WHAT)
    ] = None,
    every: Annotated[bool, typer.Option("--all", help=options.EVERY, rich_help_panel=WHAT)] = False,
    hotspots: Annotated[
        bool, typer.Option("--hotspots", help=options.HOTSPOTS, rich_help_panel=WHAT)
    ] = False,
    diff: Annotated[bool, typer.Option("--diff", help=options.DIFF, rich_help_panel=WHAT)] = False,
    staged: Annotated[bool, typer.Option("--staged", help=options.STAGED, rich_help_panel=WHAT)] = False,
    what_if: Annotated[str, typer.Option(metavar="EDGE", help=options.WHAT_IF, rich_help_panel=WHAT)] = "",
    cuts: Annotated[
        int, typer.Option(metavar="N", min=0, help=options.CUTS, show_default=False, rich_help_panel=WHAT)
    ] = 0,
    budget: Annotated[
        Path | None, typer.Option(metavar="FILE", help=options.BUDGET, rich_help_panel=WHAT)
    ] = None,
    verify: Annotated[
        list[str] | None, typer.Option(metavar="HEADER", help=options.VERIFY, rich_help_panel=WHAT)
    ] = None,
    trend: Annotated[bool, typer.Option("--trend", help=options.TREND, rich_help_panel=WHAT)] = False,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help=options.HTML, rich_help_panel=HOW)] = None,
    top: Annotated[int, typer.Option(metavar="N", min=0, help=options.TOP, rich_help_panel=HOW)] = 50,
    jobs: Annotated[int, typer.Option(metavar="N", min=0, help=options.JOBS, rich_help_panel=HOW)] = 0,
    dry_run: Annotated[bool, typer.Option("--dry-run", help=options.DRY_RUN, rich_help_panel=HOW)] = False,
    as_json: Annotated[bool, typer.Option("--json", help=options.JSON)] = False,
) -> int:
    """What a change of each header rebuilds: units, links, CPU and wall seconds, and how often it changes.

    With HEADER: its units, who includes it directly, and the include chains that lead to it.

    Works on any ninja build directory (PyTorch, LLVM, any CMake project) by parsing its files: nothing is
    built, written or handed to ninja. Stderr says what it cannot know.
    """
    from tt_devtools.buildstats.run import Request, run

    return run(
        Request(
            headers=tuple(header or ()),
            build_dir=build_dir,
            top=top,
            jobs=jobs,
            every=every,
            as_json=as_json,
            hotspots=hotspots,
            diff=diff,
            staged=staged,
            what_if=what_if,
            cuts=cuts,
            budget=budget,
            html=html,
            verify=tuple(verify or ()),
            trend=trend,
            dry_run=dry_run,
        )
    )
