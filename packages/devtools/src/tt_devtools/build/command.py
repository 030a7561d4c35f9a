"""The `tt build` command: options, what is printed, the exit code. The work is in `run`."""

from typing import Annotated

import typer

from tt_devtools.build import REMOTE_CACHE

PLACE = "What and where"
HOW = "How"
ASK = "Ask instead of building"


def build(
    what: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="WHAT",
            help="Targets; with --why: outputs; with --debug: sources or headers.",
            show_default=False,
        ),
    ] = None,
    preset: Annotated[
        str,
        typer.Option(
            help="dev (baseline and this machine's best ISA), release (all ISAs), debug, asan or tsan.",
            rich_help_panel=PLACE,
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
        typer.Option(
            metavar="N", min=0, help="Parallel jobs; 0 chooses by CPUs and free memory.", rich_help_panel=HOW
        ),
    ] = 0,
    debug: Annotated[
        bool,
        typer.Option(
            "--debug",
            help="From now on compile the files WHAT with symbols; without WHAT, none.",
            rich_help_panel=HOW,
        ),
    ] = False,
    remote_cache: Annotated[
        str,
        typer.Option(
            metavar="URL",
            envvar=REMOTE_CACHE,
            help="A cache that machines share: redis://HOST[:PORT] or http://HOST/PATH.",
            rich_help_panel=HOW,
        ),
    ] = "",
    distribute: Annotated[
        str,
        typer.Option(
            metavar="HOST/JOBS,...",
            help="Compile on other machines too, through distcc.",
            rich_help_panel=HOW,
        ),
    ] = "",
    then_test: Annotated[
        bool,
        typer.Option(
            "--then-test", help="Then run the tests that the change can affect.", rich_help_panel=HOW
        ),
    ] = False,
    plan: Annotated[
        bool,
        typer.Option(
            "--plan",
            "--dry-run",
            help="Say what would be built, why and how long, and stop.",
            rich_help_panel=ASK,
        ),
    ] = False,
    why: Annotated[
        bool,
        typer.Option(
            "--why", help="Show what would be built (of WHAT) below its root causes.", rich_help_panel=ASK
        ),
    ] = False,
    why_miss: Annotated[
        str,
        typer.Option(
            metavar="FILE", help="Say why the cache missed it in the latest build.", rich_help_panel=ASK
        ),
    ] = "",
    stats: Annotated[
        bool,
        typer.Option("--stats", help="Show the ledger of earlier builds.", rich_help_panel=ASK),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")] = False,
) -> int:
    """Build the libraries: only what changed, through ccache, with a check that nothing is left to do.

    First says what it will compile and link, why, and how long that takes without the cache; afterwards the
    time, cache hits and the slowest units.
    Exits 1 when something does not compile, or when a step would run again although nothing changed.
    """
    from tt_devtools.build import asking
    from tt_devtools.build.distribute import parse
    from tt_devtools.build.environment import Reach
    from tt_devtools.build.remote import check
    from tt_devtools.build.request import Request
    from tt_devtools.failure import MISUSED, Failure

    if clean and incremental:
        raise Failure("--clean and --incremental exclude each other", code=MISUSED)
    asked = [name for name, set_ in (("--stats", stats), ("--why", why), ("--why-miss", why_miss)) if set_]
    if len(asked) > 1 or (asked and (clean or plan or debug or then_test)):
        raise Failure(f"{asked[0]} builds nothing and stands alone", code=MISUSED)
    if then_test and (as_json or plan):
        raise Failure("--then-test runs pytest, so --json and --plan have no place beside it", code=MISUSED)
    if stats:
        return asking.show_ledger(preset, as_json)
    if why_miss:
        return asking.show_misses(preset, why_miss, as_json)
    if remote_cache:
        check(remote_cache)
    names = tuple(what or ())
    request = Request(
        preset=preset,
        targets=(*(target or ()), *(() if debug or why else names)),
        jobs=jobs,
        clean=clean,
        dry_run=plan,
        debug=names if debug else None,
        reach=Reach(remote_cache, parse(distribute)),
    )
    if why:
        return asking.show_causes(request, names, as_json)
    return asking.build(request, as_json=as_json, then_test=then_test)
