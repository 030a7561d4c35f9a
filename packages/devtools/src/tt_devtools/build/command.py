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
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would be built and stop.", rich_help_panel=HOW)
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")] = False,
) -> int:
    """Build the libraries: only what changed, through ccache, with a check that nothing is left to do.

    Prints what will be compiled and linked before, and time, cache hits and the slowest units after.
    Exits 1 when something does not compile, or when a step would run again although nothing changed.
    """
    from tt_devtools import checkout
    from tt_devtools.build.result import describe, describe_plan, describe_problem
    from tt_devtools.build.run import Request, run_build
    from tt_devtools.failure import MISUSED, Failure
    from tt_devtools.output import put, put_json, say

    if clean and incremental:
        raise Failure("--clean and --incremental exclude each other", code=MISUSED)
    request = Request(preset, tuple(target or ()), jobs, clean, dry_run)
    result = run_build(checkout.find(), request)
    if as_json:
        put_json(result.as_json())
    elif dry_run:
        put(f"{preset}: {describe_plan(result.planned)}")
    elif not result.failed:
        put(describe(result))
    if problem := describe_problem(result):
        say(f"tt build: {problem}")
    return 0 if result.ok else 1
