"""`tt test --affected` and `tt build --then-test`: finds the tests that a change can affect, and runs them."""

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

from tt_devtools.checkout import Checkout
from tt_devtools.failure import MISUSED, Failure
from tt_devtools.ninja_graph.load import load
from tt_devtools.output import say
from tt_devtools.test.affected import Affected, describe, find


def affected(here: Checkout, preset: str, since: str, made: Sequence[str] = ()) -> Affected:
    """The tests for all that differs from a revision, uncommitted and untracked files among it."""
    build_dir = here.build_dir(preset)
    graph = load(build_dir)[0] if (build_dir / "build.ninja").is_file() else None
    return find(Path(os.path.realpath(here.root)), changed(here.root, since), graph, made)


def changed(root: Path, since: str) -> list[str]:
    """Paths below the checkout."""
    names = {*_git(root, "diff", "--name-only", "-z", "--no-renames", "--end-of-options", since, "--")}
    names |= {*_git(root, "ls-files", "-z", "--others", "--exclude-standard")}
    return sorted(names)


def run_affected(here: Checkout, preset: str, *, since: str, made: Sequence[str]) -> int:
    """Runs them and returns the exit code; nothing to test is no failure."""
    from tt_devtools.test.arguments import marks
    from tt_devtools.test.run import run_pytest
    from tt_devtools.test.sanitizer import environment

    found = affected(here, preset, since, made)
    say(f"tt test: {describe(found)}")
    if not found.tests:
        return 0
    sanitized = environment(here)
    marked = marks([], sanitized=bool(sanitized))
    return run_pytest(here.root, [*marked, *found.tests], sanitized, count=False).code


def _git(root: Path, *arguments: str) -> list[str]:
    try:
        done = subprocess.run(["git", "-C", str(root), *arguments], capture_output=True)
    except OSError as error:
        raise Failure(f"git cannot be run: {error.strerror}") from None
    if done.returncode:
        complaint = done.stderr.decode("utf-8", "replace").strip().splitlines()
        why = complaint[0] if complaint else "no reason given"
        hint = "--since takes a revision: HEAD~3, main, a commit" if "bad revision" in why else ""
        raise Failure(f"git cannot say what changed: {why}", hint=hint, code=MISUSED)
    return [os.fsdecode(name) for name in done.stdout.split(b"\0") if name]
