"""Runs other programs for the set-up and keeps what they print. Tests put a function of that type here."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Finished:
    """Exit status (127: no such program) and stdout and stderr together, in the order they came."""

    code: int
    output: str


Run = Callable[[Sequence[str], Mapping[str, str] | None], Finished]


def runner(inherited: Sequence[int] = ()) -> Run:
    """A Run whose children inherit the descriptors: a lock among them lasts until the last child ends."""

    def run(argv: Sequence[str], env: Mapping[str, str] | None) -> Finished:
        try:
            done = subprocess.run(
                argv,
                env=env,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
                pass_fds=inherited,
            )
        except OSError as error:
            return Finished(127, f"{argv[0]}: {error.strerror}")
        return Finished(done.returncode, done.stdout)

    return run
