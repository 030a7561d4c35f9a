"""The `tt` command: what commands there are, and how any failure is told.

Each command's module holds its options and imports its work only when it is called, which keeps `tt --help`
quick.
"""

import os
import sys
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Annotated, Any

import typer

from tt_devtools import help_values, interrupts, quick_values
from tt_devtools.bench.command import bench
from tt_devtools.bootstrap import standard_files
from tt_devtools.build.command import build
from tt_devtools.buildstats.command import buildstats
from tt_devtools.docs.command import docs
from tt_devtools.doctor.command import doctor
from tt_devtools.failure import FOUND, Failure
from tt_devtools.interrupts import INTERRUPTED
from tt_devtools.new_op.command import new_op
from tt_devtools.output import put, put_json, say
from tt_devtools.show.command import show
from tt_devtools.suggest import did_you_mean
from tt_devtools.test.command import CONTEXT, test
from tt_devtools.trace.command import trace
from tt_devtools.where.command import ops, where

UNDERSTAND = "Understand"
CHANGE = "Build and test"
MEASURE = "Measure"

help_values.install()
quick_values.install()
app = typer.Typer(
    help="Trace, build, test and measure tt from a checkout.",
    epilog="Exit codes: 0 ok, 1 found a problem, 2 used wrongly. Data goes to stdout, talk to stderr.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"max_content_width": 110, "help_option_names": ["--help", "-h"]},
)


def _show_version(asked: bool) -> None:
    """As pip does it: several checkouts may be about."""
    if asked:
        from importlib.metadata import version

        from tt_devtools import checkout

        put(f"tt {version('tt-devtools')} from {checkout.find().root} (Python {sys.version.split()[0]})")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit."),
    ] = False,
) -> None: ...


def _add(panel: str, command: Callable[..., int], **settings: Any) -> None:
    # Typer keeps the line breaks of a docstring; a terminal has its own width.
    paragraphs = (command.__doc__ or "").split("\n\n")
    text = "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)
    app.command(help=text, rich_help_panel=panel, **settings)(_heeding(command))


def _heeding(command: Callable[..., int]) -> Callable[..., int]:
    """Ctrl-C reaches `main`: of KeyboardInterrupt itself Typer makes an exit that says nothing."""

    @wraps(command)
    def run(*args: Any, **options: Any) -> int:
        try:
            interrupts.heed()
            return command(*args, **options)
        except KeyboardInterrupt:
            raise typer.Abort from None

    return run


_add(UNDERSTAND, trace)
_add(UNDERSTAND, where)
_add(UNDERSTAND, ops)
_add(UNDERSTAND, docs)
_add(UNDERSTAND, show)
_add(UNDERSTAND, buildstats)
_add(CHANGE, build)
_add(CHANGE, test, context_settings=CONTEXT, options_metavar="[OPTIONS] [OP]... [PYTEST ARGS]...")
_add(CHANGE, new_op)
_add(CHANGE, doctor)
_add(MEASURE, bench)


def main(args: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code. Nothing that a user does ends in a traceback."""
    standard_files.open_all()
    arguments = list(sys.argv[1:] if args is None else args)
    if arguments[:1] == ["help"]:
        arguments = [*arguments[1:], "--help"]
    command = next((each for each in arguments if not each.startswith("-")), "")
    try:
        return _exit_code(app(arguments, prog_name="tt", standalone_mode=False))
    except Failure as failure:
        _tell(command, failure.message, failure.hint, "--json" in arguments)
        return failure.code
    except typer.TyperException as error:
        return _tell_misuse(command, error, arguments)
    except typer.Abort:
        say(f"{_name(command)}: interrupted")
        return INTERRUPTED
    except BrokenPipeError:  # whoever read us has gone
        _drop_stdout()
        return FOUND
    except OSError as error:
        message = f"{error.strerror or error}{f': {error.filename}' if error.filename else ''}"
        hint = ""
        if _folder_is_gone():
            message, hint = "the current folder was removed", "cd to one that exists"
        _tell(command, message, hint, "--json" in arguments)
        return FOUND


def _folder_is_gone() -> bool:
    try:
        os.getcwd()
    except FileNotFoundError:
        return True
    return False


def _drop_stdout() -> None:
    """Nothing more goes there, so that Python's own flush at exit does not complain either."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _exit_code(value: Any) -> int:
    return value if isinstance(value, int) else 0


def _tell(command: str, message: str, hint: str, as_json: bool) -> None:
    if as_json:
        try:
            put_json({"error": message, "hint": hint})
        except OSError:  # a full disk, or nobody reads: what is told is on stderr
            _drop_stdout()
    say(f"{_name(command)}: {message}")
    if hint:
        say(f"hint: {hint}")


def _commands() -> set[str]:
    return {
        (each.name or each.callback.__name__).replace("_", "-")
        for each in app.registered_commands
        if each.callback
    }


def _name(command: str) -> str:
    return f"tt {command}" if command else "tt"


def _tell_misuse(command: str, error: typer.TyperException, arguments: Sequence[str]) -> int:
    message = error.format_message()
    if not message:  # `tt` alone: the help was printed
        return error.exit_code
    context = getattr(error, "ctx", None)
    # An option whose argument is missing is told without a context.
    known = context.parent is not None if context is not None else command in _commands()
    hint = f"tt {command + ' ' if known else ''}--help"
    if possible := getattr(error, "possibilities", None):
        message, hint = error.message, did_you_mean(getattr(error, "option_name", ""), possible) or hint
    script = next((each for each in arguments if each.endswith(".py")), "") if command == "trace" else ""
    if script and not getattr(error, "possibilities", True):  # an option that is near none of ours
        hint = f"the script's own options stand behind --: tt trace {script} -- ..."
    _tell(command if known else "", message[:1].lower() + message[1:], hint, "--json" in arguments)
    return error.exit_code
