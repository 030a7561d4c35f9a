"""Makes or mends .venv: Python's own venv module, then the pins, then the six packages as editable ones.

Plain pip: it reads the user's own mirror and proxy settings, and its 17 s are small beside the first build.
"""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Callable, Mapping, Sequence

from . import stamp
from .child import Run
from .problem import Problem

Say = Callable[[str], None]

_NOISE = re.compile(r"^(WARNING: (Location|Retrying|You are using pip)|\[notice\]|Looking in |\s*$)")
_NO_NETWORK = re.compile(
    r"NewConnectionError|NameResolutionError|name resolution|Network is unreachable"
    r"|Connection (refused|reset|broken)|ConnectTimeout"
    r"|Read timed out|ProxyError|Max retries exceeded|SSLError"
)
_NO_SPACE = re.compile(r"No space left on device|Errno 28|Disk quota exceeded")
_READ_ONLY = re.compile(r"Read-only file system|Errno 30")
_NO_RELEASE = re.compile(r"No matching distribution found for (\S+)")


def make(root: str, changed: Sequence[str] | None, run: Run, say: Say) -> None:
    """Brings .venv up to date; `changed` is what stamp.differences said."""
    stamp.remove(root)
    venv = stamp.venv_folder(root)
    if changed is None or stamp.PLACE in changed or stamp.INTERPRETER in changed:
        with _Step("making .venv", say):
            # Not sys.executable: that may lie in the .venv which --clear empties.
            base_python = getattr(sys, "_base_executable", None) or sys.executable
            made = run([base_python, "-m", "venv", "--clear", venv], None)
            if made.code:
                raise diagnose(made.output, "making .venv failed", None, root)
    pins = os.path.join(root, "constraints.txt")
    with _Step(f"installing {_count_pins(pins)} pinned tools and libraries", say):
        _pip(root, ["--requirement", pins], run)
    with _Step("installing the packages of this checkout as editable ones", say):
        folders = [os.path.join(root, "packages", name) for name in stamp.PACKAGES]
        editable = [word for folder in folders for word in ("--editable", folder)]
        _pip(root, ["--no-build-isolation", "--no-index", *editable], run)
    stamp.write(root)


def pip_environment(environ: Mapping[str, str], wheelhouse: str | None) -> dict[str, str]:
    """pip's environment; with a wheelhouse, none of the user's settings that could name another source."""
    kept = {name: value for name, value in environ.items() if not name.startswith("PYTHON")}
    if wheelhouse:
        kept = {name: value for name, value in kept.items() if not name.startswith("PIP_")}
        kept["PIP_CONFIG_FILE"] = os.devnull
    return kept


def find_wheelhouse(environ: Mapping[str, str]) -> str | None:
    """The folder that TT_WHEELHOUSE names, absolute."""
    named = environ.get("TT_WHEELHOUSE")
    if not named:
        return None
    if not os.path.isdir(named):
        hint = "fill one: python3 -m pip download --no-deps --dest DIR -r constraints.txt"
        raise Problem(f"TT_WHEELHOUSE is not a folder: {named}", hint, exit_code=2)
    return os.path.abspath(named)


def diagnose(output: str, what_failed: str, wheelhouse: str | None, root: str) -> Problem:
    """The one line that names the cause, from what pip or venv printed."""
    details = "\n".join(f"  {line}" for line in _relevant_lines(output)[-4:])
    release = _NO_RELEASE.search(output)
    if _NO_SPACE.search(output):
        return Problem("the disk is full", f"df -h {root} {_temporary_folder()}", details)
    if _READ_ONLY.search(output):
        return read_only(root, details)
    if wheelhouse and release:
        hint = f"python3 -m pip download --no-deps --dest {wheelhouse} '{release[1]}'"
        return Problem(f"the wheelhouse {wheelhouse} lacks {release[1]}", hint, details)
    if _NO_NETWORK.search(output):
        hint = "check the connection and pip's proxy, or install from a folder: TT_WHEELHOUSE=DIR ./tt"
        return Problem("the package registry cannot be reached", hint, details)
    if release:
        return Problem(
            f"the package registry lacks {release[1]} for this Python", "python3 -m pip config list", details
        )
    return Problem(what_failed, "rm -rf .venv, then run ./tt again", details)


def read_only(root: str, details: str = "") -> Problem:
    """The checkout cannot be written to."""
    return Problem(f"the checkout is read-only: {root}", f"cp -r {root} ~/tt && ~/tt/tt --help", details)


def _pip(root: str, what: Sequence[str], run: Run) -> None:
    wheelhouse = find_wheelhouse(os.environ)
    source = ["--no-index", "--find-links", wheelhouse] if wheelhouse else []
    # --no-deps: the pins are complete, so nothing is left to resolve. --no-compile: 14 s of the 29.
    options = ["--quiet", "--no-input", "--no-deps", "--no-compile", "--disable-pip-version-check"]
    argv = [stamp.venv_python(root), "-m", "pip", "install", *options, *source, *what]
    finished = run(argv, pip_environment(os.environ, wheelhouse))
    if finished.code:
        raise diagnose(finished.output, "pip install failed", wheelhouse, root)


def _relevant_lines(output: str) -> list[str]:
    return [line for line in output.splitlines() if not _NOISE.match(line)]


def _count_pins(path: str) -> int:
    with open(path, encoding="utf-8") as file:
        return sum("==" in line for line in file)


def _temporary_folder() -> str:
    return os.environ.get("TMPDIR", "/tmp")


class _Step:
    """Announces a step, and its seconds when it is done."""

    def __init__(self, text: str, say: Say) -> None:
        self.text, self.say = text, say

    def __enter__(self) -> None:
        self.started_s = time.monotonic()
        self.say(f"{self.text} ...")

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if kind is None:
            self.say(f"{self.text}: {time.monotonic() - self.started_s:.0f} s")
