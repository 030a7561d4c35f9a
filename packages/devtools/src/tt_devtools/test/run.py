"""Runs pytest in the checkout and reads how it went.

Its own output passes through untouched, so that its closing line is the last one; with `--json` it goes to
stderr.
"""

import os
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO
from xml.etree import ElementTree

from tt_devtools.stopping import started

# From pytest's exit codes: ok, failed, an error in collection, an internal one, used wrongly, no tests.
_CODES = {0: 0, 1: 1, 2: 1, 3: 1, 4: 2, 5: 1}


@dataclass(frozen=True, slots=True)
class Outcome:
    """`counts` is empty unless they were asked for."""

    code: int
    pytest_code: int
    counts: dict[str, Any]


NOTHING = Outcome(0, 5, {})  # no test is affected, which is no failure


def run_pytest(root: Path, arguments: list[str], environment: dict[str, str], *, count: bool) -> Outcome:
    """Runs pytest with our environment's Python."""
    command = [sys.executable, "-m", "pytest", "-p", "tt_devtools.test.interrupted", *arguments]
    env = {**os.environ, **environment}
    env.pop("PYTHONOPTIMIZE", None)  # it takes the tests' assertions out
    if not count:
        code = _run(command, root, env)
        return Outcome(_CODES.get(code, 1), code, {})
    with tempfile.TemporaryDirectory(prefix="tt-test-") as folder:
        report = Path(folder, "report.xml")
        code = _run([*command, f"--junit-xml={report}"], root, env, sys.stderr)
        return Outcome(_CODES.get(code, 1), code, read_report(report))


def _run(command: list[str], root: Path, env: dict[str, str], stdout: TextIO | None = None) -> int:
    """Its exit code. What ends us lets it tear down its fixtures and sum up."""
    with started(command, cwd=root, env=env, stdout=stdout) as process:
        return int(process.wait())


def read_report(path: Path) -> dict[str, Any]:
    """Totals and the names of what failed, from pytest's JUnit file."""
    try:
        suites = ElementTree.parse(path).getroot().iter("testsuite")
    except (FileNotFoundError, ElementTree.ParseError):
        counts = dict.fromkeys(("passed", "failed", "errors", "skipped", "xfailed"), 0)
        return {**counts, "seconds": 0.0, "failures": []}
    totals = {"tests": 0, "failures": 0, "errors": 0, "skipped": 0}
    xfailed, seconds, failures = 0, 0.0, []
    for suite in suites:
        for key in totals:
            totals[key] += int(suite.get(key, "0"))
        seconds += float(suite.get("time", "0"))
        for case in suite.iter("testcase"):
            xfailed += case.find("skipped[@type='pytest.xfail']") is not None
            if case.find("failure") is not None or case.find("error") is not None:
                failures.append(f"{case.get('classname', '')}::{case.get('name', '')}")
    passed = totals["tests"] - totals["failures"] - totals["errors"] - totals["skipped"]
    return {
        "passed": passed,
        "failed": totals["failures"],
        "errors": totals["errors"],
        "skipped": totals["skipped"] - xfailed,  # JUnit counts an expected failure as skipped
        "xfailed": xfailed,
        "seconds": round(seconds, 3),
        "failures": failures,
    }
