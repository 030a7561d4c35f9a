"""`tools/buildstats.py`: the options of `tt buildstats` where typer is not installed."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from tt_devtools.bootstrap import standard_files
from tt_devtools.buildstats import options
from tt_devtools.buildstats.run import Request, run
from tt_devtools.failure import FOUND, Failure
from tt_devtools.output import put_json, say

PROGRAM = "tools/buildstats.py"


def main(arguments: Sequence[str]) -> int:
    """Runs it and returns the exit code."""
    standard_files.open_all()
    parser = argparse.ArgumentParser(PROGRAM, description="What a change of each header rebuilds.")
    parser.add_argument("headers", metavar="HEADER", nargs="*", help=options.HEADER)
    parser.add_argument("--build-dir", metavar="DIR", type=Path, help=options.BUILD_DIR)
    parser.add_argument("--all", dest="every", action="store_true", help=options.EVERY)
    parser.add_argument("--hotspots", action="store_true", help=options.HOTSPOTS)
    parser.add_argument("--diff", action="store_true", help=options.DIFF)
    parser.add_argument("--staged", action="store_true", help=options.STAGED)
    parser.add_argument("--what-if", metavar="EDGE", default="", help=options.WHAT_IF)
    parser.add_argument("--cuts", metavar="N", type=_count, default=0, help=options.CUTS)
    parser.add_argument("--budget", metavar="FILE", type=Path, help=options.BUDGET)
    parser.add_argument("--trend", action="store_true", help=options.TREND)
    parser.add_argument("--html", metavar="FILE", type=Path, help=options.HTML)
    parser.add_argument("--top", metavar="N", type=_count, default=50, help=options.TOP)
    parser.add_argument("--jobs", metavar="N", type=_count, default=0, help=options.JOBS)
    parser.add_argument("--dry-run", action="store_true", help=options.DRY_RUN)
    parser.add_argument("--json", dest="as_json", action="store_true", help=options.JSON)
    chosen = parser.parse_intermixed_args(arguments)
    request = Request(**{**vars(chosen), "headers": tuple(chosen.headers)})
    try:
        return run(request)
    except Failure as failure:
        if chosen.as_json:
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
