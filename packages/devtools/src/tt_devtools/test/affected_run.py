"""`tt test --affected` and `tt build --then-test`: finds the tests that a change can affect, and runs them."""

import os
from collections.abc import Sequence
from pathlib import Path

from tt_devtools.checkout import Checkout
from tt_devtools.failure import MISUSED, Failure
from tt_devtools.git import check_revision, git
from tt_devtools.ninja_graph.load import load
from tt_devtools.output import say
from tt_devtools.test.affected import Affected, describe, find


def affected(here: Checkout, preset: str, names: Sequence[str], made: Sequence[str] = ()) -> Affected:
    """The tests for changed files (see `changed`) and for outputs that a build has just made."""
    build_dir = here.build_dir(preset)
    graph = load(build_dir)[0] if (build_dir / "build.ninja").is_file() else None
    return find(Path(os.path.realpath(here.root)), names, graph, made)


def changed(root: Path, since: str) -> list[str]:
    """What differs from a revision, uncommitted and untracked files among it, as paths below the checkout."""
    check_revision(str(root), since)
    names = {*_listed(root, "diff", "--name-only", "-z", "--no-renames", since, "--")}
    names |= {*_listed(root, "ls-files", "-z", "--others", "--exclude-standard")}
    return sorted(names)


def run_affected(here: Checkout, preset: str, names: Sequence[str], made: Sequence[str]) -> int:
    """Runs them and returns the exit code; nothing to test is no failure."""
    from tt_devtools.test.arguments import marks
    from tt_devtools.test.run import run_pytest
    from tt_devtools.test.sanitizer import environment

    found = affected(here, preset, names, made)
    say(f"tt test: {describe(found)}")
    if not found.tests:
        return 0
    sanitized = environment(preset)
    marked = marks([], sanitized=bool(sanitized))
    return run_pytest(here.root, [*marked, *found.tests], sanitized, count=False).code


def _listed(root: Path, *arguments: str) -> list[str]:
    names, why = git(str(root), arguments)
    if names is None:
        raise Failure(f"git cannot say what changed: {why or 'no reason given'}", code=MISUSED)
    return [os.fsdecode(name) for name in names.split(b"\0") if name]
