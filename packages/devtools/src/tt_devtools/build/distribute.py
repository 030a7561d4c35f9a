"""Compiling on other machines: distcc behind ccache, which asks it for what neither cache has.

distcc falls back to this machine by itself when a host fails, and leaves that host alone for a while.
"""

import os
import re

from tt_devtools.failure import MISUSED, Failure
from tt_devtools.output import say

IO_TIMEOUT_S = 60  # a host that hangs in the middle of a unit
BACKOFF_S = 60
_HOST = re.compile(r"(?:[A-Za-z0-9_.-]+@)?[A-Za-z0-9_.-]+(?::\d{1,5})?/(\d{1,4})")


def parse(text: str) -> tuple[str, ...]:
    """`HOST[:PORT]/JOBS,...` as distcc's hosts."""
    hosts = tuple(each.strip() for each in text.split(",") if each.strip())
    for host in hosts:
        found = _HOST.fullmatch(host)
        if found is None or not int(found[1]):
            raise Failure(f"--distribute expects HOST[:PORT]/JOBS,..., got '{host}'", code=MISUSED)
    return tuple(_for_distcc(host) for host in hosts)


def _for_distcc(host: str) -> str:
    # distcc writes HOST:PORT/JOBS as HOST:PORT/LIMIT for TCP and as USER@HOST/LIMIT over ssh.
    return f"{host},lzo"


def jobs(hosts: tuple[str, ...]) -> int:
    """How many units they take together."""
    return sum(int(found[1]) for host in hosts if (found := _HOST.match(host)))


def usable(program: str | None, hosts: tuple[str, ...]) -> bool:
    """Whether there is a distcc; says so where there is none."""
    if program is None:
        say(
            f"tt build: distcc is not installed, so nothing is compiled on {', '.join(hosts)}; apt-get install distcc"
        )
    return program is not None


def environment(program: str, hosts: tuple[str, ...]) -> dict[str, str]:
    """Variables of ccache and distcc. What could not be sent is compiled here, after the others."""
    return {
        "CCACHE_PREFIX": os.path.basename(program),
        "DISTCC_HOSTS": " ".join(hosts),
        "DISTCC_IO_TIMEOUT": str(IO_TIMEOUT_S),
        "DISTCC_BACKOFF_PERIOD": str(BACKOFF_S),
        "DISTCC_FALLBACK": "1",
    }
