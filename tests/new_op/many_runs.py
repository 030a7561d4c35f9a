"""Many `tt new-op` commands in one process, of the copy that it runs in: start-up and imports cost more than the work.

Usage: many_runs.py < COMMANDS, a list of argument lists. Functors are compiled by the build that follows. Prints a
list of the commands' answers to --json; the first that fails ends it, with its exit code.
"""

from __future__ import annotations

import io
import json
import sys
from contextlib import redirect_stdout
from typing import Any

from tt_devtools import cli
from tt_devtools.new_op import check


def answered(arguments: list[str]) -> Any:
    """One command's answer."""
    output = io.StringIO()
    with redirect_stdout(output):
        code = cli.main(["new-op", *arguments, "--json"])
    if code:
        print(f"new-op {arguments}: {output.getvalue()}", file=sys.stderr)
        sys.exit(code)
    return json.loads(output.getvalue())


if __name__ == "__main__":
    check.compiler = lambda: None
    print(json.dumps([answered(each) for each in json.load(sys.stdin)]))
