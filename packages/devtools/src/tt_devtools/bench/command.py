"""The `tt bench` command: options, what is printed, the exit code."""

from pathlib import Path
from typing import Annotated

import typer

from tt_devtools.interpreters import TORCH_PYTHON

WHAT = "What is measured"
HOW = "How"


def bench(
    case: Annotated[
        list[str] | None, typer.Argument(metavar="CASE", help="Cases by name; all when none is given.")
    ] = None,
    area: Annotated[
        list[str] | None,
        typer.Option(
            help="All cases of call, record, large or import; may be repeated.", rich_help_panel=WHAT
        ),
    ] = None,
    torch_python: Annotated[
        Path | None,
        typer.Option(
            metavar="PYTHON",
            envvar=TORCH_PYTHON,
            help="The Python that has PyTorch; else this one, else .venv-parity's.",
            rich_help_panel=WHAT,
        ),
    ] = None,
    rebuild: Annotated[
        bool,
        typer.Option(
            "--rebuild",
            help="Instead: rebuild what a few headers reach, without the cache, and compare the CPU seconds with"
            " what tt buildstats predicts.",
            rich_help_panel=WHAT,
        ),
    ] = False,
    rounds: Annotated[
        int, typer.Option(metavar="N", min=1, help="Rounds per case.", rich_help_panel=HOW)
    ] = 7,
    threads: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=0,
            help="Threads of each library; 0 leaves each its default.",
            rich_help_panel=HOW,
        ),
    ] = 0,
    check: Annotated[
        bool, typer.Option("--check", help="Exit 1 when a target is missed.", rich_help_panel=HOW)
    ] = False,
    no_build: Annotated[
        bool,
        typer.Option(
            "--no-build", help="Measure what is built, even if it is out of date.", rich_help_panel=HOW
        ),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")] = False,
) -> int:
    """Measure tt against PyTorch and NumPy, case by case.

    Rounds alternate between the libraries in one run. The ratio tt / peer is the median over the rounds;
    beside it stand its lowest and highest round. The cost of an empty call or loop is taken off all sides of
    per-call cases.
    """
    from tt_devtools import checkout, interpreters
    from tt_devtools.bench.cases import AREAS
    from tt_devtools.bench.choose import chosen
    from tt_devtools.bench.report import show
    from tt_devtools.bench.run import run_bench
    from tt_devtools.bench.verdict import as_json as to_json
    from tt_devtools.bench.verdict import missed_names
    from tt_devtools.build.before import built
    from tt_devtools.failure import MISUSED, Failure
    from tt_devtools.output import console, put_json

    if rebuild:
        if case or area or no_build:
            raise Failure("--rebuild measures builds, so it takes no cases beside it", code=MISUSED)
        return _rebuild(check, as_json)
    cases = chosen(case or (), area or ())
    here = checkout.find()
    torch = interpreters.torch_python(here, torch_python)
    if not no_build and not built(here):
        return 1
    found = run_bench(cases, torch, rounds, threads)
    if as_json:
        about = {"rounds": rounds, "threads": threads or None, "versions": found.versions}
        put_json(to_json(found.rows, found.means, about))
    else:
        peers = [library for library in found.versions if library != "tt"]
        show(console(), found.rows, found.means, AREAS, peers)
    missed = missed_names(found.rows, found.means)
    return 1 if check and missed else 0


def _rebuild(check: bool, as_json: bool) -> int:
    from tt_devtools.bench import rebuild
    from tt_devtools.output import put, put_json

    found = rebuild.rebuild(rebuild.HEADERS)
    if as_json:
        put_json(rebuild.as_json(found))
    else:
        put(rebuild.show(found))
    return 1 if check and not all(map(rebuild.agrees, found)) else 0
