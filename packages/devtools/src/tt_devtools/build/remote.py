"""A cache that several machines share: ccache's Redis and HTTP storage.

ccache leaves a server alone that fails, for the rest of one call. So that a dead one does not cost every unit a
wait, it is asked once before the build, and short timeouts bound what one dying in the middle can cost.
"""

import os
import socket
from urllib.parse import urlsplit

from tt_devtools.failure import MISUSED, Failure
from tt_devtools.output import say

CONNECT_S = 2.0
_PORTS = {"redis": 6379, "http": 80}
_TIMEOUTS = "connect-timeout=500 operation-timeout=5000"  # milliseconds


def check(url: str) -> None:
    """A Failure for what is no address of a cache."""
    parts = urlsplit(url)
    try:
        port = parts.port
    except ValueError:
        port = 0
    if (
        parts.scheme not in _PORTS
        or not parts.hostname
        or port == 0
        or any(each.isspace() or each == "|" for each in url)
    ):
        raise Failure(
            f"--remote-cache expects redis://HOST[:PORT] or http://HOST[:PORT]/PATH, got '{url}'",
            code=MISUSED,
        )


def usable(url: str) -> bool:
    """Whether somebody listens there; says so where nobody does."""
    parts = urlsplit(url)
    try:
        address = (parts.hostname or "", parts.port or _PORTS[parts.scheme])
        socket.create_connection(address, CONNECT_S).close()
    except OSError as error:
        say(
            f"tt build: the remote cache at {parts.hostname} cannot be reached "
            f"({error.strerror or error}): building without it"
        )
        return False
    return True


def environment(url: str) -> dict[str, str]:
    """ccache's variables. A user's own attributes (`redis://HOST|connect-timeout=50`) have no place in a URL here."""
    return {
        "CCACHE_REMOTE_STORAGE": f"{url} {_TIMEOUTS}",
        "CCACHE_RESHARE": os.environ.get("CCACHE_RESHARE", "1"),
    }
