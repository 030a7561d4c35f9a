"""What a compilation takes: CPU time and peak memory, measured around each compiler that the cache has to start.

ccache starts the compiler through a small script. Hits cost nothing. What ccache itself and its preprocessor used
for the unit counts too: a miss costs both. Must not know who uses the numbers.
"""

import shlex
import sys
from dataclasses import dataclass
from pathlib import Path

LOG = "measured.log"
PROGRAM = "tt-measure"

_SCRIPT = '''"""Runs a compiler; notes peak memory and CPU time. Made by tt build."""
import os, sys

def parents_ms():
    """The time of ccache, our parent, and of what it has waited for. Linux alone tells."""
    try:
        with open(f"/proc/{os.getppid()}/stat") as file:
            ticks = sum(map(int, file.read().rpartition(")")[2].split()[11:15]))
    except (OSError, ValueError):
        return 0
    return 1000 * ticks / os.sysconf("SC_CLK_TCK")

pid = os.posix_spawnp(sys.argv[2], sys.argv[2:], os.environ)
_, status, usage = os.wait4(pid, 0)
ms = 1000 * (usage.ru_utime + usage.ru_stime) + parents_ms()
name = sys.argv[sys.argv.index("-o") + 1] if "-o" in sys.argv[:-1] else ""
try:
    with open(sys.argv[1], "ab") as log:
        log.write(os.fsencode(f"{usage.ru_maxrss}\\t{max(1, round(ms))}\\t{name}\\n"))
except OSError:
    pass
code = os.waitstatus_to_exitcode(status)
if code < 0:
    os.kill(os.getpid(), -code)
os._exit(code)
'''


@dataclass(frozen=True, slots=True)
class Usage:
    """Peak memory and CPU time (user and system) of one compilation; zeros where nothing was measured."""

    kib: int = 0
    cpu_ms: int = 0


def write_program(build_dir: Path) -> Path:
    """Writes the script that goes before the compiler. ccache wants its name on PATH: paths it splits at spaces."""
    build_dir.mkdir(parents=True, exist_ok=True)
    (build_dir / f"{PROGRAM}.py").write_text(_SCRIPT)
    program = build_dir / PROGRAM
    words = (sys.executable, "-ISE", str(build_dir / f"{PROGRAM}.py"), str(build_dir / LOG))
    program.write_text(f'#!/bin/sh\nexec {shlex.join(words)} "$@"\n')
    program.chmod(0o755)
    return program


def read_log(path: Path) -> dict[str, Usage]:
    """By output, as far as the log is whole; of an output that was compiled twice the most."""
    found: dict[str, Usage] = {}
    try:
        text = path.read_text(errors="surrogateescape")
    except OSError:
        return found
    for line in text.splitlines():
        fields = line.split("\t", 2)
        if len(fields) == 3 and fields[2] and all(each.isdecimal() and len(each) < 12 for each in fields[:2]):
            before = found.get(fields[2], Usage())
            kib, cpu_ms = map(int, fields[:2])
            found[fields[2]] = Usage(max(kib, before.kib), max(cpu_ms, before.cpu_ms))
    return found
