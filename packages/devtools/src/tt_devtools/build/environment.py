"""The environment of a build: the pinned tools on PATH, ccache's variables, and what makes it go further.

A remote cache or other machines that cannot be used cost a warning, never the build.
"""

import os
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from tt_devtools.build import ccache, distribute, measure, remote, why_miss
from tt_devtools.checkout import Checkout
from tt_devtools.output import say

STATS_LOG = "ccache-stats.log"


@dataclass(frozen=True, slots=True)
class Reach:
    """`remote_cache` is a URL, `hosts` what distcc is given; both may be empty."""

    remote_cache: str = ""
    hosts: tuple[str, ...] = ()


def environment(checkout: Checkout, build_dir: Path, reach: Reach, *, measured: bool) -> dict[str, str]:
    """The variables; says what is missing. Compilers are `measured` where the build is to write."""
    made = dict(os.environ)
    folders = [str(Path(sys.prefix, "bin")), str(checkout.root / ".venv" / "bin")]
    made["PATH"] = os.pathsep.join([*folders, made.get("PATH", os.defpath)])
    if checkout.tool("ccache") is None:
        say("tt build: ccache is not installed: every unit is compiled anew")
        if reach.remote_cache or reach.hosts:
            say("tt build: --remote-cache and --distribute work through ccache, so they are left out")
        return made
    made.update(ccache.environment(checkout.root, build_dir / STATS_LOG, build_dir / why_miss.LOG))
    if reach.remote_cache and remote.usable(reach.remote_cache):
        made.update(remote.environment(reach.remote_cache))
    distcc = shutil.which("distcc", path=made["PATH"])
    if reach.hosts and distribute.usable(distcc, reach.hosts):
        made.update(distribute.environment(str(distcc), reach.hosts))
    elif measured:
        made["PATH"] = os.pathsep.join([made["PATH"], str(build_dir)])
        made["CCACHE_PREFIX"] = measure.PROGRAM
    return made
