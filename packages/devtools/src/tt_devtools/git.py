"""Git asked in ways that cannot run what a foreign repository's configuration names.

No filters, monitors, text converters, external diffs, signature programs or fetches: only plumbing that reads
the object store and the index.
"""

import os
import subprocess
from collections.abc import Sequence

from tt_devtools.failure import MISUSED, Failure
from tt_devtools.suggest import did_you_mean

TIMEOUT_S = 20
_SAFE = ("-c", "log.showSignature=false", "-c", "core.fsmonitor=false", "-c", "protocol.allow=never")
_ENVIRONMENT = {"GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0"}


def repository(folder: str, known: dict[str, str]) -> str:
    """The nearest folder upwards with a .git, "" when there is none. `known` keeps answers."""
    if folder not in known:
        if os.path.lexists(os.path.join(folder, ".git")):
            known[folder] = folder
        else:
            above = os.path.dirname(folder)
            known[folder] = repository(above, known) if above != folder else ""
    return known[folder]


def git(root: str, arguments: Sequence[str], stdin: bytes = b"") -> tuple[bytes | None, str]:
    """What git prints, and its complaint; None where it failed, is not there or takes too long."""
    try:
        done = subprocess.run(
            ["git", *_SAFE, "-C", root, *arguments],
            capture_output=True,
            env={**os.environ, **_ENVIRONMENT},
            input=stdin,
            timeout=TIMEOUT_S,
        )
    except FileNotFoundError:
        return None, "git is not installed"
    except subprocess.TimeoutExpired:
        return None, f"git took more than {TIMEOUT_S} s"
    except OSError as error:
        return None, error.strerror or str(error)
    complaint = done.stderr.decode("utf-8", "replace").strip().splitlines()
    return (None if done.returncode else done.stdout), (complaint[0] if complaint else "")


def check_revision(root: str, revision: str) -> None:
    """A Failure for what names no commit."""
    found, why = git(root, ["rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}"])
    if found is None:
        names, _ = git(root, ["for-each-ref", "--format=%(refname:short)"])
        hint = did_you_mean(revision, os.fsdecode(names or b"").split())
        raise Failure(
            f"git knows no revision '{revision}' in {root}{f': {why}' if why else ''}",
            hint=hint or "a revision is a branch, a tag or a commit, such as HEAD~1",
            code=MISUSED,
        )
