"""The `tt build` command: options, what is printed, the exit code. The work is in `run`."""

from typing import Annotated

import typer

PLACE = "What and where"
HOW = "How"


def build(
    preset: Annotated[
        str,
        typer.Option(
            help="dev (baseline and this machine's best ISA) or release (all ISAs).", rich_help_panel=PLACE
        ),
    ] = "dev",
    target: Annotated[
        list[str] | None, typer.Option(help="Build only this target; may be repeated.", rich_help_panel=PLACE)
    ] = None,
    incremental: Annotated[
        bool, typer.Option("--incremental", help="Build only what changed. The default.", rich_help_panel=HOW)
    ] = False,
    clean: Annotated[
        bool,
        typer.Option("--clean", help="Empty the build folder first; the cache is kept.", rich_help_panel=HOW),
    ] = False,
    jobs: Annotated[
        int,
        typer.Option(min=0, help="Parallel jobs; 0 chooses by CPUs and free memory.", rich_help_panel=HOW),
    ] = 0,
    plan: Annotated[
        bool,
        typer.Option(
            "--plan",
            "--dry-run",
            help="Say what would be built, why and how long, and stop.",
            rich_help_panel=HOW,
        ),
    ] = False,
    stats: Annotated[
        bool,
        typer.Option(
            "--stats", help="Show the ledger of earlier builds instead of building.", rich_help_panel=HOW
        ),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")] = False,
) -> int:
    """Build the libraries: only what changed, through ccache, with a check that nothing is left to do.

    Says before what will be compiled and linked, why, and how long that takes without the cache; after, the
    time, cache hits and the slowest units.
    Exits 1 when something does not compile, or when a step would run again although nothing changed.
    """
    from tt_devtools import checkout
    from tt_devtools.build.result import describe, describe_plan, describe_problem
    from tt_devtools.build.run import Request, run_build
    from tt_devtools.failure import MISUSED, Failure
    from tt_devtools.output import put, put_json, say

    if clean and incremental:
        raise Failure("--clean and --incremental exclude each other", code=MISUSED)
    if stats:
        return _show_ledger(preset, as_json, clean or plan)
    request = Request(preset, tuple(target or ()), jobs, clean, plan)
    result = run_build(checkout.find(), request)
    if as_json:
        put_json(result.as_json())
    elif plan:
        put(f"{preset}: {describe_plan(result.planned)}")
    elif not result.failed:
        put(describe(result))
    if problem := describe_problem(result):
        say(f"tt build: {problem}")
    return 0 if result.ok else 1


def _show_ledger(preset: str, as_json: bool, more_asked: bool) -> int:
    from tt_devtools import checkout
    from tt_devtools.build.configure import check_preset
    from tt_devtools.build.stats import describe, read
    from tt_devtools.failure import MISUSED, Failure
    from tt_devtools.output import put, put_json

    if more_asked:
        raise Failure("--stats builds nothing, so --clean and --plan have no place beside it", code=MISUSED)
    here = checkout.find()
    check_preset(here, preset)
    stats = read(here.build_dir(preset))
    if as_json:
        put_json({"preset": preset, **stats.as_json()})
    else:
        put(f"{preset}: {describe(stats)}")
    return 0
