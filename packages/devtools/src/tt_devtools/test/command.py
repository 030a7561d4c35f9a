"""The `tt test` command: what is run with which arguments. Choosing is `selection`'s, running `run`'s."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tt_devtools.interpreters import TORCH_PYTHON

if TYPE_CHECKING:
    from tt_devtools.checkout import Checkout

CONTEXT = {"allow_extra_args": True, "ignore_unknown_options": True}


def test(
    context: typer.Context,
    parity: Annotated[
        bool, typer.Option("--parity", help="Run the tests that compare with PyTorch, only these.")
    ] = False,
    torch_python: Annotated[
        Path | None,
        typer.Option(
            metavar="PYTHON",
            envvar=TORCH_PYTHON,
            help="The Python that has PyTorch; else this one, else .venv-parity's.",
        ),
    ] = None,
    cuda: Annotated[
        bool, typer.Option("--cuda", help="Run the tests of CUDA, on the emulator; only these.")
    ] = False,
    affected: Annotated[
        bool,
        typer.Option("--affected", help="Run the tests that changes since a revision can affect."),
    ] = False,
    since: Annotated[
        str, typer.Option(metavar="REV", help="The revision of --affected; HEAD: what is not committed.")
    ] = "HEAD",
    preset: Annotated[
        str, typer.Option(help="Build and test these libraries: dev, release, debug, asan or tsan.")
    ] = "dev",
    no_build: Annotated[
        bool, typer.Option("--no-build", help="Test what is built, even if it is out of date.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would be built and run, and stop.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="One JSON object on stdout; pytest's output on stderr.")
    ] = False,
) -> int:
    """Build what is out of date, then run the tests: all of them, those of an OP, or what pytest is told.

    tt test  |  tt test add  |  tt test add -x  |  tt test tests/ops -k float32  |  tt test --affected

    Leading words that are not paths are ops; everything else goes to pytest unchanged.
    """
    from tt_devtools import checkout
    from tt_devtools.build import in_place
    from tt_devtools.build.before import built
    from tt_devtools.failure import MISUSED, Failure
    from tt_devtools.output import put, put_json, say
    from tt_devtools.test import sanitizer
    from tt_devtools.test.affected import describe
    from tt_devtools.test.affected_run import affected as find_affected
    from tt_devtools.test.affected_run import changed
    from tt_devtools.test.arguments import marks, split
    from tt_devtools.test.run import NOTHING, run_pytest

    here = checkout.find()
    ops, arguments = split(context.args, here.root)
    if affected and (ops or any(not each.startswith("-") and Path(each).exists() for each in arguments)):
        raise Failure("--affected chooses the tests, so ops and paths have no place beside it", code=MISUSED)
    if cuda and (affected or parity):
        other = "--affected" if affected else "--parity"
        raise Failure(f"--cuda and {other} choose different tests", code=MISUSED)
    environment = _parity_environment(here, torch_python) if parity else {}
    names = changed(here.root, since) if affected else []  # first, so that what git refuses costs no build
    if no_build:
        in_place.check(here.root / "build", preset)
    elif not built(here, preset, dry_run=dry_run):
        return 1
    sanitized = sanitizer.environment(preset)
    environment |= sanitized
    chosen: list[str] = ["tests/cuda"] if cuda else []
    if affected:
        found = find_affected(here, preset, names)
        say(f"tt test: {describe(found)}")
        chosen = found.tests
    marked = marks(arguments, sanitized=bool(sanitized), parity=parity)
    selected = ["-p", "tt_devtools.test.selection", *(f"--op={op}" for op in ops)] if ops else []
    command = [*selected, *marked, *arguments, *chosen]
    told = {"ops": ops, "arguments": arguments, **({"affected": chosen} if affected else {})}
    if dry_run:
        if as_json:
            put_json({**told, "pytest": command})
        else:
            for line in chosen if affected else [shlex.join(["pytest", *command])]:
                put(line)
        return 0
    outcome = (
        run_pytest(here.root, command, environment, count=as_json) if chosen or not affected else NOTHING
    )
    if as_json:
        put_json({**told, "pytest_exit_code": outcome.pytest_code, **outcome.counts})
    return outcome.code


def _parity_environment(here: "Checkout", asked: Path | None) -> dict[str, str]:
    from tt_devtools.failure import Failure
    from tt_devtools.interpreters import how_to_get_torch, torch_python

    python = torch_python(here, asked)
    if python is None:
        raise Failure("--parity needs PyTorch, which no Python here has", hint=how_to_get_torch())
    return {TORCH_PYTHON: str(python)}
