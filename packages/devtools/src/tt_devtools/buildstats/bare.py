"""`tools/buildstats.py`: the options of `tt buildstats` where typer is not installed."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from tt_devtools.buildstats.run import Request, run
from tt_devtools.failure import FOUND, Failure
from tt_devtools.output import put_json, say

PROGRAM = "tools/buildstats.py"


def main(arguments: Sequence[str]) -> int:
    """Runs it and returns the exit code."""
    parser = argparse.ArgumentParser(PROGRAM, description="What a change of each header rebuilds.")
    parser.add_argument("header", nargs="*", help="headers by path or by its end")
    parser.add_argument("--build-dir", type=Path, help="any ninja build directory; it is only read")
    parser.add_argument("--all", action="store_true", help="headers of the system and of packages too")
    parser.add_argument("--top", type=_count, default=50, help="how many headers to show")
    parser.add_argument("--jobs", type=_count, default=0, help="jobs for the wall time")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")
    chosen = parser.parse_args(arguments)
    request = Request(
        tuple(chosen.header), chosen.build_dir, chosen.top, chosen.jobs, chosen.all, chosen.json
    )
    try:
        return run(request)
    except Failure as failure:
        if chosen.json:
            put_json({"error": failure.message, "hint": failure.hint})
        say(f"{PROGRAM}: {failure.message}")
        if failure.hint:
            say(f"hint: {failure.hint}")
        return failure.code
    except KeyboardInterrupt:
        say(f"{PROGRAM}: interrupted")
        return 130
    except OSError as error:
        if not isinstance(error, BrokenPipeError):
            say(f"{PROGRAM}: {error.strerror or error}{f': {error.filename}' if error.filename else ''}")
        return FOUND


def _count(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"expected a number from 0 up, got '{text}'")
    return int(text)
