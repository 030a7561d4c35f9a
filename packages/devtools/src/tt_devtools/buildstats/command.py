"""The `tt buildstats` command: its options. The work is in `run`."""

from pathlib import Path
from typing import Annotated

import typer

WHAT = "What to price"
HOW = "How it is told"


def buildstats(
    header: Annotated[
        list[str] | None,
        typer.Argument(help="Headers by path or by its end: tensor.h, tt/core/tensor/tensor.h."),
    ] = None,
    build_dir: Annotated[
        Path | None,
        typer.Option(
            help="Any ninja build directory; else this checkout's build/dev. It is only read.",
            rich_help_panel=WHAT,
        ),
    ] = None,
    every: Annotated[
        bool,
        typer.Option("--all", help="Headers of the system and of packages too.", rich_help_panel=WHAT),
    ] = False,
    top: Annotated[int, typer.Option(min=0, help="How many headers to show.", rich_help_panel=HOW)] = 50,
    jobs: Annotated[
        int,
        typer.Option(min=0, help="Jobs for the wall time; 0 as tt build chooses.", rich_help_panel=HOW),
    ] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")] = False,
) -> int:
    """What a change of each header rebuilds: units, links, CPU and wall seconds, and how often it changes.

    With HEADER: its units, who includes it directly, and the include chains that lead to it.

    Works on any ninja build directory (PyTorch, LLVM, any CMake project) by parsing its files: nothing is
    built, written or handed to ninja. What it cannot know it says on stderr.
    """
    from tt_devtools.buildstats.run import Request, run

    return run(Request(tuple(header or ()), build_dir, top, jobs, every, as_json))
